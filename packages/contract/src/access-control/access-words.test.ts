import { describe, expect, it } from "vitest";
import {
  accessSentence,
  comesInSentence,
  dayWords,
  doorWords,
  holidayWords,
  levelDoorWords,
  reachWords,
  scheduleWords,
} from "./access-words.ts";
import type { OnHolidays, ScheduleHours } from "./schedules.ts";

const closed: OnHolidays = { kind: "closed" };
const week = [1, 2, 3, 4, 5, 6, 7];
const services: ScheduleHours = {
  hours: [{ days: [1, 2, 3, 4, 5, 6], from: "06:00", to: "18:00" }],
  onHolidays: closed,
};
const noSpan = { from: null, until: null };
const zone = "America/Bogota";

describe("words of times", () => {
  it("say days that follow one another as one", () => {
    expect(dayWords([6, 1, 2, 3, 4, 5])).toBe("lun–sáb");
    expect(dayWords([1, 3, 5])).toBe("lun, mié y vie");
    expect(dayWords([6, 7])).toBe("sáb y dom");
    expect(dayWords([1, 2, 3, 5])).toBe("lun–mié y vie");
    expect(dayWords(week)).toBe("todos los días");
    expect(dayWords([3])).toBe("mié");
  });

  it("say hours with their days, the same days once", () => {
    expect(scheduleWords(null)).toBe("siempre");
    expect(scheduleWords(services)).toBe("lun–sáb 6:00 AM–6:00 PM");
    expect(scheduleWords({ hours: [], onHolidays: closed })).toBe("ningún día");
    const hours = [
      { days: [1, 2, 3, 4, 5], from: "06:00", to: "09:30" },
      { days: [1, 2, 3, 4, 5], from: "14:00", to: "18:00" },
      { days: [6], from: "00:00", to: "00:00" },
      { days: week, from: "22:00", to: "05:00" },
    ];
    expect(scheduleWords({ hours, onHolidays: closed })).toBe(
      "lun–vie 6:00 AM–9:30 AM y 2:00 PM–6:00 PM, sáb todo el día y todos los días 10:00 PM–5:00 AM",
    );
  });

  it("say what holds on holidays", () => {
    expect(holidayWords(services)).toBe("Festivos: no");
    expect(holidayWords({ ...services, onHolidays: { kind: "as-any-day" } })).toBe(
      "Festivos: como cualquier día",
    );
    const hours = [
      { from: "08:00", to: "11:00" },
      { from: "15:00", to: "17:00" },
    ];
    expect(holidayWords({ ...services, onHolidays: { kind: "hours", hours } })).toBe(
      "Festivos: 8:00 AM–11:00 AM y 3:00 PM–5:00 PM",
    );
  });
});

describe("words of doors", () => {
  it("have their article, as far as a name is a word", () => {
    expect(doorWords(["Puerta principal"])).toBe("la Puerta principal");
    expect(doorWords(["Garaje", "Recepción", "Escaleras"])).toBe("el Garaje, la Recepción y las Escaleras");
    expect(doorWords(["Acceso torre B", "Ingreso norte"])).toBe("el Acceso torre B y el Ingreso norte");
    expect(doorWords(["3A"])).toBe("3A");
    expect(doorWords(["La principal"])).toBe("La principal");
    expect(doorWords([])).toBe("ninguna puerta");
    expect(doorWords(["Garaje", "Sótano", "Gimnasio", "Terraza"])).toBe(
      "el Garaje, el Sótano, el Gimnasio y 1 puerta más",
    );
  });

  it("say a level's doors without naming them all", () => {
    expect(levelDoorWords("all", ["Garaje"])).toBe("todas las puertas");
    expect(levelDoorWords("way-home", [])).toBe("las puertas comunes y las de su torre y su piso");
    expect(levelDoorWords("entrance", ["Puerta principal"])).toBe("la Puerta principal");
    expect(levelDoorWords("entrance", [])).toBe("la entrada");
  });
});

describe("a sentence", () => {
  it("shows who comes in where and when", () => {
    const said = { who: "Sergio", doors: doorWords(["Puerta principal"]), schedule: services, ...noSpan };
    expect(comesInSentence(said, zone)).toBe(
      "Sergio puede entrar por la Puerta principal lun–sáb 6:00 AM–6:00 PM",
    );
    const given = { ...said, schedule: null, until: "2026-12-24T23:00:00.000Z" };
    expect(comesInSentence(given, zone)).toBe(
      "Sergio puede entrar por la Puerta principal siempre hasta el 24 dic 2026 6:00 PM",
    );
  });

  const reach = { levelId: "services", schedule: services, ...noSpan };
  const asked = {
    who: "Sergio",
    door: "Puerta principal",
    reaches: [reach],
    isHoliday: false,
    timeZone: zone,
  };
  const refused = (reason: "not-now" | "not-this-door" | "door-locked") =>
    ({ outcome: "refused", reason }) as const;

  it("answers whether they come in, by which hours", () => {
    const granted = { outcome: "granted", levelId: "services" } as const;
    const always = { ...reach, levelId: "residents", schedule: null };
    expect(accessSentence({ ...asked, decision: granted, reaches: [always, reach] })).toBe(
      "Sergio puede entrar por la Puerta principal lun–sáb 6:00 AM–6:00 PM",
    );
  });

  it("answers why not, and when instead", () => {
    expect(accessSentence({ ...asked, decision: refused("not-now") })).toBe(
      "No: a esa hora no. Puede entrar lun–sáb 6:00 AM–6:00 PM",
    );
    expect(accessSentence({ ...asked, decision: refused("not-this-door"), reaches: [] })).toBe(
      "No: no tiene un nivel para esta puerta",
    );
    expect(accessSentence({ ...asked, decision: refused("door-locked") })).toBe(
      "No: la puerta está bloqueada",
    );
    const later = { ...reach, schedule: null, from: "2026-12-01T13:00:00.000Z" };
    expect(accessSentence({ ...asked, decision: refused("not-now"), reaches: [later] })).toBe(
      "No: a esa hora no. Puede entrar siempre desde el 1 dic 2026 8:00 AM",
    );
  });

  it("says that it is a holiday where that is why", () => {
    const holiday = { ...asked, decision: refused("not-now"), isHoliday: true };
    expect(accessSentence(holiday)).toBe("No: ese día es festivo. Puede entrar lun–sáb 6:00 AM–6:00 PM");
    const mornings: ScheduleHours = {
      ...services,
      onHolidays: { kind: "hours", hours: [{ from: "08:00", to: "11:00" }] },
    };
    expect(accessSentence({ ...holiday, reaches: [{ ...reach, schedule: mornings }] })).toBe(
      "No: ese día es festivo. Puede entrar lun–sáb 6:00 AM–6:00 PM; festivos: 8:00 AM–11:00 AM",
    );
    const anyDay: ScheduleHours = { ...services, onHolidays: { kind: "as-any-day" } };
    expect(accessSentence({ ...holiday, reaches: [{ ...reach, schedule: anyDay }] })).toBe(
      "No: a esa hora no. Puede entrar lun–sáb 6:00 AM–6:00 PM",
    );
  });
});

describe("when somebody may open a door", () => {
  const week = {
    hours: [{ days: [1, 2, 3, 4, 5, 6], from: "06:00", to: "18:00" }],
    onHolidays: { kind: "closed" as const },
  };
  const forever = { from: null, until: null };

  it("is said with its holidays, once, and shortest where it is always", () => {
    const weekly = { ...forever, schedule: week };
    expect(reachWords([weekly, weekly], "America/Bogota")).toBe("lun–sáb 6:00 AM–6:00 PM. Festivos: no");
    expect(reachWords([weekly, { ...forever, schedule: null }], "America/Bogota")).toBe("siempre");
    const ending = { ...forever, schedule: null, until: "2026-12-24T23:00:00.000Z" };
    expect(reachWords([weekly, ending], "America/Bogota")).toBe(
      "lun–sáb 6:00 AM–6:00 PM. Festivos: no; siempre hasta el 24 dic 2026 6:00 PM",
    );
  });
});
