import { readBuildingSettings } from "@umbral/contract/buildings/administering-buildings.contract";
import {
  type Invitation,
  listInvitations,
  resendInvitation,
  takeBackInvitation,
} from "@umbral/contract/users/invitations.contract";
import { inviteStaff, listStaff } from "@umbral/contract/users/staff.contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { beyondTheEdge, everyLook, violations } from "../../../testing/screens/look.ts";
import { idOf, mirador, platformAdministrator, somebody } from "../../../testing/screens/people.ts";
import { miradorSettings, placesReplies } from "../../../testing/screens/places.ts";
import { held } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

/* 'Personal' of a building: somebody is invited by a name and an address, and an invitation is taken back. */

const invitation: Invitation = {
  id: idOf(0x1a2),
  name: "Pedro Portero",
  cedula: "",
  email: "",
  phone: "+573001234567",
  role: "PORTERIA",
  apartment: null,
  endsAt: null,
  sentAt: "2026-11-20T12:00:00.000Z",
  expiresAt: "2026-11-27T12:00:00.000Z",
  state: "waiting",
  hasConflict: false,
};
const replies = (...waiting: Invitation[]) =>
  placesReplies()
    .on(readBuildingSettings, { building: miradorSettings })
    .on(listInvitations, { invitations: waiting, totalPages: 1 })
    .on(listStaff, { staff: [] })
    .on(inviteStaff, { invitation, linkToPassOn: null });
const STAFF = `/admin-dashboard/buildings/${mirador.id}/settings?ver=personal`;
const alberto = somebody("ADMINISTRADOR", "Alberto Administrador");
const dialog = () => page.getByRole("dialog");
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const field = (name: string) => dialog().getByRole("textbox", { name });

for (const look of everyLook) {
  test(`a doorman is invited by a name and a telephone (${look.size}, ${look.colorScheme})`, async () => {
    const given = replies();
    await renderScreen(STAFF, { as: alberto, replies: given, ...look });
    await press("Invitar persona");
    await press("Enviar invitación");
    await expect.element(dialog().getByText("* Debes diligenciar el nombre")).toBeVisible();
    await expect.element(dialog().getByText("* Escribe un correo o un celular")).toBeVisible();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    await field("Nombre completo").fill("Pedro Portero");
    await field("Celular o correo").fill("300 123 4567");
    await press("Enviar invitación");
    await expect.element(page.getByText("Enviamos la invitación a +573001234567.")).toBeVisible();
    expect(given.asked(inviteStaff).map(({ params, body }) => ({ ...params, ...body }))).toEqual([
      {
        id: mirador.id,
        name: "Pedro Portero",
        cedula: "",
        documentType: "CEDULA_CIUDADANIA",
        email: "",
        phone: "+573001234567",
        role: "PORTERIA",
        endsAt: null,
        isSent: true,
      },
    ]);
  });
}

test("an invitation is sent again once, however often it is pressed meanwhile", async () => {
  const again = held({ invitation });
  const given = replies(invitation).on(resendInvitation, again.answer);
  await renderScreen(STAFF, { as: alberto, replies: given });
  await page.getByRole("button", { name: `Enviar de nuevo la invitación: ${invitation.name}` }).dblClick();
  await again.isAsked;
  again.letGo();
  await expect.element(page.getByText(`Enviamos otra invitación a ${invitation.name}.`)).toBeVisible();
  expect(given.asked(resendInvitation)).toHaveLength(1);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the link is passed on by WhatsApp (${colorScheme})`, async () => {
    const link = "https://umbral.example/invitacion?token=abc";
    const given = replies().on(inviteStaff, { invitation, linkToPassOn: link });
    await renderScreen(STAFF, { as: alberto, replies: given, colorScheme });
    await press("Invitar persona");
    await field("Nombre completo").fill("Pedro Portero");
    await field("Celular o correo").fill("300 123 4567");
    await field("Número de documento (opcional)").fill("x");
    await press("Por WhatsApp");
    await expect.element(dialog().getByText("* Revisa el número de documento")).toBeVisible();
    await field("Número de documento (opcional)").fill("52999111");
    await press("Por WhatsApp");
    await expect
      .element(dialog().getByRole("link", { name: "Abrir WhatsApp" }))
      .toHaveAttribute("href", expect.stringContaining("https://wa.me/573001234567?text="));
    await expect.element(dialog().getByText(link)).toBeVisible();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    expect(given.asked(inviteStaff).map(({ body }) => body)).toMatchObject([
      { cedula: "52999111", phone: "+573001234567", isSent: false },
    ]);
    await press("Listo");
    await expect.element(dialog()).not.toBeInTheDocument();
  });
}

test("a number of another account is said", async () => {
  const given = replies().on(inviteStaff, {
    invitation: { ...invitation, cedula: "52999111", hasConflict: true },
    linkToPassOn: null,
  });
  await renderScreen(STAFF, { as: platformAdministrator(), replies: given });
  await press("Invitar persona");
  await field("Nombre completo").fill("Pedro Portero");
  await field("Celular o correo").fill("pedro@ejemplo.co");
  await field("Número de documento (opcional)").fill("52999111");
  await press("Enviar invitación");
  const said = page.getByRole("alertdialog");
  await expect.element(said).toHaveTextContent("Esa cédula ya tiene una cuenta");
  await expect.element(said).toHaveTextContent("La invitación salió");
  await expect.element(said).toHaveTextContent("recupera la cédula en Usuarios.");
  expect(await violations()).toEqual([]);
  await said.getByRole("button").click();
  await expect.element(dialog()).not.toBeInTheDocument();
  // To be passed on by hand, nothing left by itself.
  given.on(inviteStaff, {
    invitation: { ...invitation, cedula: "52999111", hasConflict: true },
    linkToPassOn: "https://umbral.example/invitacion?token=abc",
  });
  await press("Invitar persona");
  await field("Nombre completo").fill("Pedro Portero");
  await field("Celular o correo").fill("300 123 4567");
  await field("Número de documento (opcional)").fill("52999111");
  await press("Por WhatsApp");
  await expect.element(said).toHaveTextContent("El enlace no serviría: esa cuenta tiene otro correo");
});

test("who administers the building alone is told who can recover a number", async () => {
  const given = replies().on(inviteStaff, {
    invitation: { ...invitation, cedula: "52999111", hasConflict: true },
    linkToPassOn: null,
  });
  await renderScreen(STAFF, { as: alberto, replies: given });
  await press("Invitar persona");
  await field("Nombre completo").fill("Pedro Portero");
  await field("Celular o correo").fill("pedro@ejemplo.co");
  await field("Número de documento (opcional)").fill("52999111");
  await press("Enviar invitación");
  await expect
    .element(page.getByRole("alertdialog"))
    .toHaveTextContent("si la cuenta es de otra persona, pide a la plataforma que recupere la cédula.");
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`an invitation is taken back, once that is meant (${colorScheme})`, async () => {
    const given = replies(invitation).on(takeBackInvitation, { ok: true });
    await renderScreen(STAFF, { as: alberto, replies: given, colorScheme });
    await press("Retirar la invitación: Pedro Portero");
    await expect.element(page.getByRole("alertdialog")).toBeVisible();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    given.on(listInvitations, { invitations: [], totalPages: 1 });
    await page.getByRole("alertdialog").getByRole("button", { name: "Continuar" }).click();
    await expect.element(page.getByText("No hay invitaciones por aceptar.")).toBeVisible();
    expect(given.asked(takeBackInvitation)).toHaveLength(1);
    // Its row is gone with the button that was pressed: the keyboard goes on at the list.
    await expect.element(page.getByRole("region", { name: "Invitaciones por aceptar" })).toHaveFocus();
  });
}

for (const look of everyLook) {
  test(`an invitation that is half written is not lost by a slip (${look.size}, ${look.colorScheme})`, async () => {
    const given = replies();
    await renderScreen(STAFF, { as: alberto, replies: given, ...look });
    await press("Invitar persona");
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(page.getByRole("alertdialog").elements()).toEqual([]);
    await press("Invitar persona");
    await field("Nombre completo").fill("Pedro Portero");
    await userEvent.keyboard("{Escape}");
    const question = page.getByRole("alertdialog", { name: "¿Borrar lo que escribiste?" });
    await expect.element(question).toBeVisible();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    await question.getByRole("button", { name: "Cancelar" }).click();
    await expect.element(field("Nombre completo")).toHaveValue("Pedro Portero");
    // Sent, it is not unsaved any more.
    await field("Celular o correo").fill("300 123 4567");
    await press("Enviar invitación");
    await expect.element(page.getByText("Enviamos la invitación a +573001234567.")).toBeVisible();
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(page.getByRole("alertdialog").elements()).toEqual([]);
  });
}
