import type { ScheduleHours } from "@umbral/contract/access-control/schedules";
import { afterAll, describe, expect, it } from "vitest";
import { asking } from "../../../testing/test-admin.ts";
import { picture } from "../../../testing/test-forms.ts";
import { atDesk, newDesk } from "../../../testing/test-pass-desk.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { atNoon } from "../../../testing/test-visits.ts";
import { tidyPassPictures } from "./pass-pictures.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { db } = server;
atNoon(server);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const everyDay = (from: string, to: string, more: Partial<ScheduleHours> = {}): ScheduleHours => ({
  hours: [{ days: [1, 2, 3, 4, 5, 6, 7], from, to }],
  onHolidays: { kind: "as-any-day" },
  ...more,
});
const names = (body: { guests: { guest: { name: string } }[] }) => body.guests.map(({ guest }) => guest.name);

describe("who is inside", () => {
  it("lists those that stay too long first, and counts people", async () => {
    const { building, pedro, newPass, takeBack } = await newDesk(server);
    const desk = atDesk(server, pedro, building.id);
    const passes = {
      late: await newPass({ guest: "Lina Larga", until: 1 }),
      cleaner: await newPass({
        guest: "Cata Limpieza",
        until: 48,
        entries: null,
        hours: everyDay("08:00", "13:00"),
      }),
      party: await newPass({ guest: "Fiesta Grande", until: 6, entries: 4 }),
      gone: await newPass({ guest: "Gil Ido", until: 6 }),
      away: await newPass({ guest: "Toño Retirado", until: 6 }),
    };
    for (const { id } of Object.values(passes)) {
      expect((await desk.enter(id)).status).toBe(200);
    }
    await desk.enter(passes.party.id, { people: 2 });
    await desk.leave(passes.gone.id);
    await takeBack(passes.away.id);
    expect((await desk.guests()).body).toMatchObject({ inside: 6, totalPages: 1 });
    server.clock.push(2 * HOUR_MS);
    const { body } = await desk.guests();
    expect(body.guests.map(({ guest, isOverstaying }: Listed) => [guest.name, isOverstaying])).toEqual([
      ["Cata Limpieza", true],
      ["Lina Larga", true],
      ["Fiesta Grande", false],
      ["Toño Retirado", false],
    ]);
    expect(body.guests[0]).toMatchObject({ state: "inside", refusal: "not-now" });
    // Whose exit is noted stays no longer.
    await desk.leave(passes.late.id);
    expect(names((await desk.guests()).body)).not.toContain("Lina Larga");
    atNoon(server);
  });

  interface Listed {
    guest: { name: string };
    isOverstaying: boolean;
  }

  it("comes in pages, and is searched by guest, company, home, plate and document", async () => {
    const { building, pedro, newPass } = await newDesk(server);
    const desk = atDesk(server, pedro, building.id);
    const made: string[] = [];
    for (const guest of ["Ángela Núñez", "Benito Cien%", "Carlos Díaz"]) {
      const { id } = await newPass({ guest, plate: guest.startsWith("C") ? "XYZ987" : "ABC123" });
      await desk.enter(id);
      made.push(id);
    }
    await db
      .updateTable("passes")
      .set({ guest_company: "Plomería Real", guest_cedula: "52123456" })
      .where("id", "=", made[0] ?? "")
      .execute();
    const first = (await desk.guests("?limit=2")).body;
    const second = (await desk.guests("?limit=2&page=2")).body;
    expect([first.totalPages, first.inside, second.inside]).toEqual([2, 3, 3]);
    expect([...names(first), ...names(second)]).toEqual(["Carlos Díaz", "Benito Cien%", "Ángela Núñez"]);
    for (const [typed, found] of [
      ["angela nu", ["Ángela Núñez"]],
      ["plomeria", ["Ángela Núñez"]],
      ["52.123", ["Ángela Núñez"]],
      ["xyz 98", ["Carlos Díaz"]],
      ["%", ["Benito Cien%"]],
      ["A-101", ["Carlos Díaz", "Benito Cien%", "Ángela Núñez"]],
      ["nadie", []],
    ] as const) {
      const { body } = await desk.guests(`?search=${encodeURIComponent(typed)}`);
      expect([typed, names(body), body.inside]).toEqual([typed, found, 3]);
    }
    const { building: other, pedro: pablo } = await newDesk(server);
    expect((await atDesk(server, pablo, other.id).guests()).body).toEqual({
      guests: [],
      totalPages: 0,
      inside: 0,
    });
    for (const query of ["?page=0", "?limit=101", "?which=all", "?other=1"]) {
      expect([query, (await desk.guests(query)).status]).toEqual([query, 400]);
    }
  });

  it("shows faces, and that it did is written down", async () => {
    const { building, pedro, newPass } = await newDesk(server);
    const desk = atDesk(server, pedro, building.id);
    const { id } = await newPass();
    await desk.enter(id, { picture: await picture() });
    expect((await desk.guests()).body.guests[0].photo).toMatch(/^\/api\/files\/.*token=/);
    const lines = await db
      .selectFrom("audit_lines")
      .select(["action", "subject_id as of", "detail"])
      .where("actor_id", "=", pedro.id)
      .orderBy("id")
      .execute();
    expect(lines.slice(1)).toEqual([{ action: "passes.listed", of: building.id, detail: { faces: 1 } }]);
  });
});

describe("who is expected today", () => {
  it("are those whose time touches this day, by when they may come", async () => {
    const { building, pedro, newPass, takeBack } = await newDesk(server);
    const desk = atDesk(server, pedro, building.id);
    // It is noon.
    const { id: used } = await newPass({ guest: "Usado" });
    await desk.enter(used);
    const { id: cleaner } = await newPass({ guest: "Adentro", entries: null });
    await desk.enter(cleaner);
    const { id: gone } = await newPass({ guest: "Retirado" });
    await takeBack(gone);
    const { id: party } = await newPass({ guest: "Fiesta", from: 6, until: 10, entries: 4 });
    await newPass({ guest: "Mañana", from: 13, until: 20 });
    await newPass({ guest: "Ayer", from: -30, until: -13 });
    await newPass({ guest: "Esta mañana", from: -4, until: -2 });
    await newPass({ guest: "Toda la semana", from: -48, until: 100 });
    await newPass({ guest: "Tarde", from: -48, until: 100, hours: everyDay("14:00", "18:00") });
    await newPass({ guest: "Termina antes", from: -48, until: 1, hours: everyDay("14:00", "18:00") });
    const today = new Date(server.clock.now().getTime() - 5 * HOUR_MS).getUTCDay() || 7;
    const otherDays = [1, 2, 3, 4, 5, 6, 7].filter((day) => day !== today);
    await newPass({
      guest: "Otro día",
      from: -48,
      until: 100,
      hours: everyDay("14:00", "18:00", { hours: [{ days: otherDays, from: "14:00", to: "18:00" }] }),
    });
    const { body } = await desk.guests("?which=expected");
    expect(names(body)).toEqual(["Toda la semana", "Esta mañana", "Tarde", "Fiesta"]);
    expect(body).toMatchObject({ inside: 2, totalPages: 1 });
    const pages = await Promise.all(
      [1, 2].map((page) => desk.guests(`?which=expected&limit=3&page=${page}`)),
    );
    expect(pages.flatMap((page) => names(page.body))).toEqual(names(body));
    expect(names((await desk.guests("?which=expected&search=tarde")).body)).toEqual(["Tarde"]);
    // Part of a party is inside, and the others are expected.
    server.clock.push(6 * HOUR_MS);
    await desk.enter(party, { people: 3 });
    expect(names((await desk.guests("?which=expected")).body)).toContain("Fiesta");
    atNoon(server);
  });

  it("are those of a holiday on the building's own holiday", async () => {
    const { building, pedro, newPass } = await newDesk(server);
    const desk = atDesk(server, pedro, building.id);
    await newPass({
      guest: "No en festivos",
      until: 48,
      hours: everyDay("08:00", "18:00", { onHolidays: { kind: "closed" } }),
    });
    const evening: ScheduleHours = {
      hours: [],
      onHolidays: { kind: "hours", hours: [{ from: "20:00", to: "22:00" }] },
    };
    await newPass({ guest: "Solo en festivos", until: 48, hours: evening });
    const expected = async () => names((await desk.guests("?which=expected")).body);
    const day = new Date(server.clock.now().getTime() - 5 * HOUR_MS).toISOString().slice(0, 10);
    await db
      .insertInto("building_holidays")
      .values({ building_id: building.id, day, name: "Día del edificio" })
      .execute();
    expect(await expected()).toEqual(["Solo en festivos"]);
    await db.deleteFrom("building_holidays").where("building_id", "=", building.id).execute();
    expect(await expected()).toEqual(["No en festivos"]);
  });

  it("are by the day of the building's own clock", async () => {
    const { building, pedro, newPass } = await newDesk(server);
    const desk = atDesk(server, pedro, building.id);
    // Noon in Bogotá is the next morning on Kiritimati.
    await db
      .updateTable("buildings")
      .set({ time_zone: "Pacific/Kiritimati" })
      .where("id", "=", building.id)
      .execute();
    await newPass({ guest: "Ayer allá", from: -10, until: -8 });
    await newPass({ guest: "Hoy allá", from: 13, until: 15 });
    expect(names((await desk.guests("?which=expected")).body)).toEqual(["Hoy allá"]);
  });
});

describe("pictures of guests", () => {
  it("are let go when those of visits are, and not under a legal hold", async () => {
    const laura = await server.newPerson({ userType: "ADMIN" });
    const desks = [await newDesk(server), await newDesk(server)] as const;
    const taken = async () => {
      const passes: string[] = [];
      for (const { building, pedro, newPass } of desks) {
        const { id } = await newPass({ entries: null });
        const pictures = { picture: await picture(), document: await picture() };
        const asked = await asking(server, laura)("PUT", `/api/bb/buildings/${building.id}`, {
          deskDocument: "may",
        });
        expect(asked.status).toBe(200);
        expect((await atDesk(server, pedro, building.id).enter(id, pictures)).status).toBe(200);
        passes.push(id);
      }
      return passes;
    };
    const passes = await taken();
    const [free, held] = desks;
    const hold = (isHeld: boolean) =>
      asking(server, laura)("PUT", `/api/bb/users/${held.rosa.id}/legal-hold`, {
        isHeld,
        reason: "Fiscalía",
      });
    expect((await hold(true)).status).toBe(200);
    const kept = async () => {
      await tidyPassPictures(server.app.services);
      const rows = await db
        .selectFrom("pass_movements")
        .select(["pass_id as of", "picture_file_id as picture", "document_file_id as document"])
        .where("pass_id", "in", passes)
        .execute();
      return passes.map(
        (id) => rows.filter((row) => row.of === id && (row.picture !== null || row.document !== null)).length,
      );
    };
    server.clock.push(server.app.services.env.visitPicturesDays * DAY_MS - HOUR_MS);
    expect(await kept()).toEqual([1, 1]);
    server.clock.push(2 * HOUR_MS);
    expect(await kept()).toEqual([0, 1]);
    expect(free.building.id).not.toBe(held.building.id);
  });
});
