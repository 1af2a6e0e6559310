import { type Alarm, type AlarmNews, listAlarms, readAlarm } from "@umbral/contract/alarms/alarms.contract";
import { init } from "@umbral/contract/auth/auth.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { beyondTheEdge, violations } from "../../../testing/screens/look.ts";
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

for (const drill of [true, false]) {
  test(`the sheet that silences says ${drill ? "that it is a drill" : "nothing of drills for an alarm"}`, async () => {
    const replies = placesReplies()
      .on(pendingEmail, { pending: null })
      .on(readAlarm, { alarm: { ...alarm, drill } });
    const screen = await renderScreen("/profile", { as, replies, size: "phone" });
    await expect.poll(() => screen.line.sent(init)).not.toEqual([]);
    const { id, event, buildingId, buildingName } = alarm;
    const news: AlarmNews = { id, event, drill, buildingId, buildingName, by: pedro, at, raisedBy: 1 };
    screen.line.say("user_event", news);
    await page.getByRole("alertdialog").getByRole("button", { name: "Desactivar" }).click();
    const sheet = page.getByRole("dialog", { name: "Silenciar alarma" });
    const words = drill ? "sabrán que lo silenciaste" : "sabrán que la silenciaste";
    await expect.element(sheet.getByText(words, { exact: false })).toBeVisible();
    expect(sheet.getByText("Simulacro", { exact: true }).elements()).toHaveLength(drill ? 1 : 0);
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
  });
}
