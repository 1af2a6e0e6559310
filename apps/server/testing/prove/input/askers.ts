import type { Access } from "@umbral/contract/lib/endpoint";
import { reachOfKiosk, reachOfPlatform, reachOfRole } from "@umbral/contract/lib/policy";
import type { Role } from "@umbral/contract/lib/roles";
import { TokenRight } from "@umbral/contract/lib/token-rights";
import type { TestPerson } from "../../factories.ts";
import { newController } from "../../test-controller.ts";
import { newGuest, newPass } from "../../test-guests.ts";
import type { TestServer } from "../../test-server.ts";
import { newSign, newVisitor } from "../../test-signs.ts";
import { newToken } from "../../test-tokens.ts";
import { PASSWORD } from "./values.ts";

/** Whoever asks, as one process tells another. */
export interface Asker {
  name: string;
  /** A stranger has an open line where controllers sign in, and signs nothing. */
  kind: "nobody" | "person" | "guest" | "sign" | "token" | "controller" | "stranger";
  /** What their requests say of them; null for who makes none. */
  headers: Readonly<Record<string, string>> | null;
  /** What signs their line in; null for who has none. */
  line: { token: string } | { controllerId: string; pem: string } | null;
  /** Whose session it is, for another one where it ended. */
  userId?: string;
  /** Of a controller, for another one where it was taken away. */
  buildingId?: string;
  /** What they are, for what they may. */
  role?: Role | "PLATFORM" | "KIOSK";
  /** Things of theirs with their ids, and words that they know, as replies have them. */
  own?: unknown;
}

/** The same with another session, or another controller; undefined where there can be none any more. */
export async function renewed(server: TestServer, asker: Asker): Promise<Asker | undefined> {
  try {
    if (asker.kind === "controller" && asker.buildingId !== undefined) {
      return await controllerOf(server, asker.buildingId);
    }
    const session = asker.userId === undefined ? undefined : await server.newSession(asker.userId);
    return session && { ...asker, headers: session.headers, line: { token: session.token } };
  } catch {
    // The person or the building is gone.
    return undefined;
  }
}

async function controllerOf(server: TestServer, buildingId: string): Promise<Asker> {
  const controller = await newController(server, buildingId);
  controller.socket.disconnect();
  const pem = controller.key.export({ format: "pem", type: "pkcs8" }).toString();
  const line = { controllerId: controller.id, pem };
  return { name: "controller", kind: "controller", headers: null, line, buildingId };
}

/** Is this operation or message meant for them, whatever they may? */
export function isFor(asker: Asker, access: Access): boolean {
  const { kind } = asker;
  switch (access.kind) {
    case "permission":
      return (
        (kind === "person" && mayIn(asker, access)) ||
        ((kind === "guest" || kind === "sign") && access.guests === true)
      );
    case "party":
      return kind === "person" || ((kind === "guest" || kind === "sign") && access.guests === true);
    case "guest":
    case "sign":
    case "token":
    case "controller":
      return kind === access.kind;
    default:
      return kind === "nobody" || kind === "person" || kind === "stranger";
  }
}

/** Is there a place where they may do this? */
function mayIn(
  { role }: Asker,
  { permission, or = permission }: Extract<Access, { kind: "permission" }>,
): boolean {
  return [permission, or].some((one) => {
    switch (role) {
      case undefined:
        return true;
      case "PLATFORM":
        return reachOfPlatform(one) !== "no";
      case "KIOSK":
        return reachOfKiosk(one) !== "no";
      default:
        return reachOfRole(role, one) !== "no";
    }
  });
}

/** Of each role so many: what one person may ask in a second is limited, and one who is thrown out is not missed. */
const OF_EACH = 4;

/**
 * Two buildings with doors, the second with few people so that most ids are of the first, and everybody whom the contract knows: people of every role, a device of the lobby, a guest with
 * their page, somebody at the sign, programs and controllers.
 * @returns besides them what was made, with its ids as replies have them
 */
export async function makeAskers(server: TestServer): Promise<{ askers: Asker[]; seen: unknown }> {
  const buildings = [await server.newBuilding(), await server.newBuilding()];
  const doors = [];
  const askers: Asker[] = [
    { name: "nobody", kind: "nobody", headers: {}, line: null },
    { name: "stranger among controllers", kind: "stranger", headers: null, line: null },
  ];
  const people: TestPerson[] = [];
  const secrets: string[] = [];
  for (const building of buildings) {
    const at = { buildingId: building.id };
    doors.push(await server.newDoor(building), await server.newDoor(building));
    const [home] = building.apartments;
    const residence = { ...at, ...(home ? { apartmentId: home.id } : {}) };
    const own = { ...residence, doors: doors.slice(-2) };
    const many = building === buildings[0] ? OF_EACH : 1;
    for (let number = 0; number < many; number += 1) {
      const known = number === 0 ? { password: PASSWORD } : {};
      const spaces = [
        { role: number === 0 ? "RESIDENTE_LIDER" : "RESIDENTE", ...residence },
        { role: "PORTERIA", ...at },
        { role: "ADMINISTRADOR", ...at },
      ] as const;
      for (const space of spaces) {
        const made = await server.newPerson({ spaces: [space], ...known });
        people.push(made);
        const { cedula, spaceIds, token } = made;
        const { role } = space;
        askers.push({ ...person(nameOf[role], made), role, own: { ...own, cedula, token, space: spaceIds } });
      }
    }
    const kiosk = await server.newKiosk(building.id);
    const onShift = await kiosk.onShift(people.at(-2)?.id ?? "");
    askers.push({ ...person("device of the lobby", onShift), userId: kiosk.userId, role: "KIOSK", own });
    const token = await newToken(server, building.id, [...TokenRight.options], {
      doorIds: doors.slice(-2).map(({ id }) => id),
    });
    askers.push({ name: "program", kind: "token", headers: token.headers, line: { token: token.token } });
    askers.push(await controllerOf(server, building.id));
    const host = { building, apartmentId: home?.id ?? "", rosa: { id: people.at(-3)?.id ?? "" } };
    const pass = await newPass(server, host, { entries: null });
    const sign = await newSign(server, building.id);
    secrets.push(pass.secret, sign.secret);
    const guest = await newGuest(server, pass.secret);
    askers.push({ ...person("guest", guest), kind: "guest" });
    const visitor = await newVisitor(server, sign.secret);
    askers.push({ ...person("visitor at the sign", visitor), kind: "sign" });
  }
  for (let number = 0; number < OF_EACH; number += 1) {
    const known = number === 0 ? { password: PASSWORD } : {};
    const platform = await server.newPerson({ userType: "ADMIN", ...known });
    people.push(platform);
    const own = { cedula: platform.cedula };
    askers.push({ ...person("platform", platform), role: "PLATFORM", own });
  }
  return { askers, seen: { buildings, doors, users: people, secret: secrets } };
}

const nameOf = {
  RESIDENTE_LIDER: "resident",
  RESIDENTE: "resident",
  PORTERIA: "lobby",
  ADMINISTRADOR: "administrator",
} as const;

function person(
  name: string,
  { id, token, headers }: { id?: string; token: string; headers: { authorization: string } },
): Asker {
  return { name, kind: "person", headers, line: { token }, ...(id === undefined ? {} : { userId: id }) };
}
