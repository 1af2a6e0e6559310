import { type Alarm, type AlarmNews, confirmAlarm, readAlarm } from "@umbral/contract/alarms/alarms.contract";
import { init } from "@umbral/contract/auth/auth.contract";
import type { Role } from "@umbral/contract/lib/roles";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { beyondTheEdge, violations } from "../../../testing/screens/look.ts";
import { idOf, mirador, somebody } from "../../../testing/screens/people.ts";
import { Replies } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const rosa = { id: idOf(0x77), name: "Rosa Líder", apartment: null };
const AT = "2026-11-20T03:42:00.000Z";
const news = (more: Partial<AlarmNews> = {}): AlarmNews => ({
  id: idOf(1),
  event: "EMERGENCY",
  buildingId: mirador.id,
  buildingName: mirador.name,
  by: rosa,
  at: AT,
  drill: false,
  raisedBy: 1,
  ...more,
});
const alarm: Alarm = {
  id: idOf(1),
  event: "EMERGENCY",
  drill: false,
  buildingId: mirador.id,
  buildingName: mirador.name,
  at: AT,
  raisedBy: [{ ...rosa, at: AT }],
  seenBy: [],
  siren: "sounding",
  confirmed: { at: AT, by: rosa },
  silenced: null,
  closed: null,
};

async function open(role: Role, look: Parameters<typeof renderScreen>[1] = {}) {
  const replies = new Replies()
    .on(pendingEmail, { pending: null })
    .on(readAlarm, { alarm })
    .on(confirmAlarm, { alarm, doors: 2, isComplete: true });
  const screen = await renderScreen("/profile", { as: somebody(role, "Pedro Portero"), replies, ...look });
  await expect.poll(() => screen.line.sent(init)).not.toEqual([]);
  return screen;
}

test("the lobby confirms an emergency, and hears how many doors are free", async () => {
  const screen = await open("CONSERJE", { size: "tablet", colorScheme: "dark" });
  screen.line.say("user_event", news());
  const panic = page.getByRole("alertdialog", { name: "Alerta de Emergencia" });
  await panic.getByRole("button", { name: "Confirmar emergencia" }).click();
  await expect.element(page.getByText("quedan libres para todos", { exact: false })).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
  await page.getByRole("button", { name: "Continuar" }).click();
  await expect
    .element(page.getByText("Emergencia confirmada. 2 puertas quedaron libres como salida."))
    .toBeVisible();
});

test("nobody confirms a drill or an intruder, and no resident an emergency", async () => {
  const screen = await open("CONSERJE");
  screen.line.say("user_event", news({ drill: true }));
  await expect.element(page.getByRole("alertdialog")).toBeVisible();
  expect(page.getByRole("button", { name: "Confirmar emergencia" }).elements()).toEqual([]);
  const resident = await open("RESIDENTE");
  resident.line.say("user_event", news());
  await expect.element(page.getByRole("alertdialog", { name: "Alerta de Emergencia" })).toBeVisible();
  expect(page.getByRole("button", { name: "Confirmar emergencia" }).elements()).toEqual([]);
});
