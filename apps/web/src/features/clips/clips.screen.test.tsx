import { type IntrusionEvent, listIntrusions } from "@umbral/contract/alarms/intrusions.contract";
import { administerBuildings } from "@umbral/contract/buildings/building-list.contract";
import {
  type CameraDay,
  type CameraEvent,
  type Clip,
  type ClipFetch,
  fetchClip,
  listClipsOf,
  readCameraDay,
  showClip,
  takeEvidence,
} from "@umbral/contract/clips/clips.contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { beyondTheEdge, everyLook, violations, wholePage } from "../../../testing/screens/look.ts";
import { idOf, mirador, platformAdministrator } from "../../../testing/screens/people.ts";
import { drawnPicture } from "../../../testing/screens/pictures.ts";
import { placesReplies } from "../../../testing/screens/places.ts";
import { failing, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";
import { keptVideo } from "../../../testing/screens/videos.ts";

const LIST = "/admin-dashboard/events/event-intrusion";
const CAMERA = idOf(0xc1);
const DAY = `/admin-dashboard/cameras/${CAMERA}/day`;
const laura = platformAdministrator();

const clip: Clip = {
  id: idOf(0xc11),
  buildingId: mirador.id,
  cameraId: CAMERA,
  cameraName: "Portería",
  cause: "intrusion",
  causeId: idOf(0x1e),
  startedAt: "2026-11-20T11:59:52.000Z",
  endedAt: "2026-11-20T12:00:20.000Z",
  toldAt: null,
  codec: "h264",
  bytes: 8_400_000,
  isWhole: true,
  state: "at-controller",
  timeZone: "America/Bogota",
};

const intrusion: IntrusionEvent = {
  id: idOf(0x1e),
  kind: "motion",
  cameraId: null,
  cameraName: null,
  doorId: null,
  doorName: null,
  inputName: null,
  startTime: "2026-11-20T12:00:00.000Z",
  toldAt: null,
  hasBrokenPicture: false,
  endTime: "2026-11-20T12:01:00.000Z",
  imageUrls: [],
  imageTimes: [],
  buildingId: mirador.id,
  buildingName: mirador.name,
  timeZone: "America/Bogota",
};

const replies = (clips: Clip[] = [clip]) =>
  placesReplies()
    .on(administerBuildings, { buildings: [] })
    .on(listIntrusions, { eventIntrusionDetails: [intrusion], totalPages: 1, hasOlder: false })
    .on(listClipsOf, { clips });

/** Opens the intrusion and its clip. */
async function seeClip() {
  await page.getByRole("button", { name: /^Ver evento/ }).click();
  await page.getByRole("button", { name: /^Ver clip/ }).click();
}

test("a clip comes from its controller, is played with the keyboard, and is taken as evidence", async () => {
  const video = keptVideo;
  let isHere = false;
  const server = replies()
    .on(
      fetchClip,
      (): ClipFetch =>
        isHere ? { outcome: "ready" } : { outcome: "fetching", received: 3_200_000, bytes: 8_400_000 },
    )
    .on(showClip, { video })
    .on(takeEvidence, failing(refused("EXPORTS_BUSY")));
  await renderScreen(LIST, { as: laura, replies: server });
  await seeClip();
  await expect.element(page.getByText("Van 3,2 de 8,4 MB")).toBeVisible();
  await expect
    .element(page.getByRole("progressbar", { name: "Trayendo el clip del controlador…" }))
    .toBeVisible();
  isHere = true;
  const player = page.getByRole("group", { name: "Clip de Portería: Movimiento" });
  await expect.element(player).toBeVisible();
  // Nothing moves for who asked for less motion.
  await expect.element(player.getByRole("button", { name: "Reproducir" })).toBeVisible();
  await expect.element(player.getByText("6:59:52 AM")).toBeVisible();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
  const moment = player.getByRole("slider", { name: "Momento del clip" });
  const element = document.querySelector("video");
  await expect.poll(() => element?.readyState).toBeGreaterThan(1);
  await player.getByRole("button", { name: "Velocidad: 1×" }).click();
  expect(element?.playbackRate).toBe(2);
  await player.getByRole("button", { name: "Reproducir" }).click();
  await expect.poll(() => element?.currentTime).toBeGreaterThan(0);
  await expect.element(moment).not.toHaveValue("0");
  // However far it came meanwhile.
  element?.pause();
  const reached = element?.currentTime ?? 0;
  await player.getByRole("button", { name: "Atrás 5 segundos" }).click();
  await expect.poll(() => element?.currentTime).toBeLessThan(Math.max(0, reached - 5) + 0.5);

  await page.getByRole("button", { name: "Descargar evidencia" }).click();
  await expect.element(page.getByRole("alertdialog")).toBeVisible();
  expect(server.asked(takeEvidence)).toMatchObject([{ params: { buildingId: mirador.id, clipId: clip.id } }]);
  expect(server.asked(showClip)).toHaveLength(1);
});

test("a clip whose controller is away says so, and comes when it is back", async () => {
  const server = replies()
    .on(fetchClip, failing(refused("CLIP_AWAY")))
    .on(showClip, { video: keptVideo });
  await renderScreen(LIST, { as: laura, replies: server, size: "phone" });
  await seeClip();
  await expect.element(page.getByText(/El controlador no responde: el clip sigue allá/)).toBeVisible();
  // The button that was pressed is gone: the focus is at what came in its place, and not lost.
  const isAtClip = () =>
    document.activeElement?.textContent.includes("Portería · ") && document.activeElement !== document.body;
  await expect.poll(isAtClip).toBe(true);
  expect(await violations()).toEqual([]);
  server.on(fetchClip, { outcome: "ready" });
  await page.getByRole("button", { name: "Intentar de nuevo" }).click();
  await expect.element(page.getByRole("button", { name: "Reproducir" })).toBeVisible();
  expect(isAtClip()).toBe(true);
  expect(beyondTheEdge().filter((what) => !what.startsWith("th: "))).toEqual([]);
});

test.each([
  ["CLIP_GONE", /ya no tiene este clip/],
  ["TOO_LARGE", /demasiado grande: sigue en el controlador/],
] as const)("a clip that never comes offers no other try: %s", async (code, words) => {
  const server = replies().on(fetchClip, failing(refused(code)));
  await renderScreen(LIST, { as: laura, replies: server });
  await seeClip();
  await expect.element(page.getByText(words)).toBeVisible();
  expect(page.getByRole("button", { name: "Intentar de nuevo" }).elements()).toEqual([]);
  expect(await violations()).toEqual([]);
});

test("a clip whose rest does not come is no clip that the browser cannot play, and is fetched again", async () => {
  const server = replies().on(fetchClip, { outcome: "ready" }).on(showClip, { video: keptVideo });
  await renderScreen(LIST, { as: laura, replies: server });
  await seeClip();
  await expect.poll(() => document.querySelector("video")?.readyState).toBeGreaterThan(1);
  const video = document.querySelector("video");
  Object.defineProperty(video, "error", { value: { code: MediaError.MEDIA_ERR_NETWORK } });
  video?.dispatchEvent(new Event("error"));
  await expect.element(page.getByText("No pudimos traer el clip.")).toBeVisible();
  await page.getByRole("button", { name: "Intentar de nuevo" }).click();
  await expect.element(page.getByRole("button", { name: "Reproducir" })).toBeVisible();
  expect(server.asked(showClip)).toHaveLength(2);
});

test("a clip that this browser does not play can still be taken away", async () => {
  const server = replies([{ ...clip, codec: "h265", isWhole: false }])
    .on(fetchClip, { outcome: "ready" })
    .on(showClip, { video: "data:video/mp4;base64,AAAA" });
  await renderScreen(LIST, { as: laura, replies: server });
  await seeClip();
  await expect.element(page.getByText("Este navegador no reproduce video H.265.")).toBeVisible();
  await expect.element(page.getByText(/Es más corto de lo normal/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Descargar evidencia" })).toBeVisible();
  expect(await violations()).toEqual([]);
});

test("several clips of one camera are told apart by their hours", async () => {
  const later = { ...clip, id: idOf(0xc12), startedAt: "2026-11-20T12:03:04.000Z" };
  await renderScreen(LIST, { as: laura, replies: replies([clip, later]), size: "phone" });
  await page.getByRole("button", { name: /^Ver evento/ }).click();
  await expect.element(page.getByRole("button", { name: "Ver clip: Portería, 6:59:52 AM" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Ver clip: Portería, 7:03:04 AM" })).toBeVisible();
  expect(beyondTheEdge().filter((what) => !what.startsWith("th: "))).toEqual([]);
});

test("a clip that is nowhere any more is not offered, and is told of where it was the only one", async () => {
  const gone: Clip = { ...clip, id: idOf(0xc13), cameraName: "Garaje", state: "gone" };
  await renderScreen(LIST, { as: laura, replies: replies([clip, gone]) });
  await page.getByRole("button", { name: /^Ver evento/ }).click();
  await expect.element(page.getByRole("button", { name: "Ver clip: Portería" })).toBeVisible();
  expect(page.getByRole("button", { name: /^Ver clip/ }).elements()).toHaveLength(1);
  await renderScreen(LIST, { as: laura, replies: replies([gone]) });
  await page.getByRole("button", { name: /^Ver evento/ }).click();
  await expect.element(page.getByText(/ya no tiene el clip/)).toBeVisible();
  expect(page.getByRole("button", { name: /^Ver clip/ }).elements()).toEqual([]);
});

test("an intrusion without a clip offers none", async () => {
  const server = replies([]);
  await renderScreen(LIST, { as: laura, replies: server });
  await page.getByRole("button", { name: /^Ver evento/ }).click();
  await expect.poll(() => server.asked(listClipsOf)).not.toHaveLength(0);
  await expect.element(page.getByText("Qué pasó", { exact: true }).last()).toBeVisible();
  expect(page.getByRole("button", { name: /^Ver clip/ }).elements()).toEqual([]);
});

const event = (count: number, minute: number, more: Partial<CameraEvent> = {}): CameraEvent => ({
  id: idOf(0x200 + count),
  cause: "opening",
  at: new Date(Date.parse("2026-11-20T13:00:00Z") + minute * 60_000).toISOString(),
  endedAt: null,
  intrusion: null,
  origin: "CARD",
  isCertain: true,
  doorName: "Puerta principal",
  userName: "Marta Gómez",
  imageUrls: [],
  clip: null,
  ...more,
});

async function dayOf(count: number): Promise<CameraEvent[]> {
  const picture = await drawnPicture();
  return Array.from({ length: count }, (_, index) =>
    index % 3 === 1
      ? event(index, index * 11, {
          cause: "intrusion",
          intrusion: "motion",
          origin: null,
          doorName: null,
          userName: null,
          imageUrls: [picture],
          clip: { ...clip, id: idOf(0x300 + index), causeId: idOf(0x200 + index) },
        })
      : event(
          index,
          index * 11,
          index % 3 === 0 ? { imageUrls: [picture] } : { userName: null, origin: "BUTTON" },
        ),
  );
}

const answer = (events: readonly CameraEvent[], page = 1, date = "2026-11-20"): CameraDay => ({
  camera: { id: CAMERA, name: "Portería", buildingId: mirador.id },
  buildingName: mirador.name,
  timeZone: "America/Bogota",
  date,
  from: `${date}T05:00:00.000Z`,
  to: new Date(Date.parse(`${date}T05:00:00Z`) + 86_400_000).toISOString(),
  marks: events.map(({ id, at, cause, clip: kept }) => ({ id, at, cause, hasClip: kept !== null })),
  isCut: false,
  events: events.slice((page - 1) * 50, page * 50),
  totalPages: Math.max(1, Math.ceil(events.length / 50)),
  keepsClips: true,
});

test.for(everyLook)("a camera's day is a line and a list, on a $size in the $colorScheme", async (look) => {
  const events = await dayOf(12);
  await renderScreen(`${DAY}?dia=2026-11-20`, {
    as: laura,
    replies: placesReplies().on(readCameraDay, answer(events)),
    ...look,
  });
  await expect.element(page.getByRole("heading", { name: "Cámara Portería" })).toBeVisible();
  await expect.element(page.getByRole("slider", { name: "Momento del día" })).toBeVisible();
  await page.getByRole("button", { name: /8:11:00 AM Movimiento/ }).click();
  await expect
    .element(page.getByRole("button", { name: "Ver clip de Movimiento, 8:11:00 AM" }))
    .toBeVisible();
  await wholePage();
  expect(await violations()).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
});

test("a day is walked along with the keyboard and by touch, from page to page, and to the day before", async () => {
  const events = await dayOf(60);
  const server = placesReplies().on(readCameraDay, ({ query }) =>
    query.date === "2026-11-19" ? answer([], 1, "2026-11-19") : answer(events, query.page),
  );
  const screen = await renderScreen(`${DAY}?dia=2026-11-20`, { as: laura, replies: server });
  const line = page.getByRole("slider", { name: "Momento del día" });
  await expect.element(line).toHaveAttribute("aria-valuetext", "8:00:00 AM, Puerta abierta, 1 de 60");
  const focused = () => userEvent.keyboard("{ArrowRight}");
  (line.element() as HTMLElement).focus();
  await focused();
  await expect.element(page.getByRole("heading", { name: "Movimiento, 8:11:00 AM" })).toBeVisible();
  // The last one stands on the list's second page.
  await userEvent.keyboard("{End}");
  await expect.element(page.getByRole("heading", { name: "Puerta abierta, 6:49:00 PM" })).toBeVisible();
  expect(server.asked(readCameraDay).at(-1)?.query).toMatchObject({ page: 2, date: "2026-11-20" });
  await expect.element(page.getByText("Página 2 de 2")).toBeVisible();
  // Eight in the morning is a third of the way.
  const { width } = line.element().getBoundingClientRect();
  await line.click({ position: { x: width / 3, y: 20 } });
  await expect.element(page.getByRole("heading", { name: "Puerta abierta, 8:00:00 AM" })).toBeVisible();
  await page.getByRole("button", { name: "Día anterior" }).click();
  await expect.element(page.getByText("De este día no hay nada de esta cámara.")).toBeVisible();
  expect(screen.path()).toBe(`${DAY}?dia=2026-11-19`);
  expect(await violations()).toEqual([]);
});

test("whoever leafs through a day's list sees what each page begins with", async () => {
  const events = await dayOf(60);
  const server = placesReplies().on(readCameraDay, ({ query }) => answer(events, query.page));
  await renderScreen(`${DAY}?dia=2026-11-20`, { as: laura, replies: server });
  await expect.element(page.getByRole("heading", { name: "Puerta abierta, 8:00:00 AM" })).toBeVisible();
  await page.getByRole("button", { name: "Siguiente", exact: true }).click();
  await expect.element(page.getByText("Página 2 de 2")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Puerta abierta, 5:10:00 PM" })).toBeVisible();
});

test("whoever walks from day to day with the keyboard keeps the button that they press", async () => {
  const events = await dayOf(60);
  const server = placesReplies().on(readCameraDay, ({ query: { date = "2026-11-20", page: at } }) =>
    answer(date === "2026-11-20" ? events : events.slice(0, 3), at, date),
  );
  await renderScreen(`${DAY}?dia=2026-11-20`, { as: laura, replies: server });
  await page.getByRole("button", { name: "Siguiente", exact: true }).click();
  await expect.element(page.getByText("Página 2 de 2")).toBeVisible();
  const before = page.getByRole("button", { name: "Día anterior" });
  before.element().focus();
  await userEvent.keyboard("{Enter}");
  await expect
    .poll(() => server.asked(readCameraDay).at(-1)?.query)
    .toEqual({ date: "2026-11-19", page: 1, limit: 50 });
  await expect.element(page.getByRole("slider")).toHaveAttribute("aria-valuemax", "3");
  await expect.element(before).toHaveFocus();
});

test("a day that cannot be read says so, and is read again", async () => {
  const server = placesReplies().on(readCameraDay, failing(refused("CAMERA_NOT_FOUND")));
  await renderScreen(DAY, { as: laura, replies: server });
  await expect.element(page.getByText("Esta cámara ya no existe.")).toBeVisible();
  expect(await violations()).toEqual([]);
  server.on(readCameraDay, answer([event(1, 5)]));
  await page.getByRole("button", { name: "Intentar de nuevo" }).click();
  await expect.element(page.getByText("De este momento no quedó foto ni clip.")).toBeVisible();
});
