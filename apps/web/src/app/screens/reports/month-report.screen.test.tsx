import { administerBuildings } from "@umbral/contract/buildings/building-list.contract";
import {
  exportMonthReport,
  type MonthReport,
  readMonthReport,
} from "@umbral/contract/reports/reports.contract";
import { expect, test } from "vitest";
import { commands, page } from "vitest/browser";
import { beyondTheEdge, choose, everyLook, violations, wholePage } from "../../../../testing/screens/look.ts";
import { mirador, platformAdministrator, somebody } from "../../../../testing/screens/people.ts";
import { failing, Replies, refused } from "../../../../testing/screens/replies.ts";
import { renderScreen } from "../../../../testing/screens/screen.tsx";
import { monthWords } from "../../../lib/calendar-words.ts";
import { dayOf } from "../../../lib/dates.ts";
import { latestMonths } from "./report-words.ts";

const [month = "", before = ""] = latestMonths(dayOf(new Date()));
const report: MonthReport = {
  building: { ...mirador, timeZone: "America/Bogota" },
  month,
  eventsKeptFrom: `${month}-04T12:00:00.000Z`,
  days: {
    openings: Array.from({ length: 30 }, (_, at) => (at * 7) % 40),
    visits: Array.from({ length: 30 }, () => 2),
    guests: Array.from({ length: 30 }, (_, at) => (at % 6 === 5 ? 5 : 0)),
    refused: Array.from({ length: 30 }, () => 0),
  },
  doors: [
    {
      name: "Puerta principal",
      origins: [
        { origin: "APP", count: 120 },
        { origin: "CARD", count: 400 },
      ],
    },
    { name: "Garaje", origins: [{ origin: "BUTTON", count: 31 }] },
  ],
  refused: [
    { reason: "unknown", count: 9 },
    { reason: "not-now", count: 2 },
  ],
  intrusions: [{ kind: "door-held", name: "Garaje", count: 3 }],
  visits: { asked: 70, authorised: 60 },
  calls: { toHomes: { answered: 41, missed: 6 }, toLobby: { answered: 12, missed: 1 } },
  alarms: [
    { event: "EMERGENCY", drill: false, count: 1 },
    { event: "EMERGENCY", drill: true, count: 1 },
  ],
  absences: [{ name: "Controlador", times: 2, minutes: 200 }],
  gaps: [
    { from: `${month}-03T08:00:00.000Z`, until: `${month}-03T20:00:00.000Z`, timeZone: "America/Bogota" },
  ],
};
/** A building of some size in a month in which a bit of everything happened. */
const usual: MonthReport = {
  ...report,
  days: { ...report.days, refused: Array.from({ length: 30 }, (_, at) => at % 4) },
  doors: ["Puerta principal", "Garaje", "Acceso torre B", "Terraza"].map((name, at) => ({
    name,
    origins: [
      { origin: "APP", count: 900 - at * 100 },
      { origin: "BUTTON", count: 300 },
      { origin: "CARD", count: 4000 - at * 500 },
      { origin: "CODE", count: 60 },
    ],
  })),
  refused: (["unknown", "not-now", "not-this-door", "suspended"] as const).map((reason, at) => ({
    reason,
    count: 12 - at,
  })),
  intrusions: [
    { kind: "door-forced", name: "Garaje", count: 1 },
    { kind: "door-held", name: "Garaje", count: 14 },
    { kind: "door-held", name: "Puerta principal", count: 6 },
    { kind: "motion", name: "Cámara del garaje", count: 21 },
  ],
  absences: [{ name: "Controlador", times: 3, minutes: 200 }],
  gaps: [],
};
const PATH = `/admin-dashboard/reports/${mirador.id}`;
const calm = () => new Replies().on(administerBuildings, { buildings: [] }).on(readMonthReport, report);
const figure = (name: string) => page.getByRole("term").filter({ hasText: name });

for (const look of everyLook) {
  test(`a month stands on one page (${look.size}, ${look.colorScheme})`, async () => {
    await renderScreen(PATH, { as: platformAdministrator(), replies: calm(), ...look });
    await expect
      .element(page.getByRole("article", { name: `${mirador.name}, ${monthWords(month)}` }))
      .toBeVisible();
    await expect.element(figure("Llamadas contestadas")).toBeVisible();
    await expect.element(page.getByText("53 de 60")).toBeVisible();
    await expect.element(page.getByText("App 120 · Tarjeta 400")).toBeVisible();
    await expect.element(page.getByText("faltan registros: se restauró una copia.")).toBeVisible();
    await expect.element(page.getByText("de este mes hay desde el").first()).toBeVisible();
    // Whoever came by an invitation is a visit too, and told apart.
    await expect.element(page.getByRole("definition").nth(2)).toHaveTextContent(/^85$/);
    await expect.element(page.getByText("25 en el mes, hasta 5 en un día")).toBeVisible();
    await wholePage();
    expect(await violations()).toEqual([]);
    expect(beyondTheEdge()).toEqual([]);
  });
}

test("a month with usual figures is one sheet of A4, and nothing hangs out of it", async () => {
  await renderScreen(PATH, { as: platformAdministrator(), replies: calm().on(readMonthReport, usual) });
  await expect.element(page.getByText("Terraza")).toBeVisible();
  expect(await commands.print()).toEqual({ pages: 1, beyond: 0 });
});

test("a month of many doors goes on on a second sheet", async () => {
  const doors = Array.from({ length: 60 }, (_, at) => ({
    name: `Puerta ${at}`,
    origins: [{ origin: "CARD" as const, count: 60 - at }],
  }));
  const replies = calm().on(readMonthReport, { ...usual, doors });
  await renderScreen(PATH, { as: platformAdministrator(), replies });
  await expect.element(page.getByText("Puerta 59")).toBeVisible();
  expect((await commands.print()).pages).toBeGreaterThan(1);
});

test("who administers one building has it chosen; another month is asked for, kept in the address, and taken as a file", async () => {
  const replies = calm().on(exportMonthReport, "Parte;Cantidad\r\n");
  const as = somebody("ADMINISTRADOR", "Alberto Administrador");
  const screen = await renderScreen("/admin-dashboard/reports", { as, replies });
  await expect.element(page.getByRole("article")).toBeVisible();
  await choose("Mes", monthWords(before));
  await expect.poll(screen.path).toBe(`/admin-dashboard/reports?mes=${before}`);
  await expect.poll(() => replies.asked(readMonthReport).at(-1)?.query).toEqual({ month: before });
  await page.getByRole("button", { name: "Descargar CSV" }).click();
  await expect
    .poll(() => replies.asked(exportMonthReport).map(({ query }) => query))
    .toEqual([{ month: before }]);
});

test("a month that cannot be read says what to do, and nothing is asked before a building is chosen", async () => {
  const replies = calm().on(readMonthReport, failing(refused("FAULT")));
  await renderScreen("/admin-dashboard/reports", {
    as: platformAdministrator(),
    replies,
    expectInConsole: ["500"],
  });
  await expect.element(page.getByText("Elige un edificio para ver su mes.")).toBeVisible();
  expect(replies.asked(readMonthReport)).toEqual([]);
  expect(await violations()).toEqual([]);
  await renderScreen(PATH, { as: platformAdministrator(), replies, expectInConsole: ["500"] });
  await expect.element(page.getByRole("button", { name: "Intentar de nuevo" })).toBeVisible();
  expect(await violations()).toEqual([]);
});

test("a month in which nothing happened says so in each part", async () => {
  const none = Array.from({ length: 30 }, () => 0);
  const replies = calm().on(readMonthReport, {
    ...report,
    eventsKeptFrom: null,
    days: { openings: none, visits: none, guests: none, refused: none },
    doors: [],
    refused: [],
    intrusions: [],
    visits: { asked: 0, authorised: 0 },
    calls: { toHomes: { answered: 0, missed: 0 }, toLobby: { answered: 0, missed: 0 } },
    alarms: [],
    absences: [],
    gaps: [],
  });
  await renderScreen(PATH, { as: platformAdministrator(), replies });
  await expect.element(page.getByText("Nadie vino de visita.")).toBeVisible();
  await expect.element(page.getByText("Ninguna puerta se abrió este mes.")).toBeVisible();
  await wholePage();
  expect(await violations()).toEqual([]);
});
