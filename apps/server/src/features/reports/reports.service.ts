import { accessOutcomeWords } from "@umbral/contract/access-control/access-outcome-words";
import { alarmNames } from "@umbral/contract/alarms/alarm-names";
import { intrusionWords } from "@umbral/contract/alarms/intrusion-words";
import { originWords } from "@umbral/contract/doors/opening-words";
import { gapWords } from "@umbral/contract/lib/gap-words";
import { keptWords } from "@umbral/contract/reports/kept-words";
import { daysOfMonth } from "@umbral/contract/reports/months";
import type { MonthReport } from "@umbral/contract/reports/reports.contract";
import type { Services } from "../../platform/context.ts";
import { type CsvColumn, type CsvFile, csvParts, inBatches } from "../../platform/csv.ts";
import type { LocalMonth } from "../../platform/local-month.ts";
import { Refused } from "../../platform/refused.ts";
import { refusedOfMonth } from "../access-control/refused-of-month.ts";
import { alarmsOfMonth } from "../alarms/alarms-of-month.ts";
import { eventsKeptFrom, findBuildingNames } from "../buildings/index.ts";
import { ringingsOfMonth } from "../calls/calls-of-month.ts";
import { absencesOfMonth } from "../controllers/absences.ts";
import { gapsOfMonth } from "../controllers/record-gaps.ts";
import { openingsOfMonth } from "../doors/openings-of-month.ts";
import { entriesOfMonth } from "../passes/entries-of-month.ts";
import { visitsOfMonth } from "../visits/visits-of-month.ts";

/**
 * A month of a building, counted.
 * @param month `2026-11`, by the building's own clock
 * @throws {Refused} NOT_FOUND for no building
 */
export async function reportOfMonth(
  services: Services,
  buildingId: string,
  month: string,
): Promise<MonthReport> {
  const { db, clock } = services;
  const [building] = await findBuildingNames(db, [buildingId]);
  if (!building) {
    throw new Refused("NOT_FOUND");
  }
  const asked: LocalMonth = { buildingId, month, timeZone: building.timeZone };
  const [openings, refused, { alarms, intrusions }, visits, guests, ringings, absences, gaps, keptFrom] =
    await Promise.all([
      openingsOfMonth(services, asked),
      refusedOfMonth(services, asked),
      alarmsOfMonth(services, asked),
      visitsOfMonth(services, asked),
      entriesOfMonth(services, asked),
      ringingsOfMonth(services, asked),
      absencesOfMonth(services, asked),
      gapsOfMonth(services, asked),
      eventsKeptFrom(db, asked, clock.now()),
    ]);
  const byDay = (counted: readonly { day: number; count: number }[]) =>
    Array.from(
      { length: daysOfMonth(month) },
      (_, at) => counted.find(({ day }) => day === at + 1)?.count ?? 0,
    );
  const ringing = (isToLobby: boolean) => {
    const { answered = 0, missed = 0 } = ringings.find((row) => row.isToLobby === isToLobby) ?? {};
    return { answered, missed };
  };
  return {
    building,
    month,
    eventsKeptFrom: keptFrom?.toISOString() ?? null,
    days: {
      openings: byDay(openings.days),
      visits: byDay(visits.days),
      guests: byDay(guests),
      refused: byDay(refused.days),
    },
    doors: byName(openings.doors),
    refused: refused.reasons,
    intrusions,
    visits: { asked: visits.asked, authorised: visits.authorised },
    calls: { toHomes: ringing(false), toLobby: ringing(true) },
    alarms,
    absences,
    gaps,
  };
}

/** A door with all the ways in which it opened, the one that opened most often first. */
function byName(rows: readonly ({ name: string } & MonthReport["doors"][number]["origins"][number])[]) {
  const doors = new Map<string, MonthReport["doors"][number]>();
  for (const { name, origin, count } of rows) {
    const door = doors.get(name) ?? { name, origins: [] };
    door.origins.push({ origin, count });
    doors.set(name, door);
  }
  const all = ({ origins }: MonthReport["doors"][number]) =>
    origins.reduce((sum, { count }) => sum + count, 0);
  return [...doors.values()].sort((one, other) => all(other) - all(one));
}

interface Line {
  part: string;
  what: string;
  how: string;
  count: number;
}

const columns: readonly CsvColumn<Line>[] = [
  { header: "Parte", value: ({ part }) => part },
  { header: "Qué", value: ({ what }) => what },
  { header: "Cómo", value: ({ how }) => how },
  { header: "Cantidad", value: ({ count }) => count },
];

/** The same as a file. @throws {Refused} NOT_FOUND for no building */
export async function exportMonth(services: Services, buildingId: string, month: string): Promise<CsvFile> {
  const report = await reportOfMonth(services, buildingId, month);
  return { name: `informe-${month}`, parts: csvParts(columns, inBatches(linesOf(report))) };
}

function linesOf(report: MonthReport) {
  const kept = keptWords(report);
  const { month, days, doors, refused, intrusions, visits, calls, alarms, absences, gaps = [] } = report;
  const line = (part: string, what: string, how: string, count: number): Line => ({ part, what, how, count });
  const ofDays = (part: string, counts: readonly number[]) =>
    counts.map((count, at) => line(part, `${month}-${String(at + 1).padStart(2, "0")}`, "", count));
  return [
    ...doors.flatMap(({ name, origins }) =>
      origins.map(({ origin, count }) => line("Aperturas", name, originWords[origin], count)),
    ),
    ...refused.map(({ reason, count }) => line("Accesos negados", accessOutcomeWords[reason], "", count)),
    ...intrusions.map(({ kind, name, count }) => line("Novedades", intrusionWords[kind], name ?? "", count)),
    line("Visitas", "Códigos pedidos", "", visits.asked),
    line("Visitas", "Autorizadas", "", visits.authorised),
    line(
      "Visitas",
      "Con invitación",
      "",
      days.guests.reduce((sum, count) => sum + count, 0),
    ),
    line("Llamadas a los hogares", "Contestadas", "", calls.toHomes.answered),
    line("Llamadas a los hogares", "Perdidas", "", calls.toHomes.missed),
    line("Llamadas a la portería", "Contestadas", "", calls.toLobby.answered),
    line("Llamadas a la portería", "Perdidas", "", calls.toLobby.missed),
    ...alarms.map(({ event, drill, count }) =>
      line(drill ? "Simulacros" : "Alertas", alarmNames[event], "", count),
    ),
    ...absences.flatMap(({ name, times, minutes }) => [
      line("Sin conexión", name, "Veces", times),
      line("Sin conexión", name, "Minutos", minutes),
    ]),
    ...gaps.map((gap) => line("Registros", gapWords(gap), "", 1)),
    ...(kept === null ? [] : [line("Registros", `Accesos negados y novedades. ${kept}`, "", 1)]),
    ...ofDays("Aperturas por día", days.openings),
    ...ofDays("Visitas por día", days.visits),
    ...ofDays("Entradas con invitación por día", days.guests),
    ...ofDays("Accesos negados por día", days.refused),
  ];
}
