import {
  type Alarm,
  type AlarmNews,
  readAlarm,
  seeAlarm,
  userEvent,
} from "@umbral/contract/alarms/alarms.contract";
import { init } from "@umbral/contract/auth/auth.contract";
import { leaveCamera, subscribeCamera } from "@umbral/contract/cameras/cameras.contract";
import { doorClock, listDoors } from "@umbral/contract/doors/doors.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { mainDoor } from "../../../testing/screens/doors.ts";
import { resize } from "../../../testing/screens/frames.ts";
import { ServerLine } from "../../../testing/screens/line.ts";
import { beyondTheEdge, holdToSilence, shownTexts, violations } from "../../../testing/screens/look.ts";
import { home, idOf, mirador, somebody } from "../../../testing/screens/people.ts";
import { placesReplies } from "../../../testing/screens/places.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";
import { notify } from "../../ui/notices.ts";

const at = "2026-11-20T03:42:00.000Z";
const floor = { id: idOf(0xf00), name: "1" };
const rosa = {
  id: idOf(0x77),
  name: "Rosa Líder",
  apartment: { id: home.id, name: home.name, tower: { id: idOf(0x70a), name: "A" }, floor },
};
const news: AlarmNews = {
  id: idOf(1),
  event: "EMERGENCY",
  buildingId: mirador.id,
  buildingName: mirador.name,
  by: rosa,
  at,
  drill: false,
  raisedBy: 1,
};
const alarm: Alarm = {
  id: news.id,
  event: news.event,
  drill: false,
  buildingId: mirador.id,
  buildingName: mirador.name,
  at,
  raisedBy: [{ ...rosa, at }],
  seenBy: [],
  siren: "sounding",
  silenced: null,
  closed: null,
};
const carla = somebody("CONSERJE", "Carla Conserje");

async function openWithAlarm(size: "phone" | "tablet", colorScheme: "light" | "dark" = "light") {
  const door = { ...mainDoor, floor, cameras: [{ id: idOf(0xcc1), name: "Entrada" }] };
  const replies = placesReplies()
    .on(pendingEmail, { pending: null })
    .on(listDoors, { doors: [door] })
    .on(readAlarm, { alarm });
  const line = new ServerLine()
    .on(subscribeCamera, ({ camId }) => ({ camId, state: "starting" as const, since: at }))
    .on(leaveCamera, {})
    .on(doorClock, { steadyMs: 1 });
  const screen = await renderScreen("/profile", { as: carla, size, colorScheme, replies, line });
  await expect.poll(() => screen.line.sent(init)).not.toEqual([]);
  screen.line.say("user_event", news);
  await expect.element(page.getByRole("alertdialog")).toBeVisible();
  return screen;
}

const boxOf = (locator: { element(): Element }): DOMRect => locator.element().getBoundingClientRect();

for (const [width, height] of [
  [390, 844],
  [360, 640],
  [1024, 768],
] as const) {
  test(`what can be done about an alarm is in sight from the beginning, and no notice stands over it (${width}x${height})`, async () => {
    await openWithAlarm(width < 600 ? "phone" : "tablet", width === 390 ? "dark" : "light");
    await resize(width, height);
    const panic = page.getByRole("alertdialog");
    notify("Alerta enviada a todo el edificio. La sirena está sin confirmar.", "trouble");
    notify("Alerta enviada a todo el edificio. La sirena está sonando.", "good");
    const closing = panic.getByRole("button", { name: "Cerrar aviso" });
    await expect.poll(() => closing.elements()).toHaveLength(2);
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    const noticesEnd = boxOf(closing.nth(1)).bottom;
    const understood = panic.getByRole("button", { name: "Entendido" });
    for (const act of [
      understood,
      panic.getByRole("link", { name: "Llamar al 123" }),
      panic.getByRole("button", { name: "Desactivar" }),
    ]) {
      const box = boxOf(act);
      expect(box.top).toBeGreaterThan(noticesEnd);
      expect(box.bottom).toBeLessThanOrEqual(height);
      // Nothing lies over it.
      const middle = document.elementFromPoint(box.left + box.width / 2, box.bottom - 4);
      expect(act.element().contains(middle)).toBe(true);
    }
    // A camera's picture has its height, and lies over none of the ways below it.
    const picture = panic.element().querySelector("figure")?.getBoundingClientRect();
    expect(picture?.height).toBeGreaterThan(100);
    expect(boxOf(panic.getByRole("link", { name: "Ver cámaras" })).top).toBeGreaterThanOrEqual(
      picture?.bottom ?? height,
    );
    // What the keyboard begins at, though cameras and plan stand above it.
    await expect.element(understood).toHaveFocus();
  });
}

test("the name of a home is not broken at its hyphen", async () => {
  await openWithAlarm("phone");
  const name = page.getByRole("alertdialog").getByText("A-101", { exact: true });
  const facts = name.element().closest("dl");
  for (let width = 328; width > 200; width -= 8) {
    facts?.style.setProperty("width", `${width}px`);
    const words = document.createRange();
    words.selectNodeContents(name.element());
    expect(words.getClientRects()).toHaveLength(1);
  }
});

test("whoever silences an alarm is told so once, and who else did it by name", async () => {
  const screen = await openWithAlarm("phone");
  screen.line.on(userEvent, () => {
    const silencedBy = { id: carla.user?.id ?? "", name: "Carla Conserje", apartment: null };
    screen.line.say("user_event", { ...news, silencedBy });
    return { id: news.id, confirmed: true, siren: "silent" as const };
  });
  await page.getByRole("alertdialog").getByRole("button", { name: "Desactivar" }).click();
  await holdToSilence(() => expect.element(page.getByText("Alerta silenciada.").first()).toBeVisible());
  expect(shownTexts(/la silenció/)).toEqual([]);

  screen.line.say("user_event", { ...news, id: idOf(2) });
  screen.line.say("user_event", { ...news, id: idOf(2), silencedBy: rosa });
  await expect.poll(() => shownTexts(/la silenció/)).toMatchObject([/Rosa Líder, apartamento A-101/]);
});

test("after 'Entendido' the focus is where it was, or at the screen's title", async () => {
  const screen = await openWithAlarm("tablet");
  screen.replies.on(seeAlarm, { alarm });
  const understood = page.getByRole("alertdialog").getByRole("button", { name: "Entendido" });
  await understood.click();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveFocus();
  const link = page.getByRole("link", { name: "Saltar al contenido" });
  link.element().focus();
  screen.line.say("user_event", { ...news, id: idOf(2) });
  await understood.click();
  await expect.element(link).toHaveFocus();
});
