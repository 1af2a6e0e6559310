import { readBuildingSettings } from "@umbral/contract/buildings/administering-buildings.contract";
import {
  type KioskState,
  listKiosks,
  offerKiosk,
  readShiftPin,
  setShiftPin,
  takeBackKiosk,
} from "@umbral/contract/kiosks/kiosks.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { describe, expect, test } from "vitest";
import { commands, page } from "vitest/browser";
import { beyondTheEdge, everyLook, violations, wholePage } from "../../../testing/screens/look.ts";
import { idOf, mirador, platformAdministrator, somebody } from "../../../testing/screens/people.ts";
import { miradorSettings, placesReplies } from "../../../testing/screens/places.ts";
import { failing, held, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const kiosk: KioskState = {
  id: idOf(0x6a),
  name: "Tableta de la entrada",
  state: "connected",
  createdAt: "2026-11-20T12:00:00.000Z",
  pairedAt: "2026-11-20T12:05:00.000Z",
  lastSeenAt: "2026-11-20T15:00:00.000Z",
  pairingExpiresAt: null,
  device: "Chrome en tableta Android",
  shift: { id: idOf(0x11), name: "Pedro Portero", since: "2026-11-20T11:00:00.000Z" },
};
const away: KioskState = { ...kiosk, id: idOf(0x6c), name: "Portería sur", state: "away", shift: null };
const waiting: KioskState = {
  ...kiosk,
  id: idOf(0x6d),
  name: "Parqueadero",
  state: "waiting",
  pairedAt: null,
  lastSeenAt: null,
  device: null,
  shift: null,
  pairingExpiresAt: "2026-11-20T15:15:00.000Z",
};
const TAB = `/admin-dashboard/buildings/${mirador.id}/settings?ver=equipos`;
const replies = (kiosks: KioskState[]) =>
  placesReplies().on(readBuildingSettings, { building: miradorSettings }).on(listKiosks, { kiosks });
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });

describe("the devices of a lobby", () => {
  for (const look of everyLook) {
    test(`say how they are and who is on shift, ${look.size} and ${look.colorScheme}`, async () => {
      await renderScreen(TAB, {
        as: platformAdministrator(),
        replies: replies([kiosk, away, waiting]),
        ...look,
      });
      await expect
        .element(page.getByText("De turno: Pedro Portero, desde el 20 nov 2026 6:00 AM."))
        .toBeVisible();
      await expect
        .element(page.getByText("Sin conexión · visto por última vez el 20 nov 2026 10:00 AM"))
        .toBeVisible();
      await expect.element(page.getByText("Espera su código")).toBeVisible();
      expect(beyondTheEdge()).toEqual([]);
      await wholePage();
      expect(await violations()).toEqual([]);
    });
  }

  test("are paired with a code that is shown until it was used", async () => {
    const answers = replies([]);
    answers.on(offerKiosk, { kiosk: waiting, code: "12345678" });
    await renderScreen(TAB, { as: platformAdministrator(), replies: answers, size: "tablet" });
    await button("Vincular equipo").click();
    const naming = page.getByRole("dialog", { name: "Vincular equipo" });
    await naming.getByLabelText("Nombre").fill("Parqueadero");
    answers.on(listKiosks, { kiosks: [waiting] });
    await naming.getByRole("button", { name: "Crear código" }).click();
    const code = page.getByRole("region", { name: "Código para Parqueadero" });
    await expect.element(code.getByText("1234 5678")).toBeVisible();
    await expect.element(code.getByText("Vence a las 10:15 AM.")).toBeVisible();
    expect(answers.asked(offerKiosk)[0]?.body).toEqual({ name: "Parqueadero" });
    expect(await violations()).toEqual([]);
    answers.on(listKiosks, { kiosks: [{ ...waiting, state: "connected", pairedAt: waiting.createdAt }] });
    await expect.element(code).not.toBeInTheDocument();
  });

  test("that are taken back before they were paired take the code along that was shown", async () => {
    const answers = replies([waiting])
      .on(offerKiosk, { kiosk: waiting, code: "12345678" })
      .on(takeBackKiosk, { ok: true });
    await renderScreen(TAB, { as: platformAdministrator(), replies: answers });
    await button("Vincular equipo").click();
    await button("Crear código").click();
    const code = page.getByRole("region", { name: "Código para Parqueadero" });
    await expect.element(code).toBeVisible();
    await button("Retirar Parqueadero").click();
    // Not before: while a code is shown the list is read again and again.
    answers.on(listKiosks, { kiosks: [] });
    await button("Continuar").click();
    await expect.element(page.getByText("Esta portería todavía no tiene equipos.")).toBeVisible();
    expect(code.elements()).toEqual([]);
  });

  test("show a code that came late, and let who names the next one go on", async () => {
    const late = held({ kiosk: waiting, code: "12345678" });
    await renderScreen(TAB, {
      as: platformAdministrator(),
      replies: replies([waiting]).on(offerKiosk, late.answer),
    });
    await button("Vincular equipo").click();
    await button("Crear código").click();
    await late.isAsked;
    await page.getByRole("dialog").getByRole("button", { name: "Cerrar" }).click();
    await button("Vincular equipo").click();
    const name = page.getByRole("dialog").getByLabelText("Nombre");
    await name.fill("Portería norte");
    late.letGo();
    await expect.element(page.getByText("1234 5678")).toBeInTheDocument();
    await expect.element(name).toHaveValue("Portería norte");
  });

  test("are taken back after a question", async () => {
    const answers = replies([kiosk]).on(takeBackKiosk, { ok: true });
    await renderScreen(TAB, { as: platformAdministrator(), replies: answers });
    await button("Retirar Tableta de la entrada").click();
    await expect.element(page.getByText(/^Deja de funcionar de inmediato/)).toBeVisible();
    answers.on(listKiosks, { kiosks: [] });
    await button("Continuar").click();
    await expect.element(page.getByText("Esta portería todavía no tiene equipos.")).toBeVisible();
    expect(answers.asked(takeBackKiosk)[0]?.params).toEqual({ id: mirador.id, kioskId: kiosk.id });
  });
});

describe("the PIN for shifts in the profile", () => {
  const openPin = async (look: Parameters<typeof renderScreen>[1] = {}) => {
    const answers = placesReplies()
      .on(pendingEmail, { pending: null })
      .on(readShiftPin, { setAt: null })
      .on(setShiftPin, failing(refused("SHIFT_PIN_NOT_ACCEPTED")));
    await renderScreen("/profile", { as: somebody("PORTERIA", "Pedro Portero"), replies: answers, ...look });
    await page.getByRole("tab", { name: "PIN de turno" }).click();
    await expect.element(page.getByText("Todavía no tienes PIN de turno.")).toBeVisible();
    return answers;
  };

  for (const look of everyLook) {
    test(`says what it is for, ${look.size} and ${look.colorScheme}`, async () => {
      await openPin(look);
      expect(beyondTheEdge()).toEqual([]);
      await wholePage();
      expect(await violations()).toEqual([]);
    });
  }

  test("is written twice, and refused in words", async () => {
    const answers = await openPin();
    await button("Crear PIN de turno").click();
    const form = page.getByRole("dialog", { name: "PIN de turno" });
    await form.getByLabelText("PIN nuevo").fill("12345");
    await form.getByLabelText("Repite el PIN").fill("1234");
    await button("Guardar PIN").click();
    await expect.element(form.getByText("* Escribe entre 6 y 12 números")).toBeVisible();
    await expect.element(form.getByText("* Los dos PIN no son iguales")).toBeVisible();
    await form.getByLabelText("PIN nuevo").fill("123456");
    await form.getByLabelText("Repite el PIN").fill("123456");
    await form.getByLabelText("Tu contraseña").fill("secreta");
    await button("Guardar PIN").click();
    await expect.element(form.getByText(/^\* Elige otro PIN/)).toBeVisible();
    expect(await violations()).toEqual([]);
    answers.on(setShiftPin, { setAt: "2026-11-20T15:00:00.000Z" });
    answers.on(readShiftPin, { setAt: "2026-11-20T15:00:00.000Z" });
    await form.getByLabelText("PIN nuevo").fill("274913");
    await form.getByLabelText("Repite el PIN").fill("274913");
    await button("Guardar PIN").click();
    await expect.element(page.getByText(/^Tienes PIN de turno desde el/)).toBeVisible();
    expect(answers.asked(setShiftPin).at(-1)?.body).toEqual({ pin: "274913", currentPassword: "secreta" });
  });

  test("takes no code that is scanned into its form for a PIN or a password", async () => {
    const answers = await openPin();
    await button("Crear PIN de turno").click();
    const form = page.getByRole("dialog", { name: "PIN de turno" });
    await form.getByLabelText("PIN nuevo").fill("274913");
    await form.getByLabelText("Repite el PIN").fill("274913");
    const password = form.getByLabelText("Tu contraseña");
    await password.fill("secreta");
    await commands.scan("482913");
    await expect.element(page.getByText("Guarda primero tu PIN y vuelve a leer el código.")).toBeVisible();
    await expect.element(password).toHaveValue("");
    await expect.element(form.getByLabelText("PIN nuevo")).toHaveValue("274913");
    expect(answers.asked(setShiftPin)).toEqual([]);
  });

  test("is nothing for a resident", async () => {
    await renderScreen("/profile", { as: somebody("POLICIA", "Paula Policía"), replies: placesReplies() });
    await expect.element(page.getByRole("tab", { name: "Seguridad" })).toBeVisible();
    expect(page.getByRole("tab", { name: "PIN de turno" }).elements()).toEqual([]);
  });
});
