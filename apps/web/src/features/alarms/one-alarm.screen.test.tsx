import { type Alarm, listAlarms, readAlarm } from "@umbral/contract/alarms/alarms.contract";
import { type Clip, listClipsOf } from "@umbral/contract/clips/clips.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { beyondTheEdge, violations } from "../../../testing/screens/look.ts";
import { home, idOf, mirador, somebody } from "../../../testing/screens/people.ts";
import { Replies } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const homeOfAlarm = {
  id: home.id,
  name: home.name,
  tower: { id: idOf(0x70a), name: "A" },
  floor: { id: idOf(0xf00), name: "1" },
};
const at = "2026-11-20T15:00:00.000Z";
const alarm: Alarm = {
  id: idOf(0xa1),
  event: "INTRUSION",
  drill: false,
  buildingId: mirador.id,
  buildingName: mirador.name,
  at,
  raisedBy: [{ id: idOf(0x12), name: "Rosa Líder", apartment: homeOfAlarm, at }],
  seenBy: [],
  siren: "sounding",
  silenced: null,
  closed: null,
};

const clip: Clip = {
  id: idOf(0xc1),
  buildingId: mirador.id,
  cameraId: idOf(0xca),
  cameraName: "Portería",
  cause: "alarm",
  causeId: alarm.id,
  startedAt: at,
  endedAt: "2026-11-20T15:00:20.000Z",
  toldAt: null,
  codec: "h264",
  bytes: 8_400_000,
  isWhole: true,
  state: "at-controller",
  timeZone: "America/Bogota",
};

test("the address in a push of an alarm opens that alarm alone, and leads on to all of them", async () => {
  const replies = new Replies()
    .on(readAlarm, { alarm })
    .on(listClipsOf, { clips: [clip] })
    .on(listAlarms, { alarms: [alarm, { ...alarm, id: idOf(0xa2) }], totalPages: 1 });
  const screen = await renderScreen(
    `/building/dashboard/alertas?edificio=${alarm.buildingId}&alerta=${alarm.id}`,
    { as: somebody("PORTERIA", "Pedro Portero"), size: "phone", replies },
  );
  const articles = page.getByRole("article");
  await expect.element(articles).toHaveTextContent(/Rosa Líder, apartamento A-101/);
  expect(replies.asked(readAlarm)[0]?.params).toEqual({ buildingId: alarm.buildingId, alarmId: alarm.id });
  expect(replies.asked(listAlarms)).toEqual([]);
  await expect.element(page.getByRole("button", { name: /^Ver clip/ })).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
  await page.getByRole("link", { name: "Ver todas las alertas" }).click();
  await expect.poll(() => articles.elements()).toHaveLength(2);
  await expect.element(page.getByRole("heading", { name: "20 nov 2026", level: 2 })).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(screen.path()).toBe(`/building/dashboard/alertas?edificio=${alarm.buildingId}`);
});
