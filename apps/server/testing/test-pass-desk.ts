import { randomBytes, randomInt, randomUUID } from "node:crypto";
import type { ScheduleHours } from "@umbral/contract/access-control/schedules";
import type { Db } from "../src/platform/database.ts";
import { pinDigest } from "../src/platform/pin-key.ts";
import { asking } from "./test-admin.ts";
import { postForm } from "./test-forms.ts";
import type { TestServer } from "./test-server.ts";

const HOUR_MS = 3_600_000;

/** What a pass of a test is, where it is not as most are. */
export interface TestPass {
  guest?: string;
  plate?: string;
  /** From now, in hours. */
  from?: number;
  until?: number;
  hours?: ScheduleHours;
  entries?: number | null;
  controllerId?: string;
}

/** Rosa in a home of a building, and Pedro at its desk. */
export async function newDesk(server: TestServer) {
  const building = await server.newBuilding();
  const [home] = building.apartments;
  if (!home) {
    throw new Error("the building has no home");
  }
  const [rosa, pedro] = await Promise.all([
    server.newPerson({
      name: "Rosa Residente",
      spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: home.id }],
    }),
    server.newPerson({ name: "Pedro Portero", spaces: [{ role: "PORTERIA", buildingId: building.id }] }),
  ]);

  const newPass = async ({
    guest = "Gabriela Invitada",
    plate,
    from = -1,
    until = 4,
    hours,
    entries = 1,
    controllerId,
  }: TestPass = {}) => {
    const id = randomUUID();
    const code = String(randomInt(100_000_000)).padStart(8, "0");
    const now = server.clock.now();
    await server.db
      .insertInto("passes")
      .values({
        id,
        building_id: building.id,
        apartment_id: home.id,
        made_by: rosa.id,
        made_as: "home",
        request_id: randomUUID(),
        guest_name: guest,
        guest_plate: plate ?? null,
        starts_at: new Date(now.getTime() + from * HOUR_MS),
        ends_at: new Date(now.getTime() + until * HOUR_MS),
        hours: hours === undefined ? null : JSON.stringify(hours),
        entries,
        tells_exit: false,
        tells_overstay: true,
        code_digest: pinDigest(server.app.services, building.id, code),
        digits: code.length,
        secret_digest: randomBytes(32),
        controller_id: controllerId ?? null,
        created_at: now,
      })
      .execute();
    return { id, code };
  };
  const takeBack = (passId: string, db: Db = server.db) =>
    db.updateTable("passes").set({ taken_back_at: server.clock.now() }).where("id", "=", passId).execute();
  return { building, home, rosa, pedro, newPass, takeBack };
}

type Asks = { headers: { authorization: string } };

/** What a desk asks about passes, as somebody. */
export const atDesk = (server: TestServer, who: Asks | null, buildingId: string) => {
  const place = `/api/buildings/${buildingId}`;
  const ask = asking(server, who);
  return {
    find: (code: string, more: { follows?: boolean } = {}) =>
      ask("POST", `${place}/found-passes`, { code, ...more }),
    enter: async (
      passId: string,
      { people, nameId, requestId = randomUUID(), ...pictures }: Entry = {},
    ): ReturnType<typeof ask> =>
      postForm(server, who, `${place}/passes/${passId}/entries`, {
        requestId,
        ...(people === undefined ? {} : { people: String(people) }),
        ...(nameId === undefined ? {} : { nameId }),
        ...pictures,
      }),
    leave: (passId: string, people = 1, requestId = randomUUID(), nameId?: string) =>
      ask("POST", `${place}/passes/${passId}/exits`, { requestId, people, nameId }),
    guests: (query = "") => ask("GET", `${place}/guests${query}`),
  };
};

interface Entry {
  nameId?: string;
  people?: number;
  requestId?: string;
  picture?: File;
  document?: File;
}
