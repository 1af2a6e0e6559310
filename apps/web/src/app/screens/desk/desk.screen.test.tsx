import { listWaitingPlaces } from "@umbral/contract/access-requests/access-requests.contract";
import type { DoorTrouble } from "@umbral/contract/alarms/intrusions.contract";
import { init } from "@umbral/contract/auth/auth.contract";
import { apartmentDirectory } from "@umbral/contract/buildings/buildings.contract";
import { ringHome } from "@umbral/contract/calls/calls.contract";
import { keepAtHand, type LobbyDesk, readLobbyDesk } from "@umbral/contract/calls/lobby-desk.contract";
import { leaveCamera, listCameras, subscribeCamera } from "@umbral/contract/cameras/cameras.contract";
import {
  DOOR_ERROR_SHOWN_MS,
  DOOR_OPEN,
  type Door,
  doorAction,
  doorClock,
  listDoors,
} from "@umbral/contract/doors/doors.contract";
import { sentenceOf } from "@umbral/contract/lib/refusals";
import { listLogbook, writeNote } from "@umbral/contract/logbook/logbook.contract";
import { findPassByCode, listGuests } from "@umbral/contract/passes/pass-desk.contract";
import {
  authoriseVisit,
  findVisit,
  type ListedVisit,
  listVisits,
  type Visit,
} from "@umbral/contract/visits/visits.contract";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { commands, page, userEvent } from "vitest/browser";
import { later } from "../../../../testing/later.ts";
import { calmDesk } from "../../../../testing/screens/desk.ts";
import { mainDoor } from "../../../../testing/screens/doors.ts";
import { nextFrames, resize } from "../../../../testing/screens/frames.ts";
import { ServerLine } from "../../../../testing/screens/line.ts";
import { noteOf } from "../../../../testing/screens/logbook.ts";
import {
  beyondTheEdge,
  everyLook,
  says,
  topOf,
  violations,
  wholePage,
} from "../../../../testing/screens/look.ts";
import { atDesk, passLike } from "../../../../testing/screens/passes.ts";
import { home, idOf, mirador, somebody } from "../../../../testing/screens/people.ts";
import { failing, held, Replies, refused } from "../../../../testing/screens/replies.ts";
import { renderScreen } from "../../../../testing/screens/screen.tsx";
import { formatDate, formatTime } from "../../../lib/dates.ts";
import { dialogs } from "../../../ui/dialogs.ts";

const DESK = "/acceso-visitante";
const CODE = "482913";

const residents = [["Rosa Líder", "Andrés Residente"], ["Tomás Temporal"], [], ["Berta Bohórquez"]];
const apartments = Array.from({ length: 40 }, (_, at) => ({
  id: idOf(0xa300 + at),
  name: `${at < 20 ? "A" : "B"}-${101 + (at % 20)}`,
  tower: { name: at < 20 ? "A" : "B" },
  residents: residents[at] ?? [],
}));
const homeAt = (at: number) => apartments[at] ?? { id: "", name: "", tower: { name: "" }, residents: [] };

const entrance: Door = {
  ...mainDoor,
  id: idOf(0xde1),
  cameras: [{ id: idOf(0xdec), name: "Entrada" }],
  cameraId: idOf(0xdec),
  leaf: { is: "held", since: "2026-11-20T15:41:00.000Z" },
};
const garage: Door = {
  ...entrance,
  id: idOf(0xde2),
  name: "Garaje",
  localId: "2$",
  cameras: [{ id: idOf(0xded), name: "Rampa" }],
};
const cameras = [
  { id: idOf(0xded), name: "Rampa", doorId: garage.id },
  { id: idOf(0xdec), name: "Entrada", doorId: entrance.id },
];

const missed: LobbyDesk["missed"] = [
  {
    id: idOf(0xf1),
    apartment: homeAt(0),
    isToLobby: true,
    caller: "Rosa Líder",
    at: "2026-11-20T15:42:00.000Z",
  },
  { id: idOf(0xf2), apartment: homeAt(1), isToLobby: false, caller: null, at: "2026-11-20T15:40:00.000Z" },
];
const waiting = (
  count: number,
): { day: string; today: string; visits: ListedVisit[]; totalPages: number } => ({
  day: "2026-11-20",
  today: "2026-11-20",
  visits: ["Víctor Visitante", "Diana Desconocida"].slice(0, count).map((name, at) => ({
    id: idOf(0xe1 + at),
    user: { id: idOf(0xe5 + at), cedula: `10000000${at}`, name },
    image: null,
    state: "waiting",
    requestedAt: "2026-11-20T15:30:00.000Z",
    authorised: null,
  })),
  totalPages: 1,
});
const visit: Visit = {
  id: idOf(0xe1),
  code: CODE,
  user: { id: idOf(0xe5), cedula: "1000000008", name: "Víctor Visitante", photo: null, attachments: [] },
  requestedAt: "2026-11-20T15:30:00.000Z",
  expiresAt: "2026-11-21T05:00:00.000Z",
  authorised: null,
};

/** A desk at which something of each kind waits, and where one code is good. */
const calm: LobbyDesk = { favourites: [], recent: [], missed: [] };

const busyDesk = () =>
  calmDesk(
    new Replies()
      .on(apartmentDirectory, { apartments })
      .on(readLobbyDesk, { favourites: [homeAt(3).id], recent: [homeAt(1).id, homeAt(3).id], missed })
      .on(listVisits, waiting(2))
      .on(listDoors, { doors: [garage, entrance] })
      .on(listCameras, { cameras })
      .on(findPassByCode, { pass: null })
      .on(findVisit, ({ params }) => {
        if (params.code !== CODE) {
          throw refused("VISIT_CODE_NOT_VALID");
        }
        return { visit };
      })
      .on(authoriseVisit, { visit: { ...visit, authorised: { at: visit.requestedAt, by: null } } })
      .on(ringHome, failing(refused("NOBODY_TO_RING"))),
  );

const deskLine = () =>
  new ServerLine()
    .on(subscribeCamera, ({ camId }) => ({
      camId,
      state: "starting" as const,
      since: "2026-11-20T12:00:00.000Z",
    }))
    .on(leaveCamera, {})
    .on(doorClock, { steadyMs: 1000 })
    .on(doorAction, ({ door, action }) => ({ orderId: idOf(0xdef), doorId: door, action }));

const pedro = () => somebody("PORTERIA", "Pedro Portero");
type Setting = Parameters<typeof renderScreen>[1];

async function openDesk(setting: Setting = {}) {
  const screen = await renderScreen(DESK, {
    as: pedro(),
    size: "tablet",
    replies: busyDesk(),
    line: deskLine(),
    ...setting,
  });
  await expect.element(page.getByRole("heading", { name: "Portería", level: 1 })).toBeVisible();
  return screen;
}

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const tiles = () =>
  page
    .getByRole("button", { name: /^Llamar a / })
    .elements()
    .map((tile) => tile.querySelector("strong")?.textContent);
const code = page.getByLabelText("Código de ingreso");

/** What lies outside of the window: nothing, where nobody has to scroll. */
const outOfSight = (...parts: { element(): Element }[]): string[] =>
  parts
    .map((part) => part.element())
    .filter((part) => {
      const box = part.getBoundingClientRect();
      return box.top < 0 || box.bottom > window.innerHeight || box.height === 0;
    })
    .map((part) => part.outerHTML.slice(0, 80));

/** Where the bar at the bottom begins. */
const barTop = (): number => topOf(page.getByRole("button", { name: "Pánico" }));

/** What reaches lower than a line. */
const below = (line: number, ...parts: { element(): Element }[]): string[] =>
  parts
    .map((part) => part.element())
    .filter((part) => part.getBoundingClientRect().bottom > line)
    .map((part) => part.outerHTML.slice(0, 80));

/** Whether what an empty field says is wider than the field. */
function cutWords(field: Element): boolean {
  const pen = document.createElement("canvas").getContext("2d");
  if (!(field instanceof HTMLInputElement) || pen === null) {
    throw new Error("no field whose words can be measured");
  }
  const { fontSize, fontFamily } = getComputedStyle(field);
  pen.font = `400 ${fontSize} ${fontFamily}`;
  return pen.measureText(field.placeholder).width > field.clientWidth;
}

describe("the lobby's desk", () => {
  for (const look of everyLook) {
    test(`has all that a doorman does in one view, ${look.size} and ${look.colorScheme}`, async () => {
      await openDesk(look);
      await expect.element(button(/^Llamar a A-101/)).toBeVisible();
      await expect.element(page.getByText("Llamó Rosa Líder a las 10:42 AM")).toBeVisible();
      await expect.element(page.getByText("No contestó a las 10:40 AM")).toBeVisible();
      await expect.element(page.getByText("Víctor Visitante")).toBeVisible();
      await expect.element(page.getByLabelText("Cámara Entrada").first()).toBeVisible();
      await expect.element(page.getByText("Abierta demasiado tiempo")).toBeVisible();
      expect(beyondTheEdge()).toEqual([]);
      const search = page.getByLabelText("Buscar apartamento o torre");
      expect(search.element().closest("div")?.getBoundingClientRect().height).toBeLessThan(72);
      expect(outOfSight(code, button("Verificar"), search, button(/^Llamar a A-104/))).toEqual([]);
      if (look.size === "tablet") {
        for (const [width, height] of [
          [820, 1180],
          [1180, 820],
        ] as const) {
          await resize(width, height);
          await expect.poll(() => document.documentElement.scrollHeight).toBeLessThanOrEqual(height);
          const jobs = [button("Abrir Puerta principal"), code, button("0"), button("Verificar")];
          expect(outOfSight(search, button(/^Llamar a A-104/), ...jobs)).toEqual([]);
          expect(beyondTheEdge()).toEqual([]);
        }
      }
      await wholePage();
      expect(await violations()).toEqual([]);
    });
  }

  for (const colorScheme of ["light", "dark"] as const) {
    test(`on a low tablet has all that is done above the bar, and what waits in full below, ${colorScheme}`, async () => {
      await openDesk({ colorScheme });
      await resize(1024, 768);
      await expect.element(page.getByText("Víctor Visitante")).toBeInTheDocument();
      await expect.element(button("Anotar")).toBeVisible();
      await expect.element(button("Abrir Puerta principal")).toBeVisible();
      const search = page.getByLabelText("Buscar apartamento o torre");
      const jobs = [button("Abrir Puerta principal"), code, button("0"), button("Verificar"), search];
      const note = [page.getByLabelText("Qué pasó"), button("Anotar")];
      expect(below(barTop(), ...jobs, ...note, button(/ esperan$/))).toEqual([]);
      expect(cutWords(search.element())).toBe(false);
      const waits = page.getByRole("region", { name: "Lo que espera" }).element();
      expect(waits.scrollHeight).toBeLessThanOrEqual(waits.clientHeight);
      expect(beyondTheEdge()).toEqual([]);
      await wholePage();
      expect(await violations()).toEqual([]);
      await resize(1024, 768);
      const visitor = page.getByRole("button", { name: /^Víctor Visitante/ });
      expect(below(barTop(), visitor)).not.toEqual([]);
      await button(/ esperan$/).click();
      await expect.poll(() => below(barTop(), visitor)).toEqual([]);
      expect(outOfSight(visitor)).toEqual([]);
      expect(waits.parentElement).toBe(document.activeElement);
    });
  }

  test("says ahead what waits where that is out of sight", async () => {
    await openDesk();
    await resize(1180, 820);
    await expect.element(page.getByText("Víctor Visitante")).toBeVisible();
    expect(button(/ esperan$/).query()).toBeNull();
    await resize(1024, 768);
    await expect.element(button(/ esperan$/)).toBeVisible();
  });

  test("says that more wait than it has read", async () => {
    await openDesk({ replies: busyDesk().on(listVisits, { ...waiting(2), totalPages: 2 }) });
    await resize(1024, 768);
    await expect.element(button("Más de 4 esperan")).toBeVisible();
    await expect
      .element(page.getByText("2 llamadas sin contestar, más de 2 visitas esperan"))
      .toBeInTheDocument();
  });

  test("says nothing ahead where nothing waits", async () => {
    await openDesk({ replies: busyDesk().on(readLobbyDesk, calm).on(listVisits, waiting(0)) });
    await resize(1024, 768);
    await expect.element(page.getByText("Nadie espera con un código.")).toBeInTheDocument();
    expect(button(/esperan?$/).query()).toBeNull();
  });

  test("on a low tablet has the note above the bar whatever its head and its entrance have to say", async () => {
    const name = "Conjunto Residencial Portal de los Andes Orientales, Etapa Segunda, Torre Norte";
    const since = "2026-11-20T15:41:00.000Z";
    const doors = [garage, entrance].map((door) => ({ ...door, line: "away" as const, awaySince: since }));
    const as = pedro();
    await openDesk({
      as: { ...as, spaces: as.spaces.map((space) => ({ ...space, building: { ...space.building, name } })) },
      replies: busyDesk().on(listDoors, { doors }),
    });
    await resize(1024, 768);
    await expect.element(page.getByTitle(name)).toBeVisible();
    await expect.element(page.getByText(/^Las puertas no abren desde la app/)).toBeVisible();
    await expect.element(button("Anotar")).toBeVisible();
    expect(
      below(barTop(), code, button("Verificar"), page.getByLabelText("Qué pasó"), button("Anotar")),
    ).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    await wholePage();
    expect(await violations()).toEqual([]);
  });

  test("on a tablet that stands, too low for all of it, has what waits in full and the note always in sight", async () => {
    const guests = Array.from({ length: 8 }, (_, at) =>
      atDesk(passLike(at, `Invitado ${at + 1}`, { state: "inside", entered: 1 })),
    );
    await openDesk({ replies: busyDesk().on(listGuests, { guests, totalPages: 1, inside: 8 }) });
    await resize(768, 1024);
    const last = page.getByRole("button", { name: /^Invitado 8/ }).last();
    await expect.element(last).toBeInTheDocument();
    await expect.element(button("Anotar")).toBeVisible();
    await expect.element(button("Abrir Puerta principal")).toBeVisible();
    const search = page.getByLabelText("Buscar apartamento o torre");
    const note = [page.getByLabelText("Qué pasó"), button("Anotar")];
    expect(
      below(barTop(), button("Abrir Puerta principal"), code, button("Verificar"), search, ...note),
    ).toEqual([]);
    const waits = page.getByRole("region", { name: "Lo que espera" }).element();
    expect(waits.scrollHeight).toBeLessThanOrEqual(waits.clientHeight);
    await expect.element(page.getByText("Víctor Visitante")).toBeVisible();
    last.element().scrollIntoView({ block: "nearest" });
    const lineAbove = page.getByRole("region", { name: "Minuta" }).element().getBoundingClientRect().top;
    expect(below(lineAbove, last)).toEqual([]);
    expect(below(barTop(), ...note)).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
    await wholePage();
    expect(await violations()).toEqual([]);
  });

  test("rings a home by one touch, those at hand before the others", async () => {
    const { replies } = await openDesk();
    await expect.poll(tiles).toHaveLength(apartments.length);
    expect(tiles().slice(0, 3)).toEqual(["A-104", "A-102", "A-101"]);
    await button(/^Llamar a A-104/).click();
    await expect.poll(() => replies.asked(ringHome)).toHaveLength(1);
    expect(replies.asked(ringHome).at(-1)?.params.apartmentId).toBe(homeAt(3).id);
  });

  test("shows no home before it is known which stand first: none moves under a finger", async () => {
    const late = held({ favourites: [homeAt(3).id], recent: [], missed });
    const { replies } = await openDesk({ replies: busyDesk().on(readLobbyDesk, late.answer) });
    await late.isAsked;
    await expect.poll(() => replies.asked(apartmentDirectory)).not.toEqual([]);
    // A code can be typed meanwhile, and so can a home.
    await userEvent.keyboard("be");
    await expect.poll(tiles).toEqual(["A-104"]);
    await userEvent.keyboard("{Escape}");
    await expect.poll(tiles).toEqual([]);
    late.letGo();
    await expect.poll(() => tiles()[0]).toBe("A-104");
  });

  test("finds a home by two characters, by who lives there, and rings it by keyboard alone", async () => {
    const { replies } = await openDesk({ size: "desktop" });
    await expect.poll(tiles).toHaveLength(apartments.length);
    await userEvent.keyboard("be");
    await expect.poll(tiles).toEqual(["A-104"]);
    expect(page.getByLabelText("Buscar apartamento o torre").element()).toBe(document.activeElement);
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => replies.asked(ringHome)).toHaveLength(1);
  });

  test("keeps a home at hand, and lets go of it when that is refused", async () => {
    const { replies, line } = await openDesk();
    const favourites = [homeAt(0).id, homeAt(3).id];
    const answer = held({ favourites });
    await expect.poll(tiles).toHaveLength(apartments.length);
    // What was read before the line was there is read again.
    await expect.poll(() => line.sent(init)).not.toEqual([]);
    replies.on(keepAtHand, answer.answer);
    await button("Elegir favoritos").click();
    const star = (name: string) => button(`${name}, torre A, favorito`);
    await expect.element(star("A-104")).toHaveAttribute("aria-pressed", "true");
    await star("A-101").click();
    // Seen at once.
    await expect.element(star("A-101")).toHaveAttribute("aria-pressed", "true");
    replies.on(readLobbyDesk, { favourites, recent: [homeAt(1).id, homeAt(3).id], missed });
    answer.letGo();
    expect(await violations()).toEqual([]);
    replies.on(keepAtHand, failing(refused("TOO_MANY_AT_HAND")));
    await star("A-103").click();
    await expect.element(page.getByText(/^La portería ya tiene todos los favoritos que caben/)).toBeVisible();
    await button("Entendido").click();
    await expect.element(star("A-103")).toHaveAttribute("aria-pressed", "false");
    await button("Terminar de elegir favoritos").click();
    expect(tiles().slice(0, 2)).toEqual(["A-101", "A-104"]);
    expect(replies.asked(ringHome)).toEqual([]);
  });

  test("verifies a code and opens with six digits and three acts", async () => {
    const { replies, line } = await openDesk();
    for (const digit of CODE) {
      await button(digit).click();
    }
    await button("Verificar").click();
    await expect.element(page.getByRole("heading", { name: "Víctor Visitante" }).last()).toBeVisible();
    await resize(1180, 820);
    // Face beside face, over the press that lets them in.
    const faces = [page.getByText("Foto de hoy"), page.getByText("Foto registrada")] as const;
    expect(outOfSight(...faces, button("Autorizar y abrir"), button("Autorizar acceso"))).toEqual([]);
    const [today, registered] = faces.map((face) => face.element().getBoundingClientRect());
    expect(registered?.top).toBe(today?.top);
    expect(await violations()).toEqual([]);
    await button("Autorizar y abrir").click();
    await says("Código valido", "Acceso Permitido");
    await button("Entendido").click();

    await expect.element(page.getByText("Autorizaste el ingreso de Víctor Visitante.")).toBeVisible();
    expect(replies.asked(authoriseVisit)).toMatchObject([{ params: { code: CODE } }]);
    expect(line.sent(doorAction)).toMatchObject([
      { door: entrance.id, action: DOOR_OPEN, visitId: visit.id },
    ]);
    await expect.element(code).toHaveValue("");
  });

  test("authorises where the entrance would not open, and promises nothing", async () => {
    const away = { ...entrance, line: "away" as const, awaySince: "2026-11-20T15:41:00.000Z" };
    const { replies, line } = await openDesk({
      replies: busyDesk().on(listDoors, { doors: [garage, away] }),
    });
    await commands.scan(CODE);
    const panel = page.getByRole("region", { name: "Código de la visita" });
    await expect
      .element(panel.getByText("Puerta principal está sin conexión: no abre desde aquí."))
      .toBeVisible();
    expect(button("Autorizar y abrir").elements()).toEqual([]);
    expect(await violations()).toEqual([]);
    await button("Autorizar acceso").click();
    await says("Código valido", "Acceso Permitido");
    await button("Entendido").click();
    await expect.element(page.getByText("Autorizaste el ingreso de Víctor Visitante.")).toBeVisible();
    expect(replies.asked(authoriseVisit)).toHaveLength(1);
    expect(line.sent(doorAction)).toEqual([]);
    await expect.element(panel).toHaveFocus();
  });

  test("tells a slow doorman that the door stayed shut, however long the dialog stood over it", async () => {
    const answer = held(null);
    const line = deskLine().on(doorAction, async () => {
      await answer.answer();
      throw refused("DOOR_FAILED");
    });
    // A door of its own: what was pressed before is not over at once.
    const door = { ...entrance, id: idOf(0xde3) };
    await openDesk({ line, replies: busyDesk().on(listDoors, { doors: [door] }) });
    await commands.scan(CODE);
    await button("Autorizar y abrir").click();
    await answer.isAsked;
    await says("Código valido", "Acceso Permitido");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    answer.letGo();
    const trouble = page.getByText(sentenceOf("DOOR_FAILED")).first();
    await expect.element(trouble).toBeInTheDocument();
    vi.advanceTimersByTime(6000);
    await button("Entendido").click();
    await expect.element(trouble).toBeVisible();
    vi.advanceTimersByTime(DOOR_ERROR_SHOWN_MS);
    await expect.element(trouble).not.toBeInTheDocument();
  });

  test("sends a fresh press as one, also where the answer of the server's clock met a busy page", async () => {
    const real = performance.now.bind(performance);
    const ahead = 5_000_000;
    let isBusy = true;
    // The page's own clock, before that answer is read: it comes three seconds after it was asked for.
    const own = vi.spyOn(performance, "now").mockImplementation(() => real() - (isBusy ? 3000 : 0));
    onTestFinished(() => own.mockRestore());
    const pressed = later<void>();
    const line = deskLine().on(doorClock, async () => {
      if (!isBusy) {
        await pressed.promise;
      }
      const steadyMs = performance.now() + ahead;
      isBusy = false;
      return { steadyMs };
    });
    const door = { ...entrance, id: idOf(0xde4) };
    await openDesk({ line, replies: busyDesk().on(listDoors, { doors: [door] }) });
    await expect.poll(() => line.sent(doorClock).length).toBeGreaterThan(1);
    const before = real() + ahead;
    await button("Abrir Puerta principal").click();
    pressed.resolve();
    await expect.poll(() => line.sent(doorAction)).toHaveLength(1);
    expect(line.sent(doorAction)[0]?.pressedAt).toBeGreaterThan(before - 1500);
  });

  test("takes digits that are typed and a code that is pasted anywhere, and corrects them", async () => {
    const { replies } = await openDesk({ size: "desktop" });
    await userEvent.keyboard("48");
    await expect.element(code).toHaveValue("48");
    await button("Borrar el último número").click();
    await expect.element(code).toHaveValue("4");
    await button("Limpiar").click();
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", "Tu código es 482 913.");
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    await expect.element(code).toHaveValue(CODE);
    await userEvent.keyboard("{F2}{Enter}");
    await expect.poll(() => replies.asked(findVisit)).toMatchObject([{ params: { code: CODE } }]);
    // Enter pressed twice lets nobody in whom nobody looked at.
    await expect.element(button("Autorizar y abrir")).toBeVisible();
    await userEvent.keyboard("{Enter}");
    expect(replies.asked(authoriseVisit)).toEqual([]);
  });

  test("verifies the code that was put right while the wrong one is on its way, of which nothing is said any more", async () => {
    const wrong = later<void>();
    const right = later<void>();
    const { replies } = await openDesk({
      size: "desktop",
      replies: busyDesk().on(findVisit, async ({ params }) => {
        await (params.code === CODE ? right : wrong).promise;
        if (params.code !== CODE) {
          throw refused("VISIT_CODE_NOT_VALID");
        }
        return { visit };
      }),
    });
    const codes = () => replies.asked(findVisit).map(({ params }) => params.code);
    await userEvent.keyboard("482912{Enter}");
    await expect.poll(codes).toEqual(["482912"]);
    await expect.element(button("Verificar")).toHaveAttribute("aria-busy", "true");
    await userEvent.keyboard("{Backspace}3");
    await expect.element(button("Verificar")).not.toHaveAttribute("aria-busy");
    await userEvent.keyboard("{Enter}");
    await expect.poll(codes).toEqual(["482912", CODE]);
    wrong.resolve();
    right.resolve();
    await expect.element(button("Autorizar y abrir")).toBeVisible();
    expect(page.getByRole("alertdialog").elements()).toEqual([]);
    await expect.element(code).toHaveValue(CODE);
  });

  test("takes up the next one's code while the one before is being authorised, once that was said", async () => {
    const NEXT = "735264";
    const next = { ...visit, id: idOf(0xe2), code: NEXT, user: { ...visit.user, name: "Diana Desconocida" } };
    const slow = held({ visit: { ...visit, authorised: { at: visit.requestedAt, by: null } } });
    const { replies } = await openDesk({
      size: "desktop",
      replies: busyDesk()
        .on(findVisit, ({ params }) => ({ visit: params.code === NEXT ? next : visit }))
        .on(authoriseVisit, slow.answer),
    });
    const codes = () => replies.asked(findVisit).map(({ params }) => params.code);
    await expect.element(button("Abrir Puerta principal")).toBeVisible();
    await commands.scan(CODE);
    await button("Autorizar acceso").click();
    await slow.isAsked;
    await commands.scan(NEXT);
    await expect.element(button("Verificar")).toHaveAttribute("aria-busy", "true");
    slow.letGo();
    await says("Código valido", "Acceso Permitido");
    expect(codes()).toEqual([CODE]);
    await button("Entendido").click();
    const panel = page.getByRole("region", { name: "Código de la visita" });
    await expect.element(panel.getByRole("heading", { name: "Diana Desconocida" })).toBeVisible();
    await expect.element(page.getByText("Autorizaste el ingreso de Víctor Visitante.")).toBeVisible();
    await expect.element(code).toHaveValue(NEXT);
    expect(codes()).toEqual([CODE, NEXT]);
    // What would be written down for the one before is not offered beside the next.
    expect(panel.getByRole("button", { name: "Abrir Puerta principal" }).elements()).toEqual([]);
  });

  test("waits for no authorising that nothing answers: it says so, and the next one's code is taken up", async () => {
    const NEXT = "735264";
    const next = { ...visit, id: idOf(0xe2), code: NEXT, user: { ...visit.user, name: "Diana Desconocida" } };
    const never = held({ visit });
    const { replies } = await openDesk({
      size: "desktop",
      replies: busyDesk()
        .on(findVisit, ({ params }) => ({ visit: params.code === NEXT ? next : visit }))
        .on(authoriseVisit, never.answer),
    });
    const clock = new AbortController();
    const timed = vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(clock.signal);
    onTestFinished(() => timed.mockRestore());
    await commands.scan(CODE);
    await button("Autorizar acceso").click();
    await never.isAsked;
    await commands.scan(NEXT);
    await expect.element(button("Verificar")).toHaveAttribute("aria-busy", "true");
    clock.abort(new DOMException("", "TimeoutError"));
    await says(
      "¡lo sentimos!",
      "Víctor Visitante: No hay conexión con Umbral. Revisa tu internet e intenta de nuevo.",
    );
    await button("Entendido").click();
    const panel = page.getByRole("region", { name: "Código de la visita" });
    await expect.element(panel.getByRole("heading", { name: "Diana Desconocida" })).toBeVisible();
    // Whoever was not authorised comes again: the press that was lost is no other's.
    replies.on(authoriseVisit, { visit: next });
    await button("Autorizar acceso").click();
    await says("Código valido", "Acceso Permitido");
    expect(replies.asked(authoriseVisit).map(({ params }) => params.code)).toEqual([CODE, NEXT]);
    await button("Entendido").click();
  });

  test("takes up the next one's code that is scanned over what is said of the one before, twice scanned or not", async () => {
    const NEXT = "735264";
    const next = { ...visit, id: idOf(0xe2), code: NEXT, user: { ...visit.user, name: "Diana Desconocida" } };
    const { replies } = await openDesk({
      size: "desktop",
      replies: busyDesk().on(findVisit, ({ params }) => ({ visit: params.code === NEXT ? next : visit })),
    });
    const codes = () => replies.asked(findVisit).map(({ params }) => params.code);
    await commands.scan(CODE);
    await button("Autorizar acceso").click();
    await says("Código valido", "Acceso Permitido");
    await commands.scan(NEXT);
    const panel = page.getByRole("region", { name: "Código de la visita" });
    await expect.element(panel.getByRole("heading", { name: "Diana Desconocida" })).toBeVisible();
    await expect.element(page.getByText("Autorizaste el ingreso de Víctor Visitante.")).toBeVisible();
    expect(codes()).toEqual([CODE, NEXT]);
    await button("Autorizar acceso").click();
    await says("Código valido", "Acceso Permitido");
    await commands.scan(NEXT);
    await expect.element(page.getByText("Autorizaste el ingreso de Diana Desconocida.")).toBeVisible();
    await expect.element(code).toHaveValue("");
    expect(codes()).toEqual([CODE, NEXT]);
    // Over words of a code that nobody has, too.
    replies.on(findVisit, () => {
      throw refused("VISIT_CODE_NOT_VALID");
    });
    await commands.scan("111111");
    await says("ups", "Código no autorizado !!!");
    replies.on(findVisit, { visit });
    await commands.scan(CODE);
    await expect.element(panel.getByRole("heading", { name: "Víctor Visitante" })).toBeVisible();
    await expect.element(code).toHaveValue(CODE);
  });

  test("answers no question by a scan, and says that its code is to be read again for as long as that is so", async () => {
    const { replies } = await openDesk({ size: "desktop" });
    const answer = dialogs.confirm({ title: "¿Silenciar la alarma?" });
    const question = page.getByRole("alertdialog");
    await expect.element(question).toBeVisible();
    await commands.scan(CODE);
    const said = page.getByText("Termina primero lo que está abierto y vuelve a leer el código.");
    await expect.element(said).toBeVisible();
    const closed = later<void>();
    question.element().addEventListener("close", () => closed.resolve());
    await page.getByRole("button", { name: "Cancelar" }).click();
    expect(await answer).toBe(false);
    expect(replies.asked(findVisit)).toEqual([]);
    await closed.promise;
    await nextFrames();
    expect(said.elements()).toEqual([]);
  });

  test("opens for who was authorised though the doorman went to another screen, and says there who was not", async () => {
    const authorised = { visit: { ...visit, authorised: { at: visit.requestedAt, by: null } } };
    const slow = held(authorised);
    const replies = busyDesk().on(authoriseVisit, slow.answer);
    // A door of its own: what was pressed before is not over at once.
    const door = { ...entrance, id: idOf(0xde5) };
    const { line } = await openDesk({ replies: replies.on(listDoors, { doors: [door] }) });
    const authoriseAndLeave = async () => {
      await commands.scan(CODE);
      await button("Autorizar y abrir").click();
      await page.getByRole("link", { name: "Ver la minuta" }).click();
      await expect.element(page.getByRole("heading", { name: "Minuta", level: 1 })).toBeVisible();
    };
    await authoriseAndLeave();
    slow.letGo();
    await expect.poll(() => line.sent(doorAction)).toMatchObject([{ door: door.id, visitId: visit.id }]);
    expect(page.getByRole("alertdialog").elements()).toEqual([]);
    window.history.back();
    const lost = later<void>();
    replies.on(authoriseVisit, async () => {
      await lost.promise;
      throw refused("VISIT_CODE_NOT_VALID");
    });
    await expect.element(page.getByRole("heading", { name: "Portería", level: 1 })).toBeVisible();
    await authoriseAndLeave();
    lost.resolve();
    await says("¡lo sentimos!", "Víctor Visitante: Código no autorizado");
  });

  test("writes down no code that is scanned while the logbook's field has the focus, and says so", async () => {
    const { replies } = await openDesk({ size: "desktop" });
    await page.getByLabelText("Qué pasó").click();
    await commands.scan(CODE);
    await expect
      .element(page.getByText("El código quedó escrito en otro campo. Bórralo de ahí y vuelve a leerlo."))
      .toBeVisible();
    expect(replies.asked(writeNote)).toEqual([]);
    expect(replies.asked(findVisit)).toEqual([]);
  });

  test("does not verify anew the code that is being authorised", async () => {
    const slow = held({ visit: { ...visit, authorised: { at: visit.requestedAt, by: null } } });
    const { replies } = await openDesk({
      size: "desktop",
      replies: busyDesk().on(authoriseVisit, slow.answer),
    });
    await commands.scan(CODE);
    await button("Autorizar acceso").click();
    await slow.isAsked;
    await commands.scan(CODE);
    slow.letGo();
    await says("Código valido", "Acceso Permitido");
    await button("Entendido").click();
    await expect.element(page.getByText("Autorizaste el ingreso de Víctor Visitante.")).toBeVisible();
    await expect.element(code).toHaveValue("");
    expect(replies.asked(findVisit)).toHaveLength(1);
  });

  for (const [way, clear] of [
    ["the button", () => button("Limpiar").click()],
    ["Escape", () => userEvent.keyboard("{Escape}")],
  ] as const) {
    test(`shows nobody any more who was looked for before ${way} cleared the field`, async () => {
      const slow = held({ visit });
      const { replies, line } = await openDesk({
        size: "desktop",
        replies: busyDesk().on(findVisit, slow.answer).on(listVisits, waiting(1)),
      });
      await expect.element(page.getByText("Víctor Visitante")).toBeVisible();
      await expect.poll(() => line.sent(init)).not.toEqual([]);
      await commands.scan(CODE);
      await slow.isAsked;
      await clear();
      await expect.element(button("Verificar")).not.toHaveAttribute("aria-busy");
      slow.letGo();
      // What is asked for after that answer came is there: so is what it would show.
      replies.on(listVisits, waiting(2));
      line.say("visits:changed", { buildingId: mirador.id });
      await expect.element(page.getByText("Diana Desconocida")).toBeVisible();
      expect(button("Autorizar acceso").elements()).toEqual([]);
      await expect.element(code).toHaveValue("");
    });
  }

  test("tells its keys, and goes where they lead", async () => {
    await openDesk({ size: "desktop" });
    const keys = page.getByRole("list", { name: "Atajos de teclado" });
    await expect.element(keys.getByText("F9")).toBeVisible();
    await expect.element(button("Abrir Puerta principal")).toBeVisible();
    const ways = [
      ["{F2}", code],
      ["{F4}", page.getByLabelText("Buscar apartamento o torre")],
      ["{F9}", button("Abrir Puerta principal")],
    ] as const;
    for (const [key, place] of ways) {
      await userEvent.keyboard(key);
      expect(document.activeElement).toBe(place.element());
    }
  });

  test("looks at the entrance first, and at another door by one touch", async () => {
    const { line } = await openDesk();
    await expect.poll(() => line.sent(subscribeCamera)).toMatchObject([{ camId: idOf(0xdec) }]);
    // What is wrong with a door is seen from the others, also by who said 'Entendido' to it.
    await button("Garaje: Abierta demasiado tiempo").click();
    await expect.element(button("Cerrar Garaje")).toBeVisible();
    await expect.poll(() => line.sent(subscribeCamera).at(-1)).toMatchObject({ camId: idOf(0xded) });
    await expect.element(button("Abrir Puerta principal")).not.toBeInTheDocument();
  });

  test("marks the views whose doors are in trouble, for as long as they are", async () => {
    const doors = [
      entrance,
      { ...garage, leaf: { is: "forced" as const, since: "2026-11-20T15:42:00.000Z" } },
    ];
    const { replies, line } = await openDesk({ replies: busyDesk().on(listDoors, { doors }) });
    await expect.element(button("Garaje: Forzada")).toBeVisible();
    await expect.poll(() => line.sent(init)).not.toEqual([]);
    expect(await violations()).toEqual([]);
    replies.on(listDoors, {
      doors: [entrance, { ...garage, leaf: undefined, jammedSince: "2026-11-20T15:43:00.000Z" }],
    });
    line.say("door:state", { buildingId: mirador.id });
    await expect.element(button("Garaje: Trabada")).toBeVisible();
    replies.on(listDoors, { doors: [entrance, { ...garage, leaf: undefined, line: "away" }] });
    line.say("door:state", { buildingId: mirador.id });
    await expect.element(button("Garaje")).toBeVisible();
  });

  test("goes on to the code of whoever waits, which stays theirs", async () => {
    await openDesk();
    await button(/Víctor Visitante.*Escribir su código$/).click();
    await expect.element(code).toHaveFocus();
    await expect.element(code).toHaveValue("");
  });

  test("keeps the screen of its tablet lit", async () => {
    const asked = vi.spyOn(navigator.wakeLock, "request");
    onTestFinished(() => asked.mockRestore());
    await openDesk();
    await expect.poll(() => asked.mock.calls).toContainEqual(["screen"]);
  });

  test("hears of what is new by itself, and rings back by one touch", async () => {
    const { replies, line } = await openDesk({ replies: busyDesk().on(listVisits, waiting(1)) });
    await expect.element(page.getByText("Víctor Visitante")).toBeVisible();
    await expect.poll(() => line.sent(init)).not.toEqual([]);
    replies.on(listVisits, waiting(2));
    line.say("visits:changed", { buildingId: mirador.id });
    await expect.element(page.getByText("Diana Desconocida")).toBeVisible();
    replies.on(readLobbyDesk, { favourites: [], recent: [], missed: missed.slice(0, 1) });
    line.say("end", { callId: idOf(0xca9), status: "PERDIDA" });
    await expect.element(page.getByText("No contestó a las 10:40 AM")).not.toBeInTheDocument();
    await button("Devolver llamada a A-101").click();
    await expect.poll(() => replies.asked(ringHome)).toHaveLength(1);
  });

  test("tells of a forced door at once, over everything", async () => {
    const { line } = await openDesk();
    await expect.element(button(/^Llamar a A-101/)).toBeVisible();
    await expect.poll(() => line.sent(init)).not.toEqual([]);
    const trouble: DoorTrouble = {
      id: idOf(0xd7),
      kind: "door-forced",
      buildingId: mirador.id,
      buildingName: mirador.name,
      timeZone: "America/Bogota",
      doorName: "Garaje",
      camera: null,
      at: "2026-11-20T15:42:00.000Z",
    };
    line.say("door_trouble", trouble);
    const strip = page.getByRole("alert").filter({ hasText: "Garaje" });
    await expect.element(strip).toBeVisible();
    await expect.element(button("Abrir Puerta principal")).toBeVisible();
    expect(outOfSight(strip, button("Verificar"), button("Abrir Puerta principal"))).toEqual([]);
    // What waits is asked for after what is done is drawn.
    await expect.poll(() => document.documentElement.scrollHeight).toBeLessThanOrEqual(window.innerHeight);
    await strip.getByRole("button", { name: "Entendido" }).click();
    await expect.element(strip).not.toBeInTheDocument();
  });

  test("says what failed in each of its places, and tries again", async () => {
    const failed = failing(refused("FAULT"));
    const { replies } = await openDesk({
      replies: busyDesk()
        .on(readLobbyDesk, failed)
        .on(listVisits, failed)
        .on(apartmentDirectory, failed)
        .on(listDoors, failed),
    });
    const again = button("Intentar de nuevo");
    await expect.poll(() => again.elements()).toHaveLength(4);
    await wholePage();
    expect(await violations()).toEqual([]);
    replies.like(busyDesk(), readLobbyDesk, listVisits, apartmentDirectory, listDoors);
    // What is read anew when the line comes up may fail once more, and is pressed again.
    const places = [
      page.getByText("Llamó Rosa Líder a las 10:42 AM"),
      page.getByText("Víctor Visitante"),
      button(/^Llamar a A-101/),
      button("Abrir Puerta principal"),
    ];
    await expect
      .poll(() => {
        for (const one of again.elements()) {
          (one as HTMLButtonElement).click();
        }
        return places.filter((place) => place.elements().length > 0);
      })
      .toHaveLength(places.length);
  });

  test("says of which day a line of the logbook is, unless it is of today", async () => {
    const of = (count: number, at: Date) => noteOf(0x10b00 + count, at.toISOString(), `Novedad ${count}`);
    const now = new Date();
    const past = new Date(now.getTime() - 2 * 86_400_000);
    const lines = [of(1, now), of(2, past)];
    await openDesk({
      replies: calmDesk()
        .on(apartmentDirectory, { apartments: [] })
        .on(listLogbook, { lines, totalPages: 1, hasOlder: false }),
    });
    await expect.element(page.getByText(new RegExp(`^${formatTime(now)} · Novedad`))).toBeInTheDocument();
    await expect.element(page.getByText(new RegExp(`^${formatDate(past)} · Novedad`))).toBeInTheDocument();
  });

  test("at a calm lobby says so, and what to do next", async () => {
    await openDesk({ replies: calmDesk().on(apartmentDirectory, { apartments: [] }) });
    await expect.element(page.getByText("Ninguna llamada quedó sin contestar hoy.")).toBeVisible();
    await expect.element(page.getByText("Nadie espera con un código.")).toBeVisible();
    await expect.element(page.getByText("Este edificio aún no tiene apartamentos.")).toBeVisible();
    await expect.element(page.getByText("Este edificio todavía no tiene cámaras ni puertas.")).toBeVisible();
    expect(await violations()).toEqual([]);
  });
});

describe("who comes to the same address", () => {
  test("an administrator of the building finds the requests there too", async () => {
    const place = { building: mirador, apartment: null, employees: 2, owners: 1 };
    await openDesk({
      as: somebody("ADMINISTRADOR", "Alberto Administrador"),
      replies: busyDesk().on(listWaitingPlaces, { places: [place] }),
    });
    const ways = page
      .getByRole("region", { name: "Lo que espera" })
      .getByRole("link", { name: /Solicitudes/ });
    await expect.element(ways.first()).toHaveTextContent("2Solicitudes de Usuarios");
    await expect.element(ways.last()).toHaveTextContent("1Solicitudes de Propietarios");
  });

  test("a visitor finds the search, and nothing of the desk is asked for", async () => {
    const replies = new Replies().on(apartmentDirectory, {
      apartments: apartments.map(({ id, name, tower }) => ({ id, name, tower })),
    });
    await renderScreen(DESK, { as: somebody("VISITANTE_CONOCIDO", "Víctor Visitante"), replies });
    await expect.element(page.getByRole("heading", { name: "¿A qué apartamento vas?" })).toBeVisible();
    await expect.element(button("Llamar a A-101, torre A")).toBeVisible();
    expect(replies.asked(readLobbyDesk)).toEqual([]);
  });

  test("a doorman reaches the desk from the welcome by one act", async () => {
    const screen = await renderScreen("/acceso", { as: pedro(), replies: busyDesk(), line: deskLine() });
    await button("VISITANTE").click();
    await expect.element(page.getByRole("heading", { name: "Portería", level: 1 })).toBeVisible();
    expect(screen.path()).toBe(DESK);
  });

  test("a doorman who comes by the app's shortcut stands at the entrance's button", async () => {
    const screen = await renderScreen("/?puerta=principal", {
      as: pedro(),
      replies: busyDesk(),
      line: deskLine(),
    });
    await expect.element(button("Abrir Puerta principal")).toHaveFocus();
    expect(screen.path()).toBe(`${DESK}?puerta=principal`);
    expect(screen.line.sent(doorAction)).toEqual([]);
  });

  test("who lives there and works there rings, and is offered the desk", async () => {
    await openDesk({ as: somebody("CONSERJE", "Carla Conserje", home) });
    await expect.element(button(/^Llamar a A-101/)).toBeVisible();
  });
});
