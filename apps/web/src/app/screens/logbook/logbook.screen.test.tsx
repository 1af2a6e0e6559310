import { currentUser, init } from "@umbral/contract/auth/auth.contract";
import { apartmentDirectory } from "@umbral/contract/buildings/buildings.contract";
import { handOverShift, readHandover } from "@umbral/contract/kiosks/handing-over.contract";
import {
  correctLine,
  exportLogbook,
  type LogbookLine,
  listLogbook,
  writeNote,
} from "@umbral/contract/logbook/logbook.contract";
import { readRollCall } from "@umbral/contract/passes/roll-call.contract";
import { afterEach, describe, expect, test, vi } from "vitest";
import { commands, page, userEvent } from "vitest/browser";
import type { z } from "zod";
import { calmDesk } from "../../../../testing/screens/desk.ts";
import { resize } from "../../../../testing/screens/frames.ts";
import { ServerLine } from "../../../../testing/screens/line.ts";
import { beyondTheEdge, everyLook, violations, wholePage } from "../../../../testing/screens/look.ts";
import { idOf, lobbyDevice, mirador, somebody } from "../../../../testing/screens/people.ts";
import { selfie } from "../../../../testing/screens/pictures.ts";
import { failing, held, NoAnswer, Replies, refused } from "../../../../testing/screens/replies.ts";
import { renderScreen } from "../../../../testing/screens/screen.tsx";

const MINUTA = "/building/dashboard/minuta";
const DAY_MS = 86_400_000;
const now = Date.now();

const line = (count: number, facts: Partial<LogbookLine>): LogbookLine => ({
  id: idOf(0x10b00 + count),
  at: new Date(now - count * 60_000).toISOString(),
  kind: "NOTE",
  category: facts.kind === undefined ? "NOVEDAD" : null,
  detail: {},
  actor: "Pedro Portero",
  person: null,
  incoming: null,
  text: null,
  open: null,
  isErased: false,
  pictures: [],
  corrects: null,
  corrections: [],
  ...facts,
});
const broken = line(1, { category: "DANO", text: "Vidrio roto en el ascensor", pictures: ["/nada.jpg"] });
const corrected = line(3, {
  text: "Llegó la bomba a las 9",
  corrections: [
    { id: idOf(0x10c01), at: new Date(now).toISOString(), actor: "Rita Relevo", text: "Fue a las 10" },
  ],
});
const handedOver = line(4, {
  kind: "SHIFT_HANDED_OVER",
  incoming: "Rita Relevo",
  open: "Adentro: Carlos Pérez · Apto A-101\nPuerta trabada: Garaje",
  detail: { open: 2 },
});
const yesterday = line(2, {
  kind: "PASS_ENTERED",
  at: new Date(now - DAY_MS).toISOString(),
  person: "Carlos Pérez",
  detail: { people: 3, home: "A-101" },
});
const erased = line(5, { at: new Date(now - DAY_MS).toISOString(), actor: null, isErased: true });
const lines = [broken, corrected, handedOver, yesterday, erased];

const replies = (all: LogbookLine[] = lines) =>
  new Replies()
    .on(listLogbook, { lines: all, totalPages: 1, hasOlder: false })
    .on(writeNote, { id: idOf(1) })
    .on(correctLine, { id: idOf(2) });

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const pedro = () => somebody("PORTERIA", "Pedro Portero");
const ana = () => somebody("ADMINISTRADOR", "Ana Administradora");

async function open(setting: Parameters<typeof renderScreen>[1] = {}) {
  const screen = await renderScreen(MINUTA, { as: pedro(), size: "tablet", replies: replies(), ...setting });
  await expect.element(page.getByRole("heading", { name: "Minuta", level: 1 })).toBeVisible();
  return screen;
}

/** Its group has the same name. */
function fileField(): Element {
  const field = document.querySelector("input[type='file']");
  if (field === null) {
    throw new Error("there is no field for a picture");
  }
  return field;
}

afterEach(() => vi.restoreAllMocks());

describe("the logbook", () => {
  for (const look of everyLook) {
    test(`stands under its days, ${look.size} and ${look.colorScheme}`, async () => {
      await open({ ...look, as: look.size === "desktop" ? ana() : pedro() });
      const today = page.getByRole("list", { name: "Hoy" });
      await expect.element(today.getByRole("article", { name: /^Daño/ })).toBeVisible();
      await expect.element(today.getByText("Corregida: Fue a las 10")).toBeVisible();
      await expect
        .element(today.getByText("Pedro Portero entrega a Rita Relevo · 2 pendientes"))
        .toBeVisible();
      await expect
        .element(page.getByRole("list", { name: "Ayer" }).getByText("Carlos Pérez · Apto A-101 · 3 personas"))
        .toBeVisible();
      expect(beyondTheEdge()).toEqual([]);
      await wholePage();
      expect(await violations()).toEqual([]);
    });
  }

  test("takes a note with pictures in one act, and says what is missing", async () => {
    const { replies: asked } = await open();
    await button("Anotar").click();
    await expect.element(page.getByText("* Debes escribir qué pasó")).toBeVisible();
    await page.getByLabelText("Categoría").selectOptions("Ruido");
    await page.getByLabelText("Qué pasó").fill("Fiesta en el 301");
    await button("Foto").click();
    await userEvent.upload(page.elementLocator(fileField()), await selfie());
    await expect.element(page.getByAltText("Vista previa: Foto 1")).toBeVisible();
    await page.getByLabelText("Qué pasó").click();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("Quedó en la minuta.")).toBeVisible();
    expect(asked.asked(writeNote)).toMatchObject([
      { body: { category: "RUIDO", text: "Fiesta en el 301", picture1: expect.any(File) } },
    ]);
    await expect.element(page.getByLabelText("Qué pasó")).toHaveValue("");
  });

  test("leaves the next line alone, which is written while one is on its way", async () => {
    const answer = held({ id: idOf(1) });
    const { replies: asked } = await open({ replies: replies().on(writeNote, answer.answer) });
    const what = page.getByLabelText("Qué pasó");
    await page.getByLabelText("Categoría").selectOptions("Ruido");
    await button("Foto").click();
    await userEvent.upload(page.elementLocator(fileField()), await selfie());
    await expect.element(page.getByAltText("Vista previa: Foto 1")).toBeVisible();
    await what.fill("Fiesta en el 301");
    await userEvent.keyboard("{Enter}");
    await answer.isAsked;
    await what.fill("Llegó la bomba");
    await page.getByLabelText("Categoría").selectOptions("Daño");
    await button("Foto").click();
    asked.on(writeNote, { id: idOf(2) });
    answer.letGo();
    await expect.element(page.getByText("Quedó en la minuta.")).toBeVisible();
    await expect.element(what).toHaveValue("Llegó la bomba");
    await expect.element(page.getByLabelText("Categoría")).toHaveDisplayValue("Daño");
    await what.click();
    await userEvent.keyboard("{Enter}");
    await expect.element(what).toHaveValue("");
    const [first, second] = asked.asked(writeNote).map(({ body }) => body);
    expect(first).toMatchObject({ category: "RUIDO", text: "Fiesta en el 301", picture1: expect.any(File) });
    // The picture went with its own line.
    expect(second).toMatchObject({ category: "DANO", text: "Llegó la bomba" });
    expect(second).not.toHaveProperty("picture1");
    expect(second?.requestId).not.toBe(first?.requestId);
  });

  test("takes a line again by the same press after a lost answer, and another one written since by its own", async () => {
    const { replies: asked } = await open({ replies: replies().on(writeNote, failing(refused("FAULT"))) });
    const what = page.getByLabelText("Qué pasó");
    for (const [at, text] of ["Fiesta en el 301", "Fiesta en el 301", "Llegó la bomba"].entries()) {
      await what.fill(text);
      await button("Anotar").click();
      await expect.poll(() => asked.asked(writeNote)).toHaveLength(at + 1);
      await button("Entendido").click();
    }
    const [first, again, next] = asked.asked(writeNote).map(({ body }) => body.requestId);
    expect(again).toBe(first);
    expect(next).not.toBe(first);
  });

  test("is corrected beside what was wrong", async () => {
    const { replies: asked } = await open();
    await button(/^Corregir: Daño/).click();
    await page.getByLabelText("Qué es lo correcto").fill("Era el espejo");
    await page.getByRole("dialog").getByRole("button", { name: "Corregir", exact: true }).click();
    await expect.element(page.getByText("La corrección quedó en la minuta.")).toBeVisible();
    expect(asked.asked(correctLine)).toMatchObject([
      { params: { lineId: broken.id }, body: { text: "Era el espejo" } },
    ]);
  });

  test("takes other words of a correction for another press, and the same again for the same one", async () => {
    const { replies: asked } = await open({ replies: replies().on(correctLine, failing(new NoAnswer())) });
    await button(/^Corregir: /)
      .first()
      .click();
    const words = page.getByLabelText("Qué es lo correcto");
    const send = async (text: string, count: number) => {
      await words.fill(text);
      await page.getByRole("dialog").getByRole("button", { name: "Corregir", exact: true }).click();
      await expect.poll(() => asked.asked(correctLine)).toHaveLength(count);
      await button("Entendido").click();
    };
    await send("Era el espejo", 1);
    await send("Era el espejo", 2);
    await send("Era el espejo del ascensor", 3);
    const [first, again, other] = asked.asked(correctLine).map(({ body }) => body.requestId);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  test("is searched and narrowed, is read by the police and not written, and says that it is empty or cannot be read", async () => {
    const { replies: asked } = await open({ as: somebody("POLICIA", "Paz Policía") });
    await expect.element(page.getByText("Vidrio roto en el ascensor")).toBeVisible();
    expect(button("Anotar").elements()).toEqual([]);
    expect(button(/^Corregir/).elements()).toEqual([]);
    asked.on(listLogbook, { lines: [], totalPages: 1, hasOlder: false });
    await page.getByText("Filtros").click();
    await page.getByLabelText("Tema").selectOptions("Puertas");
    await expect.element(page.getByText("Nada de la minuta es así.")).toBeVisible();
    expect(asked.asked(listLogbook).at(-1)).toMatchObject({ query: { group: "DOORS" } });
    asked.on(listLogbook, failing(refused("TOO_OFTEN")));
    await page.getByLabelText("Tema").selectOptions("Mascota");
    await expect.element(button("Intentar de nuevo")).toBeVisible();
  });

  test("has a line that came without being asked for", async () => {
    const wire = new ServerLine();
    const { replies: asked } = await open({ line: wire, replies: replies([]) });
    await expect.element(page.getByText("La minuta está vacía.")).toBeVisible();
    asked.on(listLogbook, { lines, totalPages: 1, hasOlder: false });
    wire.say("logbook:changed", { buildingId: mirador.id });
    await expect.element(page.getByText("Vidrio roto en el ascensor")).toBeVisible();
  });

  test("is printed by date with room for signatures, and taken as a file", async () => {
    const print = vi.spyOn(window, "print").mockImplementation(() => undefined);
    const { replies: asked } = await open({ as: ana(), size: "desktop" });
    await button("Imprimir").click();
    await expect.poll(() => print.mock.calls.length).toBe(1);
    const sheet = document.querySelector("[data-print-sheet]");
    expect(sheet?.textContent).toContain("Minuta · Edificio Mirador del Parque");
    expect(sheet?.textContent).toContain("Entrega: Pedro Portero");
    expect(sheet?.textContent).toContain("Recibe: Rita Relevo");
    expect(sheet?.textContent).not.toContain("Solo las más recientes");
    // Today, where no day was chosen.
    expect(asked.asked(listLogbook).at(-1)?.query.from).toBeDefined();
    window.dispatchEvent(new Event("afterprint"));
    await expect.poll(() => document.querySelector("[data-print-sheet]")).toBeNull();
    asked.on(exportLogbook, "Fecha y hora\r\n");
    await button("Descargar CSV").click();
    await expect.poll(() => asked.asked(exportLogbook)).toHaveLength(1);
  });

  test("says on paper that there is more than stands there, and has no line twice", async () => {
    const print = vi.spyOn(window, "print").mockImplementation(() => undefined);
    const { replies: asked } = await open({ as: ana(), size: "desktop" });
    // A line that came meanwhile moved each page's last one on to the next.
    asked.on(listLogbook, ({ query: { page: at } }) => ({
      lines: Array.from({ length: 100 }, (_, place) => line((at - 1) * 99 + place, { text: "Ronda" })),
      totalPages: 40,
      hasOlder: true,
    }));
    await button("Imprimir").click();
    await expect.poll(() => print.mock.calls.length).toBe(1);
    const sheet = document.querySelector("[data-print-sheet]");
    expect(sheet?.textContent).toContain("2080 anotaciones");
    expect(sheet?.textContent).toContain("Solo las más recientes de esos días");
    expect(sheet?.querySelectorAll("tbody tr")).toHaveLength(2080);
    window.dispatchEvent(new Event("afterprint"));
    await expect.poll(() => document.querySelector("[data-print-sheet]")).toBeNull();
  });
});

describe("at the desk", () => {
  const openItems = [
    { about: "overstay" as const, text: "Adentro: Carlos Pérez · Apto A-101 · fuera de hora" },
    { about: "door" as const, text: "Puerta trabada: Garaje" },
  ];
  const desk = async (setting: Parameters<typeof renderScreen>[1] = {}) => {
    const screen = await renderScreen("/acceso-visitante", {
      as: lobbyDevice({ role: "PORTERIA", name: "Pedro Portero" }),
      size: "tablet",
      replies: calmDesk(
        replies().on(readHandover, { open: openItems }).on(apartmentDirectory, { apartments: [] }),
      ),
      ...setting,
    });
    await expect.element(page.getByRole("heading", { name: "Portería", level: 1 })).toBeVisible();
    return screen;
  };
  const dialog = page.getByRole("dialog", { name: "Entregar turno" });

  for (const look of everyLook) {
    test(`the note is at hand and what is open is handed over, ${look.size} and ${look.colorScheme}`, async () => {
      await desk(look);
      await expect.element(page.getByLabelText("Qué pasó")).toBeVisible();
      await expect.element(page.getByText("Vidrio roto en el ascensor")).toBeInTheDocument();
      expect(beyondTheEdge()).toEqual([]);
      await button("Entregar turno").click();
      await expect.element(dialog.getByText("Puerta trabada: Garaje")).toBeVisible();
      expect(await violations()).toEqual([]);
    });
  }

  test("both sign, wrong PINs are typed anew, and the next shift begins", async () => {
    const { replies: asked, line: atServer } = await desk();
    asked.on(handOverShift, () => {
      throw refused("HANDOVER_PIN_WRONG");
    });
    await button("Entregar turno").click();
    await dialog.getByLabelText("PIN de turno", { exact: true }).fill("274913");
    await dialog.getByLabelText("Cédula").fill("1000000007");
    await dialog.getByLabelText("PIN de turno de quien recibe").fill("860247");
    await dialog.getByRole("button", { name: "Firmar y entregar turno" }).click();
    await expect.element(dialog.getByText("* Tu PIN de turno no es correcto.")).toBeVisible();
    await expect.element(dialog.getByLabelText("PIN de turno", { exact: true })).toHaveValue("");
    const rita = lobbyDevice({ role: "PORTERIA", name: "Rita Relevo" });
    asked.on(handOverShift, { id: idOf(9), shift: { ...rita, token: "token-of-rita" } });
    // The app asks anew who is signed in, sooner or later.
    asked.on(currentUser, { user: rita.user, spaces: rita.spaces, kiosk: rita.kiosk });
    atServer.on(init, { userId: rita.user.id, socketId: "line-2" });
    await dialog.getByLabelText("PIN de turno", { exact: true }).fill("274913");
    await dialog.getByLabelText("PIN de turno de quien recibe").fill("860247");
    await dialog.getByRole("button", { name: "Firmar y entregar turno" }).click();
    await expect.element(page.getByText("Turno entregado. Comenzó el siguiente.")).toBeVisible();
    await expect.element(page.getByRole("banner").getByText("Rita Relevo")).toBeVisible();
  });

  test("a refusal is said alone beside its field and in sight, all that is open is listed, and a PIN can be made", async () => {
    const many = Array.from({ length: 12 }, (_, at) => ({
      about: "guest" as const,
      text: `Adentro: Invitado ${at + 1}`,
    }));
    const { replies: asked } = await desk({ as: somebody("PORTERIA", "Pedro Portero") });
    asked.on(readHandover, { open: [...openItems, ...many] });
    await resize(1024, 700);
    await button("Entregar turno").click();
    await expect.element(dialog.getByText("Adentro: Invitado 12")).toBeInTheDocument();
    const list = dialog.getByRole("region", { name: "Pendientes" }).getByRole("list").element();
    expect(list.scrollHeight).toBe(list.clientHeight);
    const own = dialog.getByLabelText("PIN de turno", { exact: true });
    const theirs = dialog.getByLabelText("PIN de turno de quien recibe");
    const sign = dialog.getByRole("button", { name: "Firmar y entregar turno" });
    await sign.click();
    await expect.element(own).toHaveAccessibleDescription("* Debes diligenciar el PIN de turno");
    const said = () =>
      dialog
        .getByText(/^\* /)
        .elements()
        .map(({ textContent }) => textContent);
    for (const [code, field, why] of [
      ["HANDOVER_PIN_WRONG", own, "* Tu PIN de turno no es correcto."],
      ["SHIFT_NOT_BEGUN", theirs, "* El documento o el PIN de turno no son correctos."],
      ["HANDOVER_TO_ONESELF", dialog.getByLabelText("Cédula"), "* El turno se entrega a otra persona."],
      ["TOO_OFTEN", null, null],
    ] as const) {
      asked.on(handOverShift, failing(refused(code)));
      await own.fill("123456");
      await dialog.getByLabelText("Cédula").fill("1000000007");
      await theirs.fill("123456");
      await sign.click();
      await expect.element(own).toHaveValue("");
      await expect.element(theirs).toHaveValue("");
      await expect.poll(said).toEqual([why ?? expect.stringMatching(/^\* /)]);
      await expect.element(dialog.getByText(/^\* /)).toBeInViewport({ ratio: 1 });
      if (field !== null) {
        await expect.element(field).toHaveFocus();
        await expect.element(field).toHaveAccessibleDescription(expect.stringContaining(why));
      }
    }
    expect(await violations()).toEqual([]);
    await dialog.getByRole("link", { name: "Créalo en tu perfil, en «PIN de turno»" }).click();
    await expect
      .element(page.getByRole("tab", { name: "PIN de turno" }))
      .toHaveAttribute("aria-selected", "true");
  });

  test("a guest's code that is scanned into the form signs nothing", async () => {
    const { replies: asked } = await desk();
    asked.on(handOverShift, failing(refused("HANDOVER_PIN_WRONG")));
    await button("Entregar turno").click();
    const text = dialog.getByLabelText("Novedades (opcional)");
    const own = dialog.getByLabelText("PIN de turno", { exact: true });
    const theirs = dialog.getByLabelText("PIN de turno de quien recibe");
    const cedula = dialog.getByLabelText("Cédula");
    await text.fill("Todo en orden");
    await own.fill("274913");
    await cedula.fill("1000000007");
    await theirs.fill("860247");
    for (const field of [text, cedula, own, theirs]) {
      await field.click();
      await commands.scan("482913");
      await expect
        .element(page.getByText("Entrega primero el turno y vuelve a leer el código."))
        .toBeVisible();
    }
    await expect.element(text).toHaveValue("Todo en orden");
    await expect.element(cedula).toHaveValue("1000000007");
    await expect.element(own).toHaveValue("");
    await expect.element(theirs).toHaveValue("");
    expect(asked.asked(handOverShift)).toEqual([]);
  });

  test("at a device of the lobby no link leads to a profile that it does not show", async () => {
    await desk();
    await button("Entregar turno").click();
    await expect.element(dialog.getByText(/Cada quien lo crea antes en su perfil/)).toBeInTheDocument();
    expect(dialog.getByRole("link").elements()).toEqual([]);
  });

  const rollCall = (visits: Partial<z.input<(typeof readRollCall)["reply"]>> = {}) => ({
    at: new Date(now).toISOString(),
    building: { name: mirador.name, timeZone: "America/Bogota" },
    guests: [],
    visitors: [],
    homes: [
      { tower: "A", home: "A-101" },
      { tower: "A", home: "A-102" },
    ],
    ...visits,
  });
  const busy = rollCall({
    guests: [{ name: "Carlos Pérez", home: "A-101", people: 2, since: new Date(now).toISOString() }],
    visitors: [{ name: "Víctor Visitante", since: new Date(now).toISOString() }],
  });
  const inside = page.getByRole("dialog", { name: "Quién está adentro" });

  for (const look of everyLook) {
    test(`who is inside is shown, with home and since when, ${look.size} and ${look.colorScheme}`, async () => {
      const { replies: asked } = await desk(look);
      asked.on(readRollCall, busy);
      await button("Quién está adentro").click();
      const guests = inside.getByRole("region", { name: "Con invitación" });
      await expect.element(guests.getByText("Carlos Pérez")).toBeVisible();
      await expect.element(guests.getByText(/^Apto A-101 · 2 personas · desde las? \d/)).toBeVisible();
      const visitors = inside.getByRole("region", { name: "Con código de visita" });
      await expect.element(visitors.getByText("Víctor Visitante")).toBeVisible();
      await expect.element(inside.getByText("A · A-102")).toBeVisible();
      await expect.element(inside.getByRole("button", { name: "Imprimir" })).toBeInViewport({ ratio: 1 });
      expect(beyondTheEdge()).toEqual([]);
      expect(await violations()).toEqual([]);
    });
  }

  test("who is inside is printed from there with every home, and nothing was printed before", async () => {
    const print = vi.spyOn(window, "print").mockImplementation(() => undefined);
    const { replies: asked } = await desk();
    asked.on(readRollCall, busy);
    await button("Quién está adentro").click();
    await expect.element(inside.getByText("Carlos Pérez")).toBeVisible();
    expect(document.querySelector("[data-print-sheet]")).toBeNull();
    await inside.getByRole("button", { name: "Imprimir" }).click();
    await expect.poll(() => print.mock.calls.length).toBe(1);
    const said = document.querySelector("[data-print-sheet]")?.textContent;
    for (const words of ["2 personas", "Carlos Pérez", "Víctor Visitante", "A · A-102"]) {
      expect(said).toContain(words);
    }
    window.dispatchEvent(new Event("afterprint"));
    await expect.poll(() => document.querySelector("[data-print-sheet]")).toBeNull();
  });

  test("who is inside waits, says that it could not be read, that nobody is, and is read again", async () => {
    const { replies: asked } = await desk();
    const answer = held(rollCall());
    asked.on(readRollCall, failing(refused("TOO_OFTEN")));
    await button("Quién está adentro").click();
    await expect.element(inside.getByText("No pudimos cargar esta información.")).toBeVisible();
    asked.on(readRollCall, answer.answer);
    await inside.getByRole("button", { name: "Intentar de nuevo" }).click();
    await expect.element(inside.getByText("Cargando…")).toBeInTheDocument();
    answer.letGo();
    await expect.element(inside.getByText("No hay visitas adentro.")).toBeVisible();
    await expect.element(inside.getByText("A · A-102")).toBeVisible();
    expect(await violations()).toEqual([]);
    asked.on(readRollCall, busy);
    await inside.getByRole("button", { name: "Refrescar" }).click();
    await expect.element(inside.getByText("Carlos Pérez")).toBeVisible();
  });
});
