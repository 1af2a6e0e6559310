import {
  type Alarm,
  type AlarmNews,
  listAlarms,
  readAlarm,
  seeAlarm,
  userEvent,
} from "@umbral/contract/alarms/alarms.contract";
import { init } from "@umbral/contract/auth/auth.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { ServerLine } from "../../../testing/screens/line.ts";
import { beyondTheEdge, holdToSilence, violations } from "../../../testing/screens/look.ts";
import { idOf, mirador, somebody } from "../../../testing/screens/people.ts";
import { placesReplies } from "../../../testing/screens/places.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const at = "2026-11-20T03:42:00.000Z";
const pedro = { id: idOf(0x78), name: "Pedro Portero", apartment: null };
const alarm: Alarm = {
  id: idOf(1),
  event: "EMERGENCY",
  drill: true,
  buildingId: mirador.id,
  buildingName: mirador.name,
  at,
  raisedBy: [{ ...pedro, at }],
  seenBy: [],
  siren: "none",
  silenced: null,
  closed: null,
};
const as = somebody("CONSERJE", "Carla Conserje");
/** How long the button that silences is held, and less than that. */
const HELD_MS = 1500;
const ALMOST_HELD_MS = 1400;

test("a drill that nobody closed waits for nobody", async () => {
  const replies = placesReplies().on(listAlarms, { alarms: [alarm], totalPages: 1 });
  const screen = await renderScreen("/building/dashboard", { as, replies });
  await expect.poll(() => replies.asked(listAlarms)).not.toEqual([]);
  await expect.element(page.getByRole("heading", { name: mirador.name, level: 1 })).toBeVisible();
  replies.on(listAlarms, { alarms: [alarm, { ...alarm, id: idOf(2), drill: false }], totalPages: 1 });
  screen.line.say("alarm:changed", { id: idOf(2), buildingId: mirador.id });
  await expect.element(page.getByText("1 alerta sin cerrar", { exact: true })).toBeVisible();
  replies.on(listAlarms, { alarms: [alarm], totalPages: 1 });
  screen.line.say("alarm:changed", { id: idOf(2), buildingId: mirador.id });
  await expect.element(page.getByText(/sin cerrar$/)).not.toBeInTheDocument();
});

const newsOf = (more: Partial<AlarmNews> = {}): AlarmNews => {
  const { id, event, drill, buildingId, buildingName } = alarm;
  return { id, event, drill, buildingId, buildingName, by: pedro, at, raisedBy: 1, ...more };
};
const real = newsOf({ id: idOf(2), event: "INTRUSION", drill: false, at: "2026-11-20T03:50:00.000Z" });

async function hearing(news: AlarmNews) {
  const replies = placesReplies()
    .on(pendingEmail, { pending: null })
    .on(readAlarm, { alarm })
    .on(seeAlarm, { alarm });
  const line = new ServerLine().on(userEvent, { id: alarm.id, confirmed: true, siren: "sounding" });
  const screen = await renderScreen("/profile", { as, replies, line, size: "phone" });
  await expect.poll(() => screen.line.sent(init)).not.toEqual([]);
  screen.line.say("user_event", news);
  return screen;
}
const panic = page.getByRole("alertdialog");
const strip = page.getByRole("region", { name: "Alerta activa" });
const understood = panic.getByRole("button", { name: "Entendido" });

test("a real alarm opens over a drill that nobody has understood yet, and comes before it everywhere", async () => {
  const screen = await hearing(newsOf());
  await expect.element(panic.getByRole("heading")).toHaveTextContent("Simulacro: Alerta de Emergencia");
  screen.line.say("user_event", real);
  const title = panic.getByRole("heading", { name: "Alerta de Seguridad (Intruso)", exact: true });
  await expect.element(title).toBeVisible();
  await expect.element(panic.getByRole("link", { name: "Llamar al 123" })).toBeVisible();
  expect(strip.element().textContent).toContain(`Alerta de Seguridad (Intruso) · ${mirador.name} y 1 más`);
  expect(strip.element().hasAttribute("data-drill")).toBe(false);
  expect(await violations()).toEqual([]);
  await understood.click();
  await expect.element(panic.getByRole("heading")).toHaveTextContent("Simulacro: Alerta de Emergencia");
  await understood.click();
  await expect.element(panic).not.toBeInTheDocument();
  expect(strip.element().hasAttribute("data-drill")).toBe(false);
  screen.line.say("user_event", { ...real, silencedBy: pedro });
  await expect.element(strip).toHaveAttribute("data-drill", "true");
});

test("a real alarm opens though its drill was understood before", async () => {
  const screen = await hearing(newsOf());
  await understood.click();
  await expect.element(strip).toHaveAttribute("data-drill", "true");
  screen.line.say("user_event", { ...real, event: "EMERGENCY" });
  const title = panic.getByRole("heading", { name: "Alerta de Emergencia", exact: true });
  await expect.element(title).toBeVisible();
  await expect.element(strip).not.toHaveAttribute("data-drill");
});

test("silencing a drill asks for the drill's end alone, though a real alarm comes while it is asked", async () => {
  const screen = await hearing(newsOf());
  await panic.getByRole("button", { name: "Desactivar" }).click();
  const sheet = page.getByRole("dialog", { name: "Silenciar alarma" });
  await expect.element(sheet.getByText("Simulacro", { exact: true })).toBeVisible();
  screen.line.say("user_event", real);
  const title = panic.getByRole("heading", { name: "Alerta de Seguridad (Intruso)", exact: true });
  await expect.element(title).toBeVisible();
  await understood.click();
  await expect.element(panic.getByRole("heading")).toHaveTextContent("Simulacro: Alerta de Emergencia");
  await understood.click();
  await expect.element(panic).not.toBeInTheDocument();
  await expect.element(sheet.getByText("Simulacro", { exact: true })).toBeVisible();
  const words = "Simulacro silenciado. La sirena sigue sonando: hay una alerta que no es simulacro.";
  await holdToSilence(() => expect.element(page.getByText(words).first()).toBeVisible());
  expect(screen.line.sent(userEvent)).toEqual([
    { buildingId: mirador.id, event: "MUTE", reason: "", drill: true },
  ]);
});

test("a finger that is down when another alarm comes silences nothing, and silences once it is pressed anew", async () => {
  const screen = await hearing(newsOf());
  await panic.getByRole("button", { name: "Desactivar" }).click();
  const hold = page.getByRole("dialog", { name: "Silenciar alarma" }).getByRole("button", {
    name: "Silenciar alarma",
  });
  await expect.element(hold).toBeEnabled();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  // A finger, unlike a mouse, leaves the focus where it was on some phones: nothing is blurred by what opens above.
  const finger = (type: "pointerdown" | "pointerup") =>
    hold.element().dispatchEvent(new PointerEvent(type, { pointerId: 1, button: 0, bubbles: true }));
  finger("pointerdown");
  vi.advanceTimersByTime(ALMOST_HELD_MS);
  screen.line.say("user_event", real);
  await expect
    .poll(() => panic.getByRole("heading").element().textContent)
    .toBe("Alerta de Seguridad (Intruso)");
  vi.advanceTimersByTime(HELD_MS);
  expect(screen.line.sent(userEvent)).toEqual([]);
  finger("pointerup");
  finger("pointerdown");
  vi.advanceTimersByTime(HELD_MS);
  await expect
    .poll(() => screen.line.sent(userEvent))
    .toEqual([{ buildingId: mirador.id, event: "MUTE", reason: "", drill: true }]);
});

for (const drill of [true, false]) {
  test(`the sheet that silences says ${drill ? "that it is a drill" : "nothing of drills for an alarm"}`, async () => {
    const replies = placesReplies()
      .on(pendingEmail, { pending: null })
      .on(readAlarm, { alarm: { ...alarm, drill } });
    const screen = await renderScreen("/profile", { as, replies, size: "phone" });
    await expect.poll(() => screen.line.sent(init)).not.toEqual([]);
    screen.line.say("user_event", newsOf({ drill }));
    await page.getByRole("alertdialog").getByRole("button", { name: "Desactivar" }).click();
    const sheet = page.getByRole("dialog", { name: "Silenciar alarma" });
    const words = drill ? "sabrá que lo silenciaste" : "sabrá que la silenciaste";
    await expect.element(sheet.getByText(words, { exact: false })).toBeVisible();
    expect(sheet.getByText("Simulacro", { exact: true }).elements()).toHaveLength(drill ? 1 : 0);
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
  });
}
