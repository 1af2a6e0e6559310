import { listAdministrators } from "@umbral/contract/auth/administrators.contract";
import { forgotPassword } from "@umbral/contract/auth/recovery.contract";
import type { MessageWay } from "@umbral/contract/notifications/message-ways";
import { pushPublicKey } from "@umbral/contract/notifications/notifications.contract";
import { listHomeCardHolders } from "@umbral/contract/users/card-holders.contract";
import { inviteToHome } from "@umbral/contract/users/home-invitations.contract";
import { readInvitation } from "@umbral/contract/users/invitations.contract";
import { listMembers } from "@umbral/contract/users/members.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { askForVisitCode } from "@umbral/contract/visits/visits.contract";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { beyondTheEdge, choose, everyLook, says, violations } from "../../testing/screens/look.ts";
import { home, idOf, mirador, platformAdministrator, somebody } from "../../testing/screens/people.ts";
import { selfie } from "../../testing/screens/pictures.ts";
import { placesReplies } from "../../testing/screens/places.ts";
import { failing, Replies, refused } from "../../testing/screens/replies.ts";
import { renderScreen } from "../../testing/screens/screen.tsx";

/* Screens promise what leaves from this installation, and say what to do instead of the rest. */

const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const shows = (words: string | RegExp) => expect.element(page.getByText(words).first()).toBeVisible();
const here = (ways: MessageWay[], replies = new Replies()) =>
  replies.on(pushPublicKey, { publicKey: "", ways });
const isGood = async () => {
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
};

describe("a lost password", () => {
  const SMS = "Si tu cuenta no tiene correo, te llega por mensaje de texto a tu celular.";

  test("comes by mail or SMS where both leave, by one of them where one does", async () => {
    await renderScreen("/recuperar", { size: "phone" });
    await shows(SMS);
    await renderScreen("/recuperar", { size: "phone", replies: here(["mail"]) });
    await shows(/Te llega al correo de tu cuenta\.$/);
    await expect.element(page.getByText(SMS)).not.toBeInTheDocument();
    await renderScreen("/recuperar", {
      size: "phone",
      replies: here(["sms"]).on(forgotPassword, { ok: true }),
    });
    await shows(/Te llega por mensaje de texto a tu celular\.$/);
    await page.getByLabelText("Cédula").fill("99999999");
    await press("Solicitar recuperar contraseña");
    await says("Solicitud enviada", "Revisa los mensajes de texto de tu celular");
  });

  for (const look of everyLook) {
    test(`leads to the administration where nothing leaves (${look.size}, ${look.colorScheme})`, async () => {
      await renderScreen("/recuperar", { ...look, replies: here([]) });
      await shows(/no podemos enviarte un enlace\. Pide ayuda en la administración de tu edificio\.$/);
      await expect.element(page.getByLabelText("Cédula")).not.toBeInTheDocument();
      await isGood();
    });
  }

  test("leads there too when it turns out only then", async () => {
    const replies = new Replies().on(forgotPassword, failing(refused("MESSAGES_NOT_HERE")));
    await renderScreen("/recuperar", { size: "phone", replies, expectInConsole: ["CallRefused"] });
    await page.getByLabelText("Cédula").fill("99999999");
    await press("Solicitar recuperar contraseña");
    await shows(/Aquí todavía no se envían correos ni mensajes de texto/);
  });
});

describe("an invitation to a home", () => {
  const rosa = somebody("RESIDENTE_LIDER", "Rosa Líder", home);
  const ofLeader = (ways: MessageWay[]) =>
    here(
      ways,
      new Replies()
        .on(pendingEmail, { pending: null })
        .on(listMembers, { members: [] })
        .on(listHomeCardHolders, { cardHolders: [] }),
    );
  const dialog = () => page.getByRole("dialog");

  for (const { ways, label, written, words } of [
    {
      ways: ["mail"],
      label: "Correo",
      written: "300 123 4567",
      words: "* Escribe un correo: aquí no se envían mensajes de texto",
    },
    {
      ways: ["sms"],
      label: "Celular",
      written: "nueva@ejemplo.co",
      words: "* Escribe un celular: aquí no se envían correos",
    },
    {
      ways: [],
      label: "Celular o correo",
      written: "nueva@ejemplo.co",
      words: /^\* Umbral todavía no envía/,
    },
  ] as const) {
    test(`asks for what a message leaves for (${ways.join() || "nothing"})`, async () => {
      const replies = ofLeader([...ways]);
      await renderScreen("/profile?ver=familia", { as: rosa, size: "phone", replies });
      await press("Invitar");
      await dialog().getByRole("textbox", { name: "Nombre" }).fill("Nueva Residente");
      await dialog().getByRole("textbox", { name: label, exact: true }).fill(written);
      await press("Enviar invitación");
      await shows(words);
      await isGood();
      expect(replies.asked(inviteToHome)).toEqual([]);
    });
  }

  test("that came to an address for which nothing leaves says whom to ask", async () => {
    const invitation = {
      name: "Nueva Residente",
      role: "RESIDENTE" as const,
      building: { name: mirador.name, timeZone: "America/Bogota" },
      apartment: home.name,
      endsAt: null,
      expiresAt: "2026-11-27T12:00:00.000Z",
      ways: [],
    };
    const replies = new Replies().on(readInvitation, { invitation });
    await renderScreen("/invitacion?token=abc", { size: "phone", replies });
    await shows("No podemos enviarte el código");
    await expect.element(page.getByRole("button", { name: "Enviar código" })).not.toBeInTheDocument();
    await isGood();
  });
});

test("a telephone call is promised to who lives there alone, and where one leaves", async () => {
  const CALLED = "Aquí te llamamos cuando alguien te busca y no contestas en la app.";
  const asks = async (role: "RESIDENTE" | "PORTERIA", ways: MessageWay[]) => {
    const as = somebody(role, "Rosa", role === "RESIDENTE" ? home : null);
    const replies = here(ways, placesReplies().on(pendingEmail, { pending: null }));
    await renderScreen("/profile?ver=datos", { as, size: "phone", replies });
    await press("Cambiar celular");
    await shows("Guardar celular");
  };
  await asks("RESIDENTE", ["mail", "sms"]);
  await shows(CALLED);
  await asks("RESIDENTE", ["mail"]);
  await expect.element(page.getByText(CALLED)).not.toBeInTheDocument();
  await asks("PORTERIA", ["mail", "sms"]);
  await expect.element(page.getByText(CALLED)).not.toBeInTheDocument();
  await isGood();
});

test("another mail of oneself is not asked for where none leaves", async () => {
  const rosa = somebody("RESIDENTE_LIDER", "Rosa Líder", home);
  const replies = here(["sms"], placesReplies().on(pendingEmail, { pending: null }));
  await renderScreen("/profile", { as: rosa, size: "phone", replies });
  await press("Cambiar correo");
  await shows(/^Umbral todavía no envía correos, así que no podemos confirmar uno nuevo/);
  await expect.element(page.getByLabelText("Correo nuevo")).not.toBeInTheDocument();
  await isGood();
});

test("an administrator is made on the server where no mail leaves", async () => {
  const replies = here([], new Replies().on(listAdministrators, { administrators: [] }));
  await renderScreen("/admin-dashboard/administrators", { as: platformAdministrator(), replies });
  await press("Crear administrador");
  await shows(/no puede invitar a nadie a administrarlo/);
  await isGood();
});

describe("the code of a visit", () => {
  const asked = {
    code: "123456",
    visit: {
      id: idOf(0xc1),
      building: { ...mirador, timeZone: "America/Bogota" },
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    },
  };
  const BY_SMS = "Si registraste tu celular, también te llega por mensaje de texto.";

  for (const ways of [["mail", "sms"], ["mail"]] satisfies MessageWay[][]) {
    test(`says that it comes by SMS where it does (${ways.join()})`, async () => {
      await renderScreen("/visits/code", {
        size: "phone",
        replies: here(ways, placesReplies().on(askForVisitCode, asked)),
      });
      await choose("Edificio", mirador.name);
      await page.getByLabelText("Número de documento").fill("1000000003");
      const photo = page.getByRole("group", { name: "Foto de tu rostro" });
      await photo.getByLabelText("Foto de tu rostro").upload(await selfie());
      document.querySelector("form")?.requestSubmit();
      await shows(/^123\s?456$/);
      expect(page.getByText(BY_SMS).elements()).toHaveLength(ways.includes("sms") ? 1 : 0);
    });
  }
});
