import { readAccess, readPersonLevels } from "@umbral/contract/access-control/access-levels.contract";
import { listDoors } from "@umbral/contract/doors/doors.contract";
import { readPersonalData } from "@umbral/contract/personal-data/personal-data.contract";
import {
  type ContactProposal,
  proposeContact,
  resendContactProposal,
  takeBackContactProposal,
} from "@umbral/contract/users/contact-proposals.contract";
import { readPerson } from "@umbral/contract/users/person.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { miradorAccess } from "../../../../testing/screens/access.ts";
import { leaveBefore } from "../../../../testing/screens/leaving.ts";
import { beyondTheEdge, everyLook, violations, wholePage } from "../../../../testing/screens/look.ts";
import { idOf, platformAdministrator, somebody } from "../../../../testing/screens/people.ts";
import { rosaId, rosaPage, rosaPageOfBuilding } from "../../../../testing/screens/person-page.ts";
import { failing, held, Replies, refused } from "../../../../testing/screens/replies.ts";
import { renderScreen } from "../../../../testing/screens/screen.tsx";

/* 'Proponer otro celular' and 'Proponer otro correo' on somebody's page, and what waits to be confirmed. */

const PERSON = `/admin-dashboard/people/${rosaId}`;
const alberto = somebody("ADMINISTRADOR", "Alberto Administrador");

const phone: ContactProposal = {
  id: idOf(0xa01),
  kind: "phone",
  address: "+573105551212",
  by: { name: "Alberto Administrador" },
  sentAt: "2026-11-20T15:00:00.000Z",
  expiresAt: "2026-11-27T15:00:00.000Z",
  state: "waiting",
};
const email: ContactProposal = {
  ...phone,
  id: idOf(0xa02),
  kind: "email",
  address: "nueva@ejemplo.co",
  by: null,
  state: "expired",
};
const withProposals = (...proposals: ContactProposal[]) => ({ ...rosaPageOfBuilding, proposals });
const replies = (...proposals: ContactProposal[]) =>
  new Replies()
    .on(readPerson, { person: withProposals(...proposals) })
    .on(readPersonalData, {
      personalData: { hold: null, looks: [], may: { export: false, erase: false, hold: false } },
    })
    .on(readAccess, miradorAccess)
    .on(readPersonLevels, { levels: [] })
    .on(listDoors, { doors: [] });
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const dialog = () => page.getByRole("dialog");

for (const look of everyLook) {
  test(`what was proposed stands on the page with its age (${look.size}, ${look.colorScheme})`, async () => {
    await renderScreen(PERSON, { as: alberto, replies: replies(phone, email), ...look });
    const waiting = page.getByRole("list", { name: "Por confirmar" }).getByRole("listitem");
    await expect.element(waiting.nth(0)).toHaveTextContent("Otro celular, por confirmar: +573105551212");
    await expect
      .element(waiting.nth(0))
      .toHaveTextContent(
        "Lo propuso Alberto Administrador · enviado el 20 nov 2026 10:00 AM · vence el 27 nov 2026",
      );
    await expect.element(waiting.nth(1)).toHaveTextContent("venció el 27 nov 2026 10:00 AM");
    await wholePage();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
  });
}

test("another phone is proposed, once it is one that takes messages", async () => {
  const given = replies().on(proposeContact, failing(refused("CONTACT_IS_THEIRS")));
  await renderScreen(PERSON, { as: alberto, replies: given, size: "phone", expectInConsole: ["409"] });
  await press("Proponer otro celular");
  const number = dialog().getByRole("textbox", { name: "Celular" });
  for (const [typed, trouble] of [
    ["", "* El campo es obligatorio"],
    ["12", "* El número de teléfono no es válido"],
    ["601 333 4455", "* Ese número no recibe mensajes de texto: escribe un celular"],
  ] as const) {
    await number.fill(typed);
    await press("Enviar propuesta");
    await expect.element(dialog().getByText(trouble)).toBeVisible();
  }
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
  await number.fill("310 555 1212");
  await press("Enviar propuesta");
  await expect.element(dialog().getByText("Ese ya es su teléfono.")).toBeVisible();
  given.on(proposeContact, { proposal: phone }).on(readPerson, { person: withProposals(phone) });
  await press("Enviar propuesta");
  await expect
    .element(page.getByText("Enviamos un enlace a +573105551212. Cambia cuando se confirme."))
    .toBeVisible();
  await expect.element(page.getByRole("list", { name: "Por confirmar" })).toBeVisible();
  expect(given.asked(proposeContact).at(-1)?.body).toEqual({ kind: "phone", phone: "+573105551212" });
});

test("another mail takes the place of the one that waits", async () => {
  const given = replies(email).on(proposeContact, { proposal: { ...email, address: "otra@ejemplo.co" } });
  await renderScreen(PERSON, { as: alberto, replies: given, colorScheme: "dark" });
  await press("Proponer otro correo");
  await expect
    .element(dialog().getByText("Toma el lugar de nueva@ejemplo.co, que está por confirmar."))
    .toBeVisible();
  await dialog().getByRole("textbox", { name: "Correo" }).fill("otra@");
  await press("Enviar propuesta");
  await expect.element(dialog().getByText("* El correo no es válido")).toBeVisible();
  expect(await violations()).toEqual([]);
  await dialog().getByRole("textbox", { name: "Correo" }).fill("Otra@Ejemplo.co");
  await press("Enviar propuesta");
  await expect
    .poll(() => given.asked(proposeContact).map(({ body }) => body))
    .toEqual([{ kind: "email", email: "otra@ejemplo.co" }]);
});

test("it is sent again, and taken back once that is meant", async () => {
  const standing: ContactProposal = { ...phone, state: "void" };
  const given = replies(standing)
    .on(resendContactProposal, { proposal: phone })
    .on(takeBackContactProposal, { ok: true });
  await renderScreen(PERSON, { as: alberto, replies: given, size: "phone" });
  await expect.element(page.getByText("ya no vale")).toBeVisible();
  given.on(readPerson, { person: withProposals(phone) });
  await press("Enviar de nuevo a +573105551212");
  await expect.element(page.getByText("Enviamos otro enlace a +573105551212.")).toBeVisible();
  await expect.element(page.getByText("ya no vale")).not.toBeInTheDocument();
  await press("Retirar +573105551212");
  await expect.element(page.getByRole("alertdialog")).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
  given.on(readPerson, { person: withProposals() });
  await page.getByRole("alertdialog").getByRole("button", { name: "Continuar" }).click();
  await expect.element(page.getByRole("list", { name: "Por confirmar" })).not.toBeInTheDocument();
  expect(given.asked(takeBackContactProposal)).toHaveLength(1);
});

test("that something was proposed, or sent again, is told to nobody after who did it has left", async () => {
  const late = held({ proposal: phone });
  await renderScreen(PERSON, { as: alberto, replies: replies().on(proposeContact, late.answer) });
  await press("Proponer otro celular");
  await dialog().getByRole("textbox", { name: "Celular" }).fill("310 555 1212");
  await press("Enviar propuesta");
  await leaveBefore(late);
  expect(page.getByText(/Enviamos/).elements()).toEqual([]);

  const again = held({ proposal: phone });
  await renderScreen(PERSON, {
    as: alberto,
    replies: replies(phone).on(resendContactProposal, again.answer),
  });
  await press("Enviar de nuevo a +573105551212");
  await leaveBefore(again);
  expect(page.getByText(/Enviamos/).elements()).toEqual([]);
});

test("one that was confirmed meanwhile is said, and the page read again", async () => {
  const given = replies(phone).on(resendContactProposal, failing(refused("CONTACT_PROPOSAL_NOT_FOUND")));
  await renderScreen(PERSON, { as: alberto, replies: given, expectInConsole: ["404"] });
  await expect.element(page.getByRole("list", { name: "Por confirmar" })).toBeVisible();
  given.on(readPerson, { person: { ...withProposals(), phone: phone.address } });
  await press("Enviar de nuevo a +573105551212");
  await expect.element(page.getByRole("alertdialog").getByText(/ya no existe/)).toBeVisible();
  await page.getByRole("alertdialog").getByRole("button").click();
  await expect.element(page.getByRole("link", { name: "+573105551212" })).toBeVisible();
});

test("the platform writes phones itself, and proposes a mail; who may propose nothing sees no way to", async () => {
  const given = replies().on(readPerson, { person: rosaPage });
  await renderScreen(PERSON, { as: platformAdministrator(), replies: given });
  await expect.element(page.getByRole("button", { name: "Proponer otro correo" })).toBeVisible();
  expect(page.getByRole("button", { name: "Proponer otro celular" }).elements()).toEqual([]);
  const colleague = replies().on(readPerson, {
    person: { ...rosaPageOfBuilding, may: { ...rosaPageOfBuilding.may, propose: [] } },
  });
  await renderScreen(PERSON, { as: alberto, replies: colleague });
  await expect.element(page.getByRole("button", { name: "Cambiar datos" })).toBeVisible();
  expect(page.getByRole("button", { name: /^Proponer/ }).elements()).toEqual([]);
});
