import { type Alarm, type AlarmNews, readAlarm, seeAlarm } from "@umbral/contract/alarms/alarms.contract";
import { init, type Space } from "@umbral/contract/auth/auth.contract";
import { listFloors } from "@umbral/contract/buildings/buildings.contract";
import { leaveCamera, subscribeCamera } from "@umbral/contract/cameras/cameras.contract";
import { type Door, listDoors } from "@umbral/contract/doors/doors.contract";
import type { Role } from "@umbral/contract/lib/roles";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { mainDoor } from "../../../testing/screens/doors.ts";
import { ServerLine } from "../../../testing/screens/line.ts";
import { beyondTheEdge, everyLook, violations } from "../../../testing/screens/look.ts";
import {
  almendros,
  home,
  idOf,
  mirador,
  platformAdministrator,
  somebody,
} from "../../../testing/screens/people.ts";
import { drawnPicture } from "../../../testing/screens/pictures.ts";
import { placesReplies } from "../../../testing/screens/places.ts";
import { held } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";

const AT = "2026-11-20T03:42:00.000Z";
const tower = { id: idOf(0x70a), name: "A" };
const floor = { id: idOf(0xf00), name: "1" };
const rosa = {
  id: idOf(0x77),
  name: "Rosa Líder",
  apartment: { id: home.id, name: home.name, tower, floor },
};
const pedro = { id: idOf(0x78), name: "Pedro Portero", apartment: null };
const news: AlarmNews = {
  id: idOf(1),
  event: "INTRUSION",
  buildingId: mirador.id,
  buildingName: mirador.name,
  by: rosa,
  at: AT,
  drill: false,
  raisedBy: 1,
};
const alarm: Alarm = {
  id: news.id,
  event: "INTRUSION",
  drill: false,
  buildingId: mirador.id,
  buildingName: mirador.name,
  at: AT,
  raisedBy: [{ ...rosa, at: AT }],
  seenBy: [],
  siren: "sounding",
  silenced: null,
  closed: null,
};

const me = somebody("RESIDENTE", "Carla Conserje");

async function open(
  role: Role,
  look: Parameters<typeof renderScreen>[1] = {},
  { doors = [], at = "/profile" }: { doors?: Door[]; at?: string } = {},
) {
  const replies = placesReplies()
    .on(pendingEmail, { pending: null })
    .on(listDoors, { doors })
    .on(readAlarm, { alarm })
    .on(seeAlarm, { alarm });
  const screen = await renderScreen(at, { as: somebody(role, "Carla Conserje"), replies, ...look });
  await expect.poll(() => screen.line.sent(init)).not.toEqual([]);
  return screen;
}

const looks = [
  ...everyLook.map((look) => ({ look, drill: false })),
  { look: { size: "phone", colorScheme: "light" }, drill: true },
  { look: { size: "desktop", colorScheme: "dark" }, drill: true },
] as const;
for (const { look, drill } of looks) {
  const what = drill ? "a drill is striped and calls nobody" : "an alarm fills the screen with red";
  test(`${what}: what, who, where, since when and who has seen it (${look.size}, ${look.colorScheme})`, async () => {
    const screen = await open("CONSERJE", look);
    screen.line.say("user_event", { ...news, drill });
    const panic = page.getByRole("alertdialog");
    await expect
      .element(panic.getByRole("heading"))
      .toHaveTextContent(
        drill ? "Simulacro: Alerta de Seguridad (Intruso)" : "Alerta de Seguridad (Intruso)",
      );
    await expect.element(panic).toHaveTextContent("Torre A, piso 1 · Edificio Mirador del Parque");
    await expect.element(panic).toHaveTextContent("Nadie todavía");
    const call = panic.getByRole("link", { name: "Llamar al 123" });
    if (drill) {
      await expect.element(call).not.toBeInTheDocument();
    } else {
      await expect.element(call).toHaveAttribute("href", "tel:123");
    }
    const sheet = panic.element().firstElementChild;
    const { backgroundColor, backgroundImage } = getComputedStyle(sheet ?? panic.element());
    expect(drill ? backgroundImage : backgroundColor).toContain(
      drill ? "repeating-linear" : "rgb(179, 38, 30)",
    );
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);

    screen.replies.on(readAlarm, { alarm: { ...alarm, seenBy: [{ ...pedro, at: AT }] } });
    screen.line.say("alarm:changed", { id: news.id, buildingId: mirador.id });
    await expect.element(panic).toHaveTextContent("Pedro Portero");
  });
}

for (const look of everyLook) {
  test(`what its camera sees now stands in it, on the floor where it is (${look.size}, ${look.colorScheme})`, async () => {
    const line = new ServerLine()
      .on(subscribeCamera, ({ camId }) => ({ camId, state: "starting" as const, since: AT }))
      .on(leaveCamera, {});
    const upstairs = { id: idOf(0xcc2), name: "Pasillo" };
    const doors = [
      { ...mainDoor, cameras: [{ id: idOf(0xcc1), name: "Entrada" }], floor: { id: idOf(0xf09), name: "9" } },
      { ...mainDoor, id: idOf(0xd02), localId: "2", cameras: [upstairs], floor },
    ];
    // A screen that shows no camera itself.
    const screen = await open("CONSERJE", { ...look, line }, { doors, at: "/building/dashboard/alertas" });
    screen.line.say("user_event", news);
    const panic = page.getByRole("alertdialog");
    await expect.element(panic.getByRole("img", { name: "Cámara Pasillo" })).toBeVisible();
    const watched = () => [...new Set(line.sent(subscribeCamera).map(({ camId }) => camId))];
    await expect.poll(watched).toEqual([upstairs.id]);
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    await panic.getByRole("button", { name: "Entendido" }).click();
    await expect.poll(() => line.sent(leaveCamera).at(-1)).toMatchObject({ camId: upstairs.id });
  });
}

test("the platform is led to the cameras and the plan of its building", async () => {
  const replies = placesReplies().on(readAlarm, { alarm }).on(seeAlarm, { alarm });
  const screen = await renderScreen("/admin-dashboard", { as: platformAdministrator(), replies });
  await expect.poll(() => screen.line.sent(init)).not.toEqual([]);
  screen.line.say("user_event", news);
  const panic = page.getByRole("alertdialog");
  await expect.element(panic.getByRole("link", { name: "Ver plano" })).toBeVisible();
  await panic.getByRole("link", { name: "Ver cámaras" }).click();
  await expect.element(page.getByRole("heading", { name: mirador.name, level: 1 })).toBeVisible();
  expect(screen.path()).toBe("/building/dashboard/camaras");
});

for (const look of everyLook) {
  test(`the plan of its floor stands in it, and moves no button when it comes (${look.size}, ${look.colorScheme})`, async () => {
    const screen = await open("CONSERJE", look);
    const plan = await drawnPicture();
    const other = { id: idOf(0xf01), name: "2", image: null };
    const floors = held({ floors: [other, { ...floor, image: plan }] });
    screen.replies.on(listFloors, floors.answer);
    screen.line.say("user_event", news);
    const panic = page.getByRole("alertdialog");
    const understood = panic.getByRole("button", { name: "Entendido" });
    await expect.element(panic.getByText("Torre A, piso 1: apartamento A-101")).toBeInTheDocument();
    const top = () => understood.element().getBoundingClientRect().top;
    const before = top();
    floors.letGo();
    const picture = panic.getByRole("img", { name: "Plano del piso 1, torre A" });
    await expect.element(picture).toBeInTheDocument();
    picture.element().scrollIntoView();
    await expect.poll(() => picture.element().getBoundingClientRect().height).toBeGreaterThan(100);
    panic.element().firstElementChild?.lastElementChild?.scrollTo({ top: 0 });
    expect(top()).toBe(before);
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
  });
}

test("a floor without a plan says so, and an alarm of no home has none", async () => {
  const screen = await open("CONSERJE", { size: "phone" });
  screen.line.say("user_event", { ...news, id: idOf(2), by: pedro });
  const panic = page.getByRole("alertdialog");
  await expect.element(panic).toHaveTextContent("Pedro Portero");
  expect(screen.replies.asked(listFloors)).toEqual([]);
  screen.line.say("user_event", { ...news, at: "2026-11-20T03:40:00.000Z" });
  await expect.element(panic.getByText("Este piso todavía no tiene plano.")).toBeInTheDocument();
});

test("its plan is one press away, on the floor of whoever raised it", async () => {
  const screen = await open("CONSERJE", { size: "phone" });
  screen.line.say("user_event", news);
  await page.getByRole("alertdialog").getByRole("link", { name: "Ver plano" }).click();
  await expect.poll(screen.path).toBe(`/building/dashboard/plano?torre=${tower.id}&piso=${floor.id}`);
  await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
  await expect.poll(() => screen.replies.asked(seeAlarm)).toHaveLength(1);
});

const raisers: Record<string, Partial<AlarmNews>> = {
  "raised it": { by: { ...rosa, id: me.user?.id ?? "" } },
  "joined it": { raisedBy: 2, raiserIds: [rosa.id, me.user?.id ?? ""] },
};
for (const [who, more] of Object.entries(raisers)) {
  test(`a resident who ${who} sees who has seen it, live`, async () => {
    const screen = await open("RESIDENTE", { size: "phone" });
    screen.line.say("user_event", { ...news, ...more });
    const panic = page.getByRole("alertdialog");
    await expect.element(panic).toHaveTextContent("La vieron");
    await expect.element(panic).toHaveTextContent("Nadie todavía");
    screen.replies.on(readAlarm, { alarm: { ...alarm, seenBy: [{ ...pedro, at: AT }] } });
    screen.line.say("alarm:changed", { id: news.id, buildingId: mirador.id });
    await expect.element(panic).toHaveTextContent("Pedro Portero");
    expect(await violations()).toEqual([]);
  });
}

test("another resident's phone does not ask who has seen it", async () => {
  const screen = await open("RESIDENTE");
  screen.line.say("user_event", news);
  const panic = page.getByRole("alertdialog");
  await expect.element(panic).toHaveTextContent("Rosa Líder");
  await expect.element(panic).not.toHaveTextContent("La vieron");
  await panic.getByRole("button", { name: "Entendido" }).click();
  await expect.element(page.getByRole("region", { name: "Alerta activa" })).toBeVisible();
  expect(screen.replies.asked(readAlarm)).toEqual([]);
});

/** How many sounds this page has begun and not ended; what only wakes the loudspeaker is none. */
function heardSounds() {
  const playing = new Set<AudioContext>();
  vi.stubGlobal(
    "AudioContext",
    class extends AudioContext {
      override createOscillator() {
        playing.add(this);
        return super.createOscillator();
      }
      override close() {
        playing.delete(this);
        return super.close();
      }
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return { playing: () => playing.size };
}

for (const drill of [false, true]) {
  test(`${drill ? "a drill" : "an alarm"} that was understood is there again, and sounds, once it is raised again`, async () => {
    const screen = await open("CONSERJE", { size: "phone" });
    const sounds = heardSounds();
    screen.line.say("user_event", { ...news, drill });
    const panic = page.getByRole("alertdialog");
    screen.replies.on(readAlarm, { alarm: { ...alarm, seenBy: [{ ...pedro, at: AT }] } });
    screen.line.say("alarm:changed", { id: news.id, buildingId: mirador.id });
    await expect.element(panic).toHaveTextContent("Pedro Portero");
    await panic.getByRole("button", { name: "Entendido" }).click();
    await expect.element(panic).not.toBeInTheDocument();
    await expect.poll(sounds.playing).toBe(0);

    const again = { ...news, drill, lastRaisedAt: "2026-11-20T03:58:00.000Z" };
    screen.line.say("user_event", again);
    await expect.element(panic).toBeVisible();
    await expect.poll(sounds.playing).toBe(1);
    // Whoever saw it before has not seen it again.
    await expect.element(panic).toHaveTextContent("Nadie todavía");
    await panic.getByRole("button", { name: "Entendido" }).click();
    await expect.poll(() => screen.replies.asked(seeAlarm)).toHaveLength(2);

    // A line that was away names what is active, and this person has seen it.
    screen.line.say("user_event", again);
    screen.line.say("user_event", { ...again, seen: true });
    await expect.element(page.getByRole("region", { name: "Alerta activa" })).toBeVisible();
    await expect.element(panic).not.toBeInTheDocument();
    expect(sounds.playing()).toBe(0);
  });
}

test("a guest of one building who lives in another raises an alarm where they live", async () => {
  const lives = somebody("RESIDENTE", "Rosa Vecina");
  const visits = lives.spaces.map(
    (space): Space => ({
      ...space,
      id: idOf(0x5b),
      role: { name: "VISITANTE_CONOCIDO" },
      building: { ...space.building, ...almendros },
    }),
  );
  await renderScreen("/profile", {
    as: { ...lives, spaces: [...visits, ...lives.spaces] },
    replies: placesReplies().on(pendingEmail, { pending: null }),
  });
  await page.getByRole("button", { name: "Pánico" }).click();
  const sheet = page.getByRole("dialog", { name: "Alertas" });
  await expect.element(sheet).toHaveTextContent(`Avisa a todas las personas de ${mirador.name}.`);
});
