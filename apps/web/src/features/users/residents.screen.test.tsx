import { administerBuildings } from "@umbral/contract/buildings/building-list.contract";
import { apartmentDirectory } from "@umbral/contract/buildings/buildings.contract";
import { listHomeCardHolders } from "@umbral/contract/users/card-holders.contract";
import {
  inviteToHome,
  listHomeInvitations,
  takeBackHomeInvitation,
} from "@umbral/contract/users/home-invitations.contract";
import {
  acceptInvitation,
  askInvitationCode,
  type InvitedAccount,
  proveInvitation,
  readInvitation,
} from "@umbral/contract/users/invitations.contract";
import { listMembers } from "@umbral/contract/users/members.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { listApartmentUserDetails, listUserDetails } from "@umbral/contract/users/user-details.contract";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { invitation } from "../../../testing/screens/home-invitation.ts";
import { leaveBefore } from "../../../testing/screens/leaving.ts";
import { beyondTheEdge, everyLook, violations } from "../../../testing/screens/look.ts";
import { home, idOf, mirador, somebody } from "../../../testing/screens/people.ts";
import { failing, held, Replies, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const dialog = () => page.getByRole("dialog");
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const fields = () => dialog().element().querySelectorAll("input, select, textarea").length;

const ofAdministration = () =>
  new Replies()
    .on(listUserDetails, { users: [], totalPages: 1, isMore: false })
    .on(administerBuildings, {
      buildings: [
        {
          ...mirador,
          address1: "Calle 100 # 10-20",
          city: "Bogotá",
          state: "Bogotá D.C.",
          type: "RESIDENTIAL",
          timeZone: "America/Bogota",
          apartments: 8,
          doors: 1,
          controller: "online",
          lastSeenAt: "2026-11-20T12:00:00.000Z",
        },
      ],
    })
    .on(apartmentDirectory, { apartments: [{ id: home.id, name: home.name, tower: { name: "A" } }] })
    .on(inviteToHome, { invitation, linkToPassOn: null });
const alberto = somebody("ADMINISTRADOR", "Alberto Administrador");

for (const look of everyLook) {
  test(`the administration adds a resident with four fields (${look.size}, ${look.colorScheme})`, async () => {
    const given = ofAdministration();
    await renderScreen("/admin-dashboard/users", { as: alberto, replies: given, ...look });
    await press("Agregar residente");
    await dialog().getByRole("combobox", { name: "Apartamento" }).selectOptions(home.id);
    await dialog().getByRole("textbox", { name: "Nombre" }).fill("Nueva Residente");
    await dialog().getByRole("textbox", { name: "Celular o correo" }).fill("nueva@ejemplo.co");
    expect(fields()).toBe(4);
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    await dialog().getByRole("button", { name: "Enviar invitación" }).click();
    await expect.element(page.getByText("Enviamos la invitación a nueva@ejemplo.co.")).toBeVisible();
    expect(given.asked(inviteToHome).map(({ params, body }) => ({ ...params, ...body }))).toEqual([
      {
        id: home.id,
        name: "Nueva Residente",
        email: "nueva@ejemplo.co",
        phone: "",
        role: "RESIDENTE",
        endsAt: null,
        isSent: true,
      },
    ]);
  });
}

const ofLeader = () =>
  new Replies()
    .on(pendingEmail, { pending: null })
    .on(listMembers, { members: [] })
    .on(listHomeCardHolders, { cardHolders: [] });
const rosa = somebody("RESIDENTE_LIDER", "Rosa Líder", home);

test("the people of a home stand beside who was invited there", async () => {
  const given = ofAdministration()
    .on(listApartmentUserDetails, {
      apartment: { id: home.id, name: home.name, buildingName: mirador.name, timeZone: "America/Bogota" },
      users: [],
    })
    .on(listHomeInvitations, { invitations: [invitation] });
  await renderScreen(`/admin-dashboard/apartments/${home.id}/users`, { as: alberto, replies: given });
  await expect.element(page.getByRole("heading", { name: "Nueva Residente" })).toBeVisible();
  await press("Agregar residente");
  expect(fields()).toBe(3);
  const roles = dialog().getByRole("combobox", { name: "Rol" }).element().querySelectorAll("option");
  expect(roles).toHaveLength(6);
});

test("that an invitation was refused is told also to who closed its form meanwhile", async () => {
  const late = held(undefined);
  const given = ofLeader().on(inviteToHome, async () => {
    await late.answer();
    throw refused("TOO_OFTEN");
  });
  await renderScreen("/profile?ver=familia", { as: rosa, replies: given, expectInConsole: ["429"] });
  await press("Invitar");
  await dialog().getByRole("textbox", { name: "Nombre" }).fill("Nueva");
  await dialog().getByRole("textbox", { name: "Celular o correo" }).fill("nueva@ejemplo.co");
  await press("Enviar invitación");
  await late.isAsked;
  await press("Cerrar");
  await page.getByRole("alertdialog").getByRole("button", { name: "Continuar" }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  late.letGo();
  await expect.element(page.getByRole("alertdialog", { name: "Lo sentimos!" })).toBeVisible();
});

/** Rosa invites somebody by the form, and closes it while that is under way. */
async function inviteAndClose(way: string) {
  await press("Invitar");
  await dialog().getByRole("textbox", { name: "Nombre" }).fill("Nueva");
  await dialog().getByRole("textbox", { name: "Celular o correo" }).fill("300 123 4567");
  await press(way);
  await press("Cerrar");
  await page.getByRole("alertdialog").getByRole("button", { name: "Continuar" }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
}

test("a link to pass on, which is shown once, is told also to who closed its form meanwhile", async () => {
  const link = `https://umbral.example/invitacion?token=${"abc".repeat(20)}`;
  const late = held({ invitation, linkToPassOn: link });
  const given = ofLeader().on(inviteToHome, late.answer);
  await renderScreen("/profile?ver=familia", { as: rosa, replies: given, size: "phone" });
  await inviteAndClose("Por WhatsApp");
  await late.isAsked;
  late.letGo();
  const told = page.getByRole("alertdialog", { name: "Enlace para Nueva" });
  await expect.element(told.getByText(link)).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
  const opened = vi.spyOn(window, "open").mockReturnValue(null);
  onTestFinished(() => opened.mockRestore());
  await press("Abrir WhatsApp");
  await expect
    .poll(() => opened.mock.calls[0]?.[0])
    .toContain(`https://wa.me/573001234567?text=Hola%2C%20Nueva`);
});

for (const [way, linkToPassOn] of [
  ["Enviar invitación", null],
  ["Por WhatsApp", "https://umbral.example/invitacion?token=abc"],
] as const) {
  test(`what became of an invitation is told to nobody after who sent it has left (${way})`, async () => {
    const late = held({ invitation, linkToPassOn });
    const given = ofLeader().on(inviteToHome, late.answer);
    await renderScreen("/profile?ver=familia", { as: rosa, replies: given });
    await inviteAndClose(way);
    await leaveBefore(late);
    expect(page.getByText(/Enviamos la invitación|Enlace para/).elements()).toEqual([]);
  });
}

test("a leader invites to their own home by WhatsApp, and what is missing is said first", async () => {
  const link = "https://umbral.example/invitacion?token=abc";
  const given = ofLeader().on(inviteToHome, failing(refused("TOO_OFTEN")));
  await renderScreen("/profile?ver=familia", {
    as: rosa,
    replies: given,
    size: "phone",
    expectInConsole: ["429"],
  });
  await press("Invitar");
  await press("Por WhatsApp");
  await expect.element(dialog().getByText("* Debes diligenciar el nombre")).toBeVisible();
  await expect.element(dialog().getByText("* Escribe un correo o un celular")).toBeVisible();
  expect(fields()).toBe(3);
  const roles = [...dialog().getByRole("combobox", { name: "Rol" }).element().querySelectorAll("option")];
  expect(roles.map(({ value }) => value)).toEqual(["RESIDENTE", "RESIDENTE_TEMPORAL", "SERVICIOS"]);
  await dialog().getByRole("textbox", { name: "Nombre" }).fill("Nueva");
  await dialog().getByRole("textbox", { name: "Celular o correo" }).fill("300 123 4567");
  await dialog().getByRole("combobox", { name: "Rol" }).selectOptions("RESIDENTE_TEMPORAL");
  await press("Por WhatsApp");
  await expect.element(dialog().getByText("* El campo es obligatorio")).toBeVisible();
  await dialog().getByLabelText("Último día").fill("2090-01-31");
  await press("Por WhatsApp");
  await page.getByRole("alertdialog").getByRole("button").click();
  given.on(inviteToHome, { invitation, linkToPassOn: link });
  await press("Por WhatsApp");
  const open = dialog().getByRole("link", { name: "Abrir WhatsApp" });
  await expect
    .element(open)
    .toHaveAttribute("href", expect.stringContaining("https://wa.me/573001234567?text="));
  await expect.element(dialog().getByText(link)).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
  expect(given.asked(inviteToHome).at(-1)?.body).toMatchObject({ phone: "+573001234567", isSent: false });
});

test("what waits to be accepted is listed, and taken back", async () => {
  const given = ofLeader()
    .on(listHomeInvitations, {
      invitations: [
        invitation,
        { ...invitation, id: idOf(0x1a2), name: "De Oficina", email: "", state: "without-word" },
        { ...invitation, id: idOf(0x1a3), name: "Con Cuenta", hasConflict: true },
      ],
    })
    .on(takeBackHomeInvitation, { ok: true });
  await renderScreen("/profile?ver=familia", {
    as: rosa,
    replies: given,
    size: "phone",
    colorScheme: "dark",
  });
  await expect.element(page.getByRole("heading", { name: "Nueva Residente" })).toBeVisible();
  for (const words of ["Vence el", "Ya no sirve", "No puede aceptar"]) {
    await expect.element(page.getByText(words)).toBeVisible();
  }
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
  await press("Retirar la invitación: Nueva Residente");
  await expect.element(page.getByRole("alertdialog")).toBeVisible();
  expect(await violations()).toEqual([]);
  given.on(listHomeInvitations, { invitations: [] });
  await page.getByRole("alertdialog").getByRole("button", { name: "Continuar" }).click();
  await expect.element(page.getByRole("heading", { name: "Nueva Residente" })).not.toBeInTheDocument();
  expect(given.asked(takeBackHomeInvitation)).toHaveLength(1);
  await expect.element(page.getByRole("region", { name: "Invitaciones por aceptar" })).toHaveFocus();
});

const accountOf = (document: { cedula: string } | undefined): InvitedAccount =>
  document === undefined ? "unnamed" : document.cedula === "1000000009" ? "other" : "new";

test("who was invited by a name and an address says their document, and may correct it", async () => {
  const given = new Replies()
    .on(readInvitation, {
      invitation: {
        name: "Nueva Residente",
        role: "RESIDENTE",
        building: { name: mirador.name, timeZone: "America/Bogota" },
        apartment: home.name,
        endsAt: null,
        expiresAt: invitation.expiresAt,
        ways: [{ way: "mail", to: "n•••@ejemplo.co" }],
      },
    })
    .on(askInvitationCode, { ok: true })
    .on(proveInvitation, ({ body: { document } }) => ({
      account: accountOf(document),
      cedula: document?.cedula ?? "",
    }))
    .on(acceptInvitation, failing(refused("INVITATION_NOT_VALID")));
  const token = "a".repeat(43);
  await renderScreen(`/invitacion?token=${token}`, {
    replies: given,
    size: "phone",
    expectInConsole: ["404"],
  });
  await press("Enviar código");
  await page.getByRole("textbox", { name: "Código" }).fill("123456");
  await press("Continuar");
  const number = page.getByRole("textbox", { name: "Número de documento" });
  await number.fill("1000000009");
  expect(await violations()).toEqual([]);
  await press("Continuar");
  await expect.element(page.getByRole("heading", { name: "Tu cédula ya tiene otra cuenta" })).toBeVisible();
  await press("Corregir el documento");
  await number.fill("1122334455");
  await press("Continuar");
  await page.getByLabelText("Contraseña", { exact: true }).fill("una clave muy larga");
  await page.getByLabelText("Confirma la contraseña").fill("una clave muy larga");
  await page.getByRole("checkbox").click();
  await press("Aceptar la invitación");
  await expect
    .poll(() => given.asked(acceptInvitation).map(({ body }) => body.document))
    .toEqual([{ documentType: "CEDULA_CIUDADANIA", cedula: "1122334455" }]);
});
