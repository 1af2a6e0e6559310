import type { Access } from "@umbral/contract/lib/endpoint";
import { TokenRight } from "@umbral/contract/lib/token-rights";
import type { TestPerson } from "../../factories.ts";
import { newController } from "../../test-controller.ts";
import { newGuest, newPass } from "../../test-guests.ts";
import type { TestServer } from "../../test-server.ts";
import { newSign, newVisitor } from "../../test-signs.ts";
import { newToken } from "../../test-tokens.ts";

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
export function isFor({ kind }: Asker, access: Access): boolean {
  switch (access.kind) {
    case "permission":
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
  for (const building of buildings) {
    const at = { buildingId: building.id };
    doors.push(await server.newDoor(building), await server.newDoor(building));
    const [home] = building.apartments;
    const residence = { ...at, ...(home ? { apartmentId: home.id } : {}) };
    const many = building === buildings[0] ? OF_EACH : 1;
    for (let number = 0; number < many; number += 1) {
      const role = number === 0 ? "RESIDENTE_LIDER" : "RESIDENTE";
      const resident = await server.newPerson({ spaces: [{ role, ...residence }] });
      const lobby = await server.newPerson({ spaces: [{ role: "PORTERIA", ...at }] });
      const administrator = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", ...at }] });
      people.push(resident, lobby, administrator);
      askers.push(person("resident", resident), person("lobby", lobby));
      askers.push(person("administrator", administrator));
    }
    const kiosk = await server.newKiosk(building.id);
    const onShift = await kiosk.onShift(people.at(-2)?.id ?? "");
    askers.push({ ...person("device of the lobby", onShift), userId: kiosk.userId });
    const token = await newToken(server, building.id, [...TokenRight.options], {
      doorIds: doors.slice(-2).map(({ id }) => id),
    });
    askers.push({ name: "program", kind: "token", headers: token.headers, line: { token: token.token } });
    askers.push(await controllerOf(server, building.id));
    const host = { building, apartmentId: home?.id ?? "", rosa: { id: people.at(-3)?.id ?? "" } };
    const guest = await newGuest(server, (await newPass(server, host, { entries: null })).secret);
    askers.push({ ...person("guest", guest), kind: "guest" });
    const visitor = await newVisitor(server, (await newSign(server, building.id)).secret);
    askers.push({ ...person("visitor at the sign", visitor), kind: "sign" });
  }
  for (let number = 0; number < OF_EACH; number += 1) {
    const platform = await server.newPerson({ userType: "ADMIN" });
    people.push(platform);
    askers.push(person("platform", platform));
  }
  return { askers, seen: { buildings, doors, users: people } };
}

function person(
  name: string,
  { id, token, headers }: { id?: string; token: string; headers: { authorization: string } },
): Asker {
  return { name, kind: "person", headers, line: { token }, ...(id === undefined ? {} : { userId: id }) };
}
