import type { DoorScope } from "@umbral/contract/lib/door-scope";
import type { Role, UserType } from "@umbral/contract/lib/roles";
import { hashPassword } from "../src/features/auth/passwords.ts";
import { sessionEnd } from "../src/features/auth/session-length.ts";
import type { SessionTokens } from "../src/features/auth/session-tokens.ts";
import type { Services } from "../src/platform/context.ts";

export interface TestBuilding {
  id: string;
  name: string;
  towers: { id: string; name: string; floors: { id: string; name: string }[] }[];
  /** Two on each floor, named `A-101`… by tower and floor. */
  apartments: { id: string; name: string; towerId: string; floorId: string }[];
}

export interface TestPerson {
  id: string;
  cedula: string;
  name: string;
  token: string;
  headers: { authorization: string };
  /** The ids of the person's spaces, in the order they were given. */
  spaceIds: string[];
}

/** A device of a lobby. `onShift` is somebody's shift at it, without ending another. */
export interface TestKiosk {
  id: string;
  userId: string;
  token: string;
  headers: { authorization: string };
  onShift(userId: string, presentAt?: Date): Promise<{ token: string; headers: { authorization: string } }>;
}

const YEAR_MS = 365 * 24 * 3_600_000;

export interface Factories {
  /** A building with towers A and B of two floors. */
  newBuilding(name?: string): Promise<TestBuilding>;
  /** A person, signed in, with these roles. */
  newPerson(options?: {
    spaces?: { role: Role; buildingId: string; apartmentId?: string }[];
    userType?: UserType;
    name?: string;
    password?: string;
    isDemonstration?: boolean;
    email?: string;
    phone?: string;
  }): Promise<TestPerson>;
  /** One more session of somebody, in which a second factor was shown unless it is said otherwise. */
  newSession(
    userId: string,
    options?: { hasSecondFactor?: boolean; kioskId?: string; presentAt?: Date },
  ): Promise<{ token: string; headers: { authorization: string } }>;
  /** A device of a building's lobby, paired, with nobody on shift. */
  newKiosk(buildingId: string): Promise<TestKiosk>;
  /** A door on the first floor of the first tower, or where it is said, with a camera of its own. */
  newDoor(
    building: TestBuilding,
    options?: { localId?: string; scope?: DoorScope; towerId?: string; floorId?: string; name?: string },
  ): Promise<{ id: string; localId: string; cameraId: string }>;
}

/** Functions that say what they make, each thing with an id and a name of its own. */
export function factoriesFor(
  services: Pick<Services, "db" | "newId" | "clock">,
  tokens: SessionTokens,
): Factories {
  const { db, newId, clock } = services;
  let count = 0;
  const next = () => {
    count += 1;
    return count;
  };

  const newSession = async (
    userId: string,
    { hasSecondFactor = true, ...at }: Parameters<Factories["newSession"]>[1] = {},
  ) => {
    const createdAt = clock.now();
    const expiresAt = sessionEnd({ userType: "USER", spaces: [] }, createdAt);
    const session = { id: newId(), createdAt, expiresAt };
    await db
      .insertInto("sessions")
      .values({
        id: session.id,
        user_id: userId,
        created_at: createdAt,
        expires_at: session.expiresAt,
        second_factor_at: hasSecondFactor ? createdAt : null,
        kiosk_id: at.kioskId ?? null,
        present_at: at.presentAt ?? null,
      })
      .execute();
    const token = await tokens.issue(session);
    return { token, headers: { authorization: `JWT ${token}` } };
  };

  return {
    newSession,

    async newKiosk(buildingId) {
      const [id, userId] = [newId(), newId()];
      const name = `Equipo ${next()}`;
      await db.insertInto("users").values({ id: userId, name, cedula: null, user_type: "KIOSK" }).execute();
      await db
        .insertInto("kiosks")
        .values({
          id,
          building_id: buildingId,
          user_id: userId,
          name,
          created_at: clock.now(),
          paired_at: clock.now(),
        })
        .execute();
      const own = await newSession(userId, { kioskId: id });
      return {
        id,
        userId,
        ...own,
        onShift: (personId, presentAt = clock.now()) => newSession(personId, { kioskId: id, presentAt }),
      };
    },

    async newBuilding(name = `Edificio ${next()} ${newId().slice(-6)}`) {
      const id = newId();
      await db
        .insertInto("buildings")
        .values({
          id,
          name,
          address1: "Calle 1",
          city: "Bogotá",
          state: "Cundinamarca",
          type: "RESIDENTIAL",
          // Older than whatever a test tells of it.
          created_at: new Date(clock.now().getTime() - YEAR_MS),
        })
        .execute();
      const building: TestBuilding = { id, name, towers: [], apartments: [] };
      for (const letter of ["A", "B"]) {
        const tower = { id: newId(), name: letter, floors: [] as { id: string; name: string }[] };
        building.towers.push(tower);
        for (const level of [1, 2]) {
          const floor = { id: newId(), name: String(level) };
          tower.floors.push(floor);
          for (const number of [1, 2]) {
            building.apartments.push({
              id: newId(),
              name: `${letter}-${level}0${number}`,
              towerId: tower.id,
              floorId: floor.id,
            });
          }
        }
      }
      await db
        .insertInto("towers")
        .values(building.towers.map((tower) => ({ id: tower.id, building_id: id, name: tower.name })))
        .execute();
      await db
        .insertInto("floors")
        .values(
          building.towers.flatMap((tower) =>
            tower.floors.map((floor) => ({
              id: floor.id,
              tower_id: tower.id,
              name: floor.name,
              plan_file_id: null,
            })),
          ),
        )
        .execute();
      await db
        .insertInto("apartments")
        .values(
          building.apartments.map((apartment) => ({
            id: apartment.id,
            building_id: id,
            tower_id: apartment.towerId,
            floor_id: apartment.floorId,
            name: apartment.name,
            active: true,
          })),
        )
        .execute();
      return building;
    },

    async newPerson(options = {}) {
      const id = newId();
      const cedula = `7${String(next()).padStart(4, "0")}${Date.now() % 100_000}`;
      const name = options.name ?? `Persona ${count}`;
      await db
        .insertInto("users")
        .values({
          id,
          cedula,
          name,
          user_type: options.userType ?? "USER",
          password_hash: options.password === undefined ? null : await hashPassword(options.password),
          photo_file_id: null,
          token_firebase: null,
          is_demonstration: options.isDemonstration ?? false,
          email: options.email ?? "",
          phone: options.phone ?? "",
        })
        .execute();
      const spaceIds: string[] = [];
      for (const space of options.spaces ?? []) {
        const spaceId = newId();
        spaceIds.push(spaceId);
        await db
          .insertInto("spaces")
          .values({
            id: spaceId,
            user_id: id,
            role: space.role,
            building_id: space.buildingId,
            apartment_id: space.apartmentId ?? null,
            status: "APPROVED",
          })
          .execute();
      }
      return { id, cedula, name, ...(await newSession(id)), spaceIds };
    },

    async newDoor(building, options = {}) {
      const [tower] = building.towers;
      const [floor] = tower?.floors ?? [];
      if (!tower || !floor) {
        throw new Error("the building has no floor for a door");
      }
      const door = { id: newId(), localId: options.localId ?? String(next()), cameraId: newId() };
      await db
        .insertInto("cameras")
        .values({
          id: door.cameraId,
          building_id: building.id,
          name: `Cámara ${door.localId}`,
          source: JSON.stringify({ kind: "simulated", scene: "entrance" }),
        })
        .execute();
      await db
        .insertInto("doors")
        .values({
          id: door.id,
          building_id: building.id,
          tower_id: options.towerId ?? tower.id,
          floor_id: options.floorId ?? floor.id,
          name: options.name ?? `Puerta ${door.localId}`,
          local_id: door.localId,
          scope: options.scope ?? "building",
          relay: JSON.stringify({ kind: "simulated" }),
        })
        .execute();
      await db
        .insertInto("door_cameras")
        .values({ door_id: door.id, camera_id: door.cameraId, building_id: building.id })
        .execute();
      return door;
    },
  };
}
