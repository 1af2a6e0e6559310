import type { InputKind } from "@umbral/contract/inputs/input-devices";
import type { Role } from "@umbral/contract/lib/roles";
import { hashPassword } from "../features/auth/passwords.ts";
import type { Services } from "../platform/context.ts";
import type { Trx } from "../platform/database.ts";
import { keepPicture } from "../platform/pictures.queries.ts";
import { DEMONSTRATION_PASSWORD, demonstrationAccounts } from "./accounts.ts";
import {
  type DemonstrationBuildingPlan,
  demonstrationBuildings,
  HELD_OPEN_AFTER_SECONDS,
} from "./buildings.ts";
import { drawPlan, drawPortrait } from "./drawings.ts";
import { seedPastCalls } from "./past-calls.ts";
import { insertRows } from "./seed.queries.ts";
import { seedCards } from "./seed-cards.ts";
import { seedCardHolders, seedReadings } from "./seed-readings.ts";
import { seedSightings } from "./seed-sightings.ts";
import { seedVisits } from "./seed-visits.ts";

const DAY_MS = 24 * 3_600_000;
/** Days of history that the demonstration begins with. */
const HISTORY_DAYS = 7;

interface SeededBuilding {
  id: string;
  apartments: Map<string, string>;
  doors: { id: string; name: string }[];
}

interface SeededPerson {
  userId: string;
  spaceId: string;
  role: Role;
  buildingId: string;
  apartmentId: string | null;
}

type Parts = Pick<Services, "db" | "files" | "newId" | "clock">;

/** Puts the demonstration into an empty database: all of it, or nothing. */
export async function seedDemonstration(parts: Parts): Promise<void> {
  const passwordHash = await hashPassword(DEMONSTRATION_PASSWORD);
  await parts.db.transaction().execute(async (trx) => {
    const buildings = new Map<string, SeededBuilding>();
    for (const plan of demonstrationBuildings) {
      buildings.set(plan.name, await seedBuilding(parts, trx, plan));
    }
    await seedPeople(parts, trx, buildings, passwordHash);
    await seedCards(parts, trx);
    const [first] = buildings.values();
    if (first) {
      await seedCardHolders(parts, trx, first);
      await seedReadings(parts, trx, first);
    }
    await seedVisits(parts, trx, buildings);
    await seedSightings(parts, trx, buildings);
  });
}

async function seedBuilding(
  parts: Parts,
  trx: Trx,
  plan: DemonstrationBuildingPlan,
): Promise<SeededBuilding> {
  const { newId } = parts;
  const building: SeededBuilding = { id: newId(), apartments: new Map(), doors: [] };
  await insertRows(trx, "buildings", [
    {
      id: building.id,
      name: plan.name,
      address1: plan.address1,
      city: plan.city,
      state: plan.state,
      type: "RESIDENTIAL",
      siren: JSON.stringify({ kind: "simulated" }),
      is_demonstration: true,
    },
  ]);
  const floorIds = new Map<string, { towerId: string; floorId: string }>();
  for (const tower of plan.towers) {
    const towerId = newId();
    await insertRows(trx, "towers", [{ id: towerId, building_id: building.id, name: tower.name }]);
    for (const floor of tower.floors) {
      const floorId = newId();
      const hasGarage = plan.doors.some(
        (door) => door.name === "Garaje" && door.tower === tower.name && door.floor === floor.name,
      );
      const picture = await drawPlan(`Torre ${tower.name} · Piso ${floor.name}`, floor.apartments, hasGarage);
      const planFileId = await keepPicture(parts, trx, "plan", picture, "image/webp");
      await insertRows(trx, "floors", [
        { id: floorId, tower_id: towerId, name: floor.name, plan_file_id: planFileId },
      ]);
      floorIds.set(`${tower.name}/${floor.name}`, { towerId, floorId });
      await insertRows(
        trx,
        "apartments",
        floor.apartments.map((name) => {
          const id = newId();
          building.apartments.set(name, id);
          const isLed = demonstrationAccounts.some(
            (account) =>
              account.building === plan.name &&
              account.apartment === name &&
              !account.isPending &&
              (account.role === "RESIDENTE_LIDER" || account.role === "PROPIETARIO"),
          );
          return { id, building_id: building.id, tower_id: towerId, floor_id: floorId, name, active: isLed };
        }),
      );
    }
  }
  await seedDoors(parts, trx, plan, building, floorIds);
  return building;
}

async function seedDoors(
  { newId }: Parts,
  trx: Trx,
  plan: DemonstrationBuildingPlan,
  building: SeededBuilding,
  floorIds: ReadonlyMap<string, { towerId: string; floorId: string }>,
): Promise<void> {
  let position = 0;
  const ofBuilding: readonly [string, InputKind][] = [
    ["Batería del controlador", "low-battery"],
    ["Panel de incendio", "fire-panel"],
    ["Tapa del controlador", "tamper"],
  ];
  for (const [name, kind] of ofBuilding) {
    await seedInput(trx, newId(), building.id, { name, kind, doorId: null });
  }
  for (const door of plan.doors) {
    const where = floorIds.get(`${door.tower}/${door.floor}`);
    if (!where) {
      throw new Error(`the demonstration has no floor ${door.tower}/${door.floor}`);
    }
    const doorId = newId();
    building.doors.push({ id: doorId, name: door.name });
    await insertRows(trx, "doors", [
      {
        id: doorId,
        building_id: building.id,
        tower_id: where.towerId,
        floor_id: where.floorId,
        name: door.name,
        local_id: door.localId,
        scope: door.scope,
        // Who has a PIN types it at the entrance.
        reader: JSON.stringify({ kind: "simulated", hasKeypad: door.localId === "1" }),
        relay: JSON.stringify({ kind: "simulated" }),
        contact: JSON.stringify({ kind: "simulated" }),
        held_open_after_seconds: HELD_OPEN_AFTER_SECONDS,
        // So that its fire panel, and an emergency that is confirmed, can be seen to free the way out.
        frees_in_emergency: door.localId === "1",
        plan_left: door.left,
        plan_top: door.top,
      },
    ]);
    await seedInput(trx, newId(), building.id, {
      name: `Botón de salida · ${door.name}`,
      kind: "exit-button",
      doorId,
    });
    for (const camera of door.cameras) {
      const cameraId = newId();
      position += 1;
      await insertRows(trx, "cameras", [
        {
          id: cameraId,
          building_id: building.id,
          name: camera.name,
          source: JSON.stringify({ kind: "simulated", scene: camera.scene }),
          position,
          motion: camera.motion ? JSON.stringify(camera.motion) : null,
          ...(camera.framesPerSecond === undefined ? {} : { frames_per_second: camera.framesPerSecond }),
          ...(camera.width === undefined ? {} : { width: camera.width }),
        },
      ]);
      await insertRows(trx, "door_cameras", [
        { door_id: doorId, camera_id: cameraId, building_id: building.id, position },
      ]);
    }
  }
}

async function seedInput(
  trx: Trx,
  id: string,
  buildingId: string,
  { name, kind, doorId }: { name: string; kind: InputKind; doorId: string | null },
): Promise<void> {
  await insertRows(trx, "inputs", [
    {
      id,
      building_id: buildingId,
      name,
      kind,
      door_id: doorId,
      driver: JSON.stringify({ kind: "simulated" }),
      rest: "open",
      debounce_ms: 0,
    },
  ]);
}

async function seedPeople(
  parts: Parts,
  trx: Trx,
  buildings: ReadonlyMap<string, SeededBuilding>,
  passwordHash: string,
): Promise<void> {
  const now = parts.clock.now();
  const settled: SeededPerson[] = [];
  for (const [index, account] of demonstrationAccounts.entries()) {
    const userId = parts.newId();
    const photoFileId = await keepPicture(parts, trx, "profile", await drawPortrait(index));
    await insertRows(trx, "users", [
      {
        id: userId,
        cedula: account.cedula,
        name: account.name,
        email: `demo-${account.cedula}@umbral.example`,
        phone: `+573${account.cedula.slice(-9)}`,
        user_type: account.role === undefined ? "ADMIN" : "USER",
        password_hash: passwordHash,
        photo_file_id: photoFileId,
        token_firebase: null,
        verified: account.isPending === undefined,
        is_demonstration: true,
      },
    ]);
    const building = account.building === undefined ? undefined : buildings.get(account.building);
    if (!building || account.role === undefined) {
      continue;
    }
    const apartmentId =
      account.apartment === undefined ? null : (building.apartments.get(account.apartment) ?? null);
    const spaceId = parts.newId();
    if (!account.isPending) {
      settled.push({ userId, spaceId, role: account.role, buildingId: building.id, apartmentId });
    }
    await insertRows(trx, "spaces", [
      {
        id: spaceId,
        user_id: userId,
        role: account.role,
        building_id: building.id,
        apartment_id: apartmentId,
        status: account.isPending ? "PENDING" : "APPROVED",
        // They have lived there for longer than what is told of them.
        created_at: new Date(now.getTime() - 2 * HISTORY_DAYS * DAY_MS),
        ends_at: account.role === "RESIDENTE_TEMPORAL" ? new Date(now.getTime() + 90 * DAY_MS) : null,
      },
    ]);
    if (account.role.startsWith("RESIDENTE") && !account.isPending) {
      await seedOpenings(parts, trx, building, { userId, apartmentId, seed: index });
    }
  }
  await seedCallsAtHome(parts, trx, settled);
}

/** A week of calls at the first home in which people are rung, from its lobby and from a visitor. */
async function seedCallsAtHome(parts: Parts, trx: Trx, settled: readonly SeededPerson[]): Promise<void> {
  const leader = settled.find(({ role }) => role === "RESIDENTE_LIDER");
  if (!leader?.apartmentId) {
    return;
  }
  const { buildingId, apartmentId } = leader;
  const there = settled.filter((person) => person.buildingId === buildingId);
  const lobby = there.find(({ role }) => role === "PORTERIA");
  const visitor = there.find(({ role }) => role === "VISITANTE_CONOCIDO");
  const people = there.filter(
    (person) => person.apartmentId === apartmentId && person.role.startsWith("RESIDENTE"),
  );
  if (lobby && visitor) {
    await seedPastCalls(parts, trx, {
      buildingId,
      apartmentId,
      lobbyId: lobby.userId,
      visitorId: visitor.userId,
      people,
    });
  }
}

/** A week of comings and goings, at the hours when people come and go. */
async function seedOpenings(
  { newId, clock }: Parts,
  trx: Trx,
  building: SeededBuilding,
  person: { userId: string; apartmentId: string | null; seed: number },
): Promise<void> {
  const now = clock.now().getTime();
  const today = now - (now % DAY_MS);
  const moments = Array.from({ length: HISTORY_DAYS }, (_, day) => day).flatMap((day) =>
    [12.2, 17.5, 23.1].map((hour, turn) => {
      const minutes = (person.seed * 13 + day * 7 + turn * 29) % 55;
      return { at: today - day * DAY_MS + hour * 3_600_000 + minutes * 60_000, turn };
    }),
  );
  await insertRows(
    trx,
    "open_door_events",
    moments
      .filter(({ at }) => at < now)
      .map(({ at, turn }) => {
        const door = building.doors[(turn + person.seed) % building.doors.length];
        return {
          id: newId(),
          building_id: building.id,
          door_id: door?.id ?? null,
          door_name: door?.name ?? "",
          order_id: null,
          user_id: person.userId,
          apartment_id: person.apartmentId,
          origin: turn === 1 ? ("CARD" as const) : ("APP" as const),
          occurred_at: new Date(at),
          picture_file_id: null,
        };
      }),
  );
}
