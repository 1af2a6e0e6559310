import {
  askContactCode,
  confirmContact,
  type ReceivedProposal,
  readContactProposal,
} from "@umbral/contract/users/contact-proposals.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { beyondTheEdge, everyLook, violations, wholePage } from "../../../testing/screens/look.ts";
import { mirador, somebody } from "../../../testing/screens/people.ts";
import { failing, Replies, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

/* Where the link leads that was sent to a proposed phone or mail. */

const token = "a".repeat(43);
const LINK = `/confirmar_contacto#token=${token}`;
const waiting: ReceivedProposal = {
  state: "waiting",
  kind: "phone",
  name: "Rosa",
  to: "••• 1212",
  building: { name: mirador.name, timeZone: "America/Bogota" },
  by: { name: "Alberto Administrador" },
  expiresAt: "2026-11-27T15:00:00.000Z",
  asksPassword: true,
};
const replies = (proposal: ReceivedProposal = waiting) =>
  new Replies().on(readContactProposal, { proposal }).on(askContactCode, { ok: true });
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const code = () => page.getByRole("textbox", { name: "Código" });
const password = () => page.getByLabelText("Contraseña", { exact: true });

for (const look of everyLook) {
  test(`says whose proposal it is, and asks for code and password (${look.size}, ${look.colorScheme})`, async () => {
    const open = await renderScreen(LINK, { replies: replies(), ...look });
    await expect.element(page.getByRole("heading", { name: "Confirma tu celular", level: 1 })).toBeVisible();
    // The secret left the address bar at once.
    expect(open.path()).toBe("/confirmar_contacto");
    expect(window.location.hash).toBe("");
    await expect
      .element(page.getByText(/^Hola, Rosa\. Alberto Administrador, de la administración de .* ••• 1212$/))
      .toBeVisible();
    await wholePage();
    expect(await violations()).toEqual([]);
    await press("Enviar código");
    await expect.element(code()).toHaveFocus();
    await expect.element(page.getByText("Lo enviamos a ••• 1212. Vence en 10 minutos.")).toBeVisible();
    await wholePage();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
  });
}

test("a wrong code and a wrong password are said, and then it is confirmed", async () => {
  const given = replies().on(confirmContact, failing(refused("CONTACT_CODE_NOT_VALID")));
  await renderScreen(LINK, { replies: given, size: "phone", expectInConsole: ["422"] });
  await press("Enviar código");
  await press("Confirmar mi celular");
  await expect.element(page.getByText("* El campo es obligatorio")).toBeVisible();
  await expect.element(page.getByText("* Debes diligenciar la contraseña")).toBeVisible();
  await code().fill("123 45");
  await expect.element(page.getByText("* El código tiene seis números")).toBeVisible();
  await code().fill("123456");
  await password().fill("la de rosa");
  await press("Confirmar mi celular");
  await expect
    .element(page.getByText("El código no es válido o ya venció. Revísalo o pide otro."))
    .toBeVisible();
  await press("Enviar otro código");
  await expect.poll(() => given.asked(askContactCode)).toHaveLength(2);
  given.on(confirmContact, failing(refused("WRONG_PASSWORD")));
  await press("Confirmar mi celular");
  await expect.element(page.getByText("La contraseña no es correcta.")).toBeVisible();
  given.on(confirmContact, { ok: true });
  await press("Confirmar mi celular");
  await expect.element(page.getByRole("heading", { name: "Tu celular quedó confirmado" })).toBeVisible();
  await expect.element(page.getByText(/Al de antes le avisamos del cambio\.$/)).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(given.asked(confirmContact).at(-1)?.body).toEqual({ token, code: "123456", password: "la de rosa" });
});

test("a mail of an account without a password needs the code alone; one of another account is said", async () => {
  const given = replies({
    ...waiting,
    kind: "email",
    to: "n•••@ejemplo.co",
    building: null,
    by: null,
    asksPassword: false,
  }).on(confirmContact, failing(refused("ALREADY_EXISTS")));
  await renderScreen(LINK, {
    as: somebody("RESIDENTE", "Rosa Líder"),
    replies: given,
    size: "phone",
    colorScheme: "dark",
    expectInConsole: ["409"],
  });
  await expect.element(page.getByText(/La administración de Umbral propone este correo/)).toBeVisible();
  await press("Enviar código");
  await code().fill("123456");
  expect(password().elements()).toEqual([]);
  await press("Confirmar mi correo");
  await expect.element(page.getByText(/^Ese correo ya es de otra cuenta\./)).toBeVisible();
  expect(given.asked(confirmContact).at(-1)?.body).toEqual({ token, code: "123456" });
  await expect.element(page.getByRole("link", { name: "Ir a mi perfil" })).toBeVisible();
});

for (const [state, title] of [
  ["confirmed", "Este celular ya quedó confirmado"],
  ["expired", "El enlace venció"],
  ["taken-back", "Esta propuesta ya no vale"],
] as const) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`says calmly that it is over: ${state} (${colorScheme})`, async () => {
      await renderScreen(LINK, { replies: replies({ state, kind: "phone" }), size: "phone", colorScheme });
      await expect.element(page.getByRole("heading", { name: title })).toBeVisible();
      await expect.element(page.getByRole("link", { name: "Ir a iniciar sesión" })).toBeVisible();
      expect(await violations()).toEqual([]);
      expect(beyondTheEdge()).toEqual([]);
    });
  }
}

test("what was taken back while somebody types is said in its place", async () => {
  const given = replies().on(confirmContact, failing(refused("CONTACT_LINK_NOT_VALID")));
  await renderScreen(LINK, { replies: given, size: "phone", expectInConsole: ["404"] });
  await press("Enviar código");
  await code().fill("123456");
  await password().fill("la de rosa");
  given.on(readContactProposal, { proposal: { state: "taken-back", kind: "phone" } });
  await press("Confirmar mi celular");
  await expect.element(page.getByRole("heading", { name: "Esta propuesta ya no vale" })).toBeVisible();
});

test("a link that is unknown or older than another one, none at all, and too many codes", async () => {
  const unknown = new Replies().on(readContactProposal, failing(refused("CONTACT_LINK_NOT_VALID")));
  await renderScreen(LINK, { replies: unknown, size: "phone", expectInConsole: ["404"] });
  await expect.element(page.getByRole("heading", { name: "Este enlace ya no sirve" })).toBeVisible();
  expect(await violations()).toEqual([]);
  await renderScreen("/confirmar_contacto", { size: "phone" });
  await expect.element(page.getByRole("heading", { name: "Falta el enlace" })).toBeVisible();
  expect(await violations()).toEqual([]);
  const many = replies().on(askContactCode, failing(refused("TOO_OFTEN")));
  await renderScreen(LINK, { replies: many, size: "phone", expectInConsole: ["429"] });
  await press("Enviar código");
  await expect.element(page.getByText(/^Demasiados intentos/)).toBeVisible();
});
