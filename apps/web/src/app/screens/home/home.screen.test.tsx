import { listWaitingPlaces } from "@umbral/contract/access-requests/access-requests.contract";
import { listAlarms } from "@umbral/contract/alarms/alarms.contract";
import { init } from "@umbral/contract/auth/auth.contract";
import { lastVisitor, type PastCall } from "@umbral/contract/calls/call-history.contract";
import {
  type CameraState,
  leaveCamera,
  listCameras,
  listLastShown,
  subscribeCamera,
} from "@umbral/contract/cameras/cameras.contract";
import {
  chooseFavouriteDoor,
  DOOR_OPEN,
  type Door,
  doorAction,
  doorClock,
  listDoors,
} from "@umbral/contract/doors/doors.contract";
import { sentenceOf } from "@umbral/contract/lib/refusals";
import type { Role } from "@umbral/contract/lib/roles";
import { listHomeParcels } from "@umbral/contract/parcels/parcels.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { missedCall } from "../../../../testing/screens/calls.ts";
import { mainDoor } from "../../../../testing/screens/doors.ts";
import { ServerLine } from "../../../../testing/screens/line.ts";
import { beyondTheEdge, everyLook, violations, wholePage } from "../../../../testing/screens/look.ts";
import { home, idOf, mirador, somebody } from "../../../../testing/screens/people.ts";
import { drawnPicture } from "../../../../testing/screens/pictures.ts";
import { failing, held, Replies, refused } from "../../../../testing/screens/replies.ts";
import { renderScreen } from "../../../../testing/screens/screen.tsx";

const SINCE = "2026-11-20T15:42:00.000Z";
const street = { id: idOf(0xcc2), name: "Calle" };
const entrance: Door = {
  ...mainDoor,
  id: idOf(0xc01),
  cameras: [{ id: idOf(0xcc1), name: "Entrada" }, street],
  cameraId: idOf(0xcc1),
  floor: { id: idOf(0xf01), name: "1" },
  leaf: { is: "closed", since: SINCE },
};
const garage: Door = {
  ...entrance,
  id: idOf(0xc02),
  name: "Garaje",
  localId: "2$",
  cameras: [],
  cameraId: null,
  leaf: { is: "held", since: SINCE },
};
const towerB: Door = {
  ...entrance,
  id: idOf(0xc03),
  name: "Acceso torre B",
  localId: "3",
  scope: "tower",
  tower: { id: idOf(0x70b), name: "B" },
  cameras: [],
  cameraId: null,
  may: { operate: false },
};
const came: PastCall = {
  ...missedCall(SINCE),
  caller: { id: idOf(0x61), name: "Víctor Visitante" },
  isFromLobby: false,
};

const rosa = () => somebody("RESIDENTE_LIDER", "Rosa Líder", home);
const cameras = [...entrance.cameras.map((one) => ({ ...one, doorId: entrance.id }))];
const place = { building: mirador, apartment: { id: home.id, name: home.name }, employees: 2, owners: null };

const replies = (doors: Door[] = [garage, towerB, entrance]) =>
  new Replies()
    .on(listDoors, { doors })
    .on(listCameras, { cameras })
    .on(lastVisitor, { call: came, guest: null })
    .on(listWaitingPlaces, { places: [place] })
    .on(listAlarms, { alarms: [], totalPages: 1 })
    .on(pendingEmail, { pending: null });

const stateIs =
  (state: CameraState["state"]) =>
  ({ camId }: { camId: string }): CameraState => ({ camId, state, since: SINCE });

const line = () =>
  new ServerLine()
    .on(init, { userId: rosa().user.id, socketId: "line-1" })
    .on(doorClock, { steadyMs: 1000 })
    .on(subscribeCamera, stateIs("starting"))
    .on(leaveCamera, {})
    .on(doorAction, ({ door, action }) => ({ orderId: idOf(0xcbf), doorId: door, action }));

const buttons = () =>
  page
    .getByRole("button", { name: /^(Abrir|Cerrar|Sin conexión)/ })
    .elements()
    .map(({ textContent }) => textContent);

for (const [at, look] of everyLook.entries()) {
  test(`the main door is one press away, over its picture and with how it is (${look.size}, ${look.colorScheme})`, async () => {
    // What became of a press stands there for a while: each look presses a door of its own.
    const own = { ...entrance, id: idOf(0xc10 + at) };
    const moved = held({ orderId: idOf(0xcbf), doorId: own.id, action: DOOR_OPEN } as const);
    const screen = await renderScreen("/building/dashboard", {
      as: rosa(),
      replies: replies([garage, towerB, own]),
      line: line().on(doorAction, moved.answer),
      ...look,
    });
    const main = page.getByRole("region", { name: "Puerta principal" });
    await expect.element(main.getByText("Cerrada")).toBeVisible();
    await expect.element(main.getByRole("img", { name: "Cámara Entrada" })).toBeVisible();
    await expect.element(page.getByText("Abierta demasiado tiempo")).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Llamar a portería" })).toBeVisible();
    await expect
      .element(page.getByRole("link", { name: /Quién vino de último Víctor Visitante/ }))
      .toBeVisible();
    await expect
      .element(page.getByRole("link", { name: "2 solicitudes de usuarios por decidir" }))
      .toBeVisible();
    await expect.element(page.getByRole("region", { name: "Otras cámaras" })).toBeVisible();
    await expect.element(page.getByText("La abren quienes viven en la torre B.")).toBeVisible();
    expect(buttons()).toEqual(["Abrir Puerta principal", "Abrir Garaje", "Cerrar Garaje"]);
    const button = main.getByRole("button", { name: "Abrir Puerta principal" });
    if (look.size === "phone") {
      // Under the thumb, without scrolling: above the bar.
      expect(button.element().getBoundingClientRect().bottom).toBeLessThan(window.innerHeight - 68);
    }
    await button.click();
    await moved.isAsked;
    await expect.element(main.getByRole("button", { name: "Abriendo…" })).toBeVisible();
    expect(page.getByText("Puerta abierta").elements()).toEqual([]);
    moved.letGo();
    await expect.element(main.getByRole("button", { name: "Puerta abierta" })).toBeVisible();
    expect(screen.line.sent(doorAction)).toMatchObject([{ door: own.id, action: DOOR_OPEN }]);
    await wholePage();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
  });
}

test("what waits at the lobby is called no packages: bills wait there too", async () => {
  const given = replies().on(listHomeParcels, { parcels: [], totalPages: 1, waiting: 2 });
  await renderScreen("/building/dashboard", { as: rosa(), replies: given, line: line(), size: "phone" });
  await expect
    .element(page.getByRole("link", { name: "Correspondencia en portería: 2 por recoger" }))
    .toBeVisible();
});

test("the favourite stands first, at once, and goes back when that could not be kept", async () => {
  let chosen: string | null = null;
  const given = replies()
    .on(listDoors, () => ({
      doors: [entrance, garage].map((door) => ({ ...door, isFavourite: door.id === chosen })),
    }))
    .on(chooseFavouriteDoor, ({ params, body }) => {
      chosen = body.isFavourite ? params.id : null;
      return { door: { id: params.id, isFavourite: body.isFavourite } };
    });
  await renderScreen("/building/dashboard", { as: rosa(), replies: given, line: line(), size: "phone" });
  const star = page.getByRole("button", { name: "Favorita: Garaje" });
  await star.click();
  await expect.poll(() => buttons()[0]).toBe("Abrir Garaje");
  await expect.element(star).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => chosen).toBe(garage.id);
  given.on(chooseFavouriteDoor, failing(refused("UNAVAILABLE")));
  await page.getByRole("button", { name: "Favorita: Puerta principal" }).click();
  await expect
    .element(page.getByRole("button", { name: "Favorita: Puerta principal" }))
    .toHaveAttribute("aria-pressed", "false");
  await expect.poll(() => buttons()[0]).toBe("Abrir Garaje");
});

test("a favourite that is pressed twice at once is told in that order, and stays as it was pressed last", async () => {
  let chosen: string | null = null;
  const order: (string | null)[] = [];
  const first = held(undefined);
  const given = replies()
    .on(listDoors, () => {
      order.push("read");
      return { doors: [entrance, garage].map((door) => ({ ...door, isFavourite: door.id === chosen })) };
    })
    .on(chooseFavouriteDoor, async ({ params, body }) => {
      if (body.isFavourite) {
        await first.answer();
      }
      chosen = body.isFavourite ? params.id : null;
      order.push(chosen);
      return { door: { id: params.id, isFavourite: body.isFavourite } };
    });
  const { line: live } = await renderScreen("/building/dashboard", {
    as: rosa(),
    replies: given,
    line: line(),
    size: "phone",
  });
  const star = page.getByRole("button", { name: "Favorita: Garaje" });
  await star.click();
  await first.isAsked;
  const read = order.length;
  live.say("door:state", { buildingId: mirador.id });
  await expect.poll(() => order.length).toBeGreaterThan(read);
  await expect.element(star).toHaveAttribute("aria-pressed", "true");
  await star.click();
  await expect.element(star).toHaveAttribute("aria-pressed", "false");
  expect(given.asked(chooseFavouriteDoor)).toHaveLength(1);
  first.letGo();
  // Read when the last was answered: in between it would have jumped to what was taken back already.
  await expect
    .poll(() => order.slice(order.indexOf(garage.id), order.indexOf(garage.id) + 3))
    .toEqual([garage.id, null, "read"]);
  await expect.element(star).toHaveAttribute("aria-pressed", "false");
});

test("a building that is away says so once, and its buttons promise nothing", async () => {
  const away = [entrance, garage].map((door): Door => ({ ...door, line: "away", awaySince: SINCE }));
  const lost = line().on(subscribeCamera, stateIs("away"));
  for (const path of ["/building/dashboard", "/building/dashboard/camaras"]) {
    await renderScreen(path, { as: rosa(), replies: replies(away), line: lost, size: "phone" });
    await expect.element(page.getByText(/^El edificio está sin conexión desde/)).toBeVisible();
    expect(page.getByText(/está sin conexión desde/).elements()).toHaveLength(1);
    const ofCameras = 'figure[data-camera-state="away"]';
    await expect.poll(() => document.querySelectorAll(ofCameras).length).toBeGreaterThan(0);
    expect(
      [...document.querySelectorAll(`${ofCameras} > div > p`)].map((words) => words.textContent),
    ).toEqual([]);
    expect(buttons()).toEqual(["Sin conexión: Puerta principal", "Sin conexión: Garaje", "Cerrar Garaje"]);
    expect(await violations()).toEqual([]);
  }
});

test("a door that is jammed, free or forced says so before it is pressed, as it happens", async () => {
  const told = replies([{ ...entrance, jammedSince: SINCE }, garage]);
  const screen = await renderScreen("/building/dashboard", {
    as: rosa(),
    replies: told,
    line: line(),
    size: "phone",
  });
  const main = page.getByRole("region", { name: "Puerta principal" });
  const other = page.getByRole("region", { name: "Garaje" });
  await expect.element(main.getByText(/^Trabada: no se movió .* · Cerrada$/)).toBeVisible();
  const until = "2036-11-20T23:00:00.000Z";
  told.on(listDoors, {
    doors: [
      { ...entrance, leaf: { is: "forced", since: SINCE } },
      { ...garage, mode: { mode: "free", origin: "APP", until, isConfirmed: true } },
    ],
  });
  screen.line.say("door:state", { buildingId: mirador.id });
  await expect.element(main.getByText("Forzada")).toBeVisible();
  await expect.element(other.getByText(/^Libre hasta .* · Abierta demasiado tiempo$/)).toBeVisible();
});

test("a door that did not move when it was pressed is said to be jammed there, and not only for as long as why stands over it", async () => {
  // What became of a press stands there for a while: a door of its own.
  const own = { ...entrance, id: idOf(0xc2f) };
  const told = replies([own]);
  let askedBefore = 0;
  await renderScreen("/building/dashboard", {
    as: rosa(),
    replies: told,
    line: line().on(doorAction, () => {
      told.on(listDoors, { doors: [{ ...own, jammedSince: SINCE }] });
      askedBefore = told.asked(listDoors).length;
      throw refused("DOOR_FAILED");
    }),
    size: "phone",
  });
  const main = page.getByRole("region", { name: "Puerta principal" });
  await expect.element(main.getByText("Cerrada", { exact: true })).toBeVisible();
  await main.getByRole("button", { name: "Abrir Puerta principal" }).click();
  await expect.element(main.getByText(sentenceOf("DOOR_FAILED"))).toBeVisible();
  // At once, and not when the doors would have been asked for anyhow.
  expect(told.asked(listDoors).length).toBeGreaterThan(askedBefore);
  await expect.element(main.getByText(/^Trabada: no se movió .* · Cerrada$/)).toBeInTheDocument();
});

test("a jammed door that moves when it is pressed is jammed no more", async () => {
  const own = { ...entrance, id: idOf(0xc3f) };
  const told = replies([{ ...own, jammedSince: SINCE }]);
  let askedBefore = 0;
  await renderScreen("/building/dashboard", {
    as: rosa(),
    replies: told,
    line: line().on(doorAction, ({ action }) => {
      told.on(listDoors, { doors: [own] });
      askedBefore = told.asked(listDoors).length;
      return { orderId: idOf(0xdef), doorId: own.id, action };
    }),
    size: "phone",
  });
  const main = page.getByRole("region", { name: "Puerta principal" });
  await expect.element(main.getByText(/^Trabada: no se movió .* · Cerrada$/)).toBeVisible();
  await main.getByRole("button", { name: "Abrir Puerta principal" }).click();
  await expect.element(main.getByRole("button", { name: "Puerta abierta" })).toBeVisible();
  expect(told.asked(listDoors).length).toBeGreaterThan(askedBefore);
  await expect.element(main.getByText("Cerrada", { exact: true })).toBeVisible();
});

test("who came last is told as it happens", async () => {
  const told = replies();
  const screen = await renderScreen("/building/dashboard", {
    as: rosa(),
    replies: told,
    line: line(),
    size: "phone",
  });
  const last = page.getByRole("link", { name: /^Quién vino de último/ });
  await expect.element(last).toHaveTextContent(/Víctor Visitante.*Perdida: nadie contestó/);
  const newer = { ...came, id: idOf(0xca2), caller: { id: idOf(0x62), name: "Diana Desconocida" } };
  told.on(lastVisitor, { call: newer, guest: null });
  screen.line.say("end", { callId: newer.id, status: "PERDIDA" });
  await expect.element(last).toHaveTextContent(/Diana Desconocida/);
  // Nobody has a picture of her: who stood at the entrance is seen, with corners, and her own picture in its place once there is one.
  const atEntrance = await drawnPicture();
  told.on(lastVisitor, { call: { ...newer, atEntrance }, guest: null });
  screen.line.say("end", { callId: newer.id, status: "PERDIDA" });
  const seen = page.getByRole("link", { name: /Quién vino de último Diana/ }).getByRole("img");
  await expect.element(seen).toHaveAccessibleName("Quién estaba en la entrada");
  expect(getComputedStyle(seen.element()).borderRadius).not.toBe("50%");
  told.on(lastVisitor, { call: { ...newer, image: `${atEntrance}#diana` }, guest: null });
  screen.line.say("end", { callId: newer.id, status: "PERDIDA" });
  await expect.element(last.getByAltText("", { exact: true })).toHaveAttribute("src", `${atEntrance}#diana`);
  // The lobby rang for somebody whom the home wrote down.
  const pedro = { id: idOf(0x63), name: "Pedro Portero" };
  const announced = { ...newer, caller: pedro, isFromLobby: true, visitor: "Marta Mensajera" };
  told.on(lastVisitor, { call: announced, guest: null });
  screen.line.say("end", { callId: newer.id, status: "PERDIDA" });
  await expect.element(last).toHaveTextContent(/^Quién vino de últimoMarta Mensajera/);
  told.on(lastVisitor, { call: null, guest: { name: "Carlos Pérez", enteredAt: newer.createdAt } });
  screen.line.say("passes:changed", { buildingId: mirador.id, apartmentId: home.id, passId: idOf(0x9a) });
  await expect.element(last).toHaveTextContent(/Carlos Pérez.*Entró con invitación/);
  await expect
    .element(page.getByRole("link", { name: "Llamadas", exact: true }))
    .toHaveAttribute("href", "/building/dashboard/llamadas");
});

const landings = [
  ["RESIDENTE_LIDER", "/building/dashboard"],
  ["SERVICIOS", "/profile"],
] as const;
for (const [at, [role, place]] of landings.entries()) {
  test(`the app's shortcut stands at one's door and opens nothing by itself: ${role}`, async () => {
    const manifest: unknown = await (await fetch("/manifest.webmanifest")).json();
    expect(manifest).toMatchObject({
      shortcuts: [{ url: "/?puerta=principal" }, { url: "/building/dashboard/llamadas" }],
    });
    const favourite = { ...garage, id: idOf(0xc20 + at), isFavourite: true };
    const screen = await renderScreen("/?puerta=principal", {
      as: somebody(role, "Alguien de Aquí", role === "RESIDENTE_LIDER" ? home : null),
      replies: replies([entrance, favourite]),
      line: line(),
      size: "phone",
    });
    const button = page.getByRole("button", { name: "Abrir Garaje" });
    await expect.element(button).toHaveFocus();
    expect(screen.path()).toBe(`${place}?puerta=principal`);
    expect(screen.line.sent(doorAction)).toEqual([]);
    await button.click();
    await expect.element(page.getByRole("button", { name: "Puerta abierta" })).toBeVisible();
    expect(screen.line.sent(doorAction)).toHaveLength(1);
  });
}

async function smallJpeg(): Promise<ArrayBuffer> {
  const canvas = new OffscreenCanvas(16, 9);
  canvas.getContext("2d")?.fillRect(0, 0, 16, 9);
  return (await canvas.convertToBlob({ type: "image/jpeg" })).arrayBuffer();
}
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

test("a picture is shown with its age before the line stands, and by it, until the live one comes", async () => {
  const jpeg = await smallJpeg();
  const signedIn = held({ userId: rosa().user.id, socketId: "line-1" });
  const kept = line()
    .on(init, signedIn.answer)
    .on(subscribeCamera, (camera) => ({ ...stateIs("starting")(camera), last: { at: minutesAgo(5), jpeg } }));
  const shown = { at: minutesAgo(7), jpeg: btoa(String.fromCharCode(...new Uint8Array(jpeg))) };
  const given = replies().on(listLastShown, { pictures: [{ camId: idOf(0xcc1), ...shown }], keys: [] });
  await renderScreen("/building/dashboard", { as: rosa(), replies: given, line: kept, size: "phone" });
  const main = page.getByRole("region", { name: "Puerta principal" });
  await expect.element(main.getByText("Hace 7 min")).toBeVisible();
  // It is old, and is not told as what the camera sees now; a camera of which nothing is known says nothing.
  const states = () =>
    [...document.querySelectorAll<HTMLElement>("figure")].map(({ dataset }) => dataset["cameraState"]);
  expect(states()).toEqual(["connecting", "connecting"]);
  expect(page.getByText(/^Hace/).elements()).toHaveLength(1);
  expect(given.asked(listLastShown)).toHaveLength(1);
  signedIn.letGo();
  await expect.element(main.getByText("Hace 5 min")).toBeVisible();
  expect(given.asked(listLastShown)).toHaveLength(1);
});

test("what is on its way has its shape, what failed is asked again, and nothing is said to be nothing", async () => {
  const waiting = held({ doors: [entrance] });
  const given = replies().on(listDoors, waiting.answer);
  await renderScreen("/building/dashboard", { as: rosa(), replies: given, line: line(), size: "phone" });
  await waiting.isAsked;
  await expect.element(page.getByText("Cargando…").first()).toBeInTheDocument();
  expect(await violations()).toEqual([]);
  waiting.letGo();
  await expect.element(page.getByRole("button", { name: "Abrir Puerta principal" })).toBeVisible();
  // One door needs no favourite.
  expect(page.getByRole("button", { name: /^Favorita/ }).elements()).toEqual([]);

  const broken = replies().on(listDoors, failing(refused("NOT_FOUND")));
  await renderScreen("/building/dashboard", { as: rosa(), replies: broken, line: line(), size: "phone" });
  await expect.element(page.getByText("No pudimos cargar esta información.")).toBeVisible();
  const asked = broken.asked(listDoors).length;
  await page.getByRole("button", { name: "Intentar de nuevo" }).click();
  await expect.poll(() => broken.asked(listDoors).length).toBeGreaterThan(asked);

  const nothing = replies([]).on(listCameras, { cameras: [] });
  await renderScreen("/building/dashboard", { as: rosa(), replies: nothing, line: line(), size: "phone" });
  await expect.element(page.getByText("Edificio Mirador del Parque todavía no tiene cámaras.")).toBeVisible();
});

const desk = "Portería: llamar a un apartamento";
const code = "Verificar Código ingreso";
const all = "Todas las cámaras";
const works: [Role, { doors: string[]; places: string[] }][] = [
  [
    "ADMINISTRADOR",
    { doors: ["Abrir Puerta principal"], places: ["Administrar mi edificio", desk, code, all] },
  ],
  ["CONSERJE", { doors: ["Abrir Puerta principal"], places: [desk, code, all] }],
  ["EMPLEADO_ADMINISTRATIVO", { doors: ["Abrir Puerta principal"], places: [all] }],
  ["POLICIA", { doors: [], places: [all] }],
  ["SERVICIOS", { doors: ["Abrir Puerta principal"], places: [] }],
];
for (const [role, { doors, places }] of works) {
  test(`who lands on the profile finds first what they may do there: ${role}`, async () => {
    const mine = { ...entrance, may: { operate: doors.length > 0 } };
    const looks = role === "CONSERJE" ? everyLook : [{ size: "phone" } as const];
    for (const look of looks) {
      const given = replies(doors.length > 0 || places.length > 0 ? [mine] : []);
      await renderScreen("/profile", {
        as: somebody(role, "Alguien de Aquí"),
        replies: given,
        line: line(),
        ...look,
      });
      await expect
        .element(page.getByRole("tab", { name: "Inicio" }))
        .toHaveAttribute("aria-selected", "true");
      await expect.element(page.getByRole("button", { name: "Llamar a portería" })).toBeVisible();
      expect(buttons()).toEqual(doors);
      const [first] = page.getByRole("button", { name: /^Abrir / }).elements();
      // Above the bar of a phone, as on the dashboard.
      expect(first?.getBoundingClientRect().bottom ?? 0).toBeLessThan(window.innerHeight - 68);
      const ways = page.getByRole("list", { name: "Qué puedes hacer" }).getByRole("link").elements();
      expect(ways.map(({ textContent }) => textContent)).toEqual(places);
      await expect.poll(() => given.asked(listCameras).length > 0).toBe(places.includes(all));
      await wholePage();
      expect(await violations()).toEqual([]);
      expect(beyondTheEdge()).toEqual([]);
    }
  });
}
