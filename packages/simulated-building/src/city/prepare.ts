import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, randomInt } from "node:crypto";
import {
  decideEmployeeRequest,
  listEmployeeRequests,
} from "@umbral/contract/access-requests/access-requests.contract";
import { userLogin } from "@umbral/contract/auth/auth.contract";
import { createApartments } from "@umbral/contract/buildings/administering-apartments.contract";
import {
  createBuilding,
  createFloor,
  createTower,
} from "@umbral/contract/buildings/administering-buildings.contract";
import { createCamera } from "@umbral/contract/cameras/administering-cameras.contract";
import { createCard } from "@umbral/contract/cards/cards.contract";
import { ControllerKey, pairController } from "@umbral/contract/controllers/controllers.contract";
import { registerController } from "@umbral/contract/controllers/registering.contract";
import { createDoor } from "@umbral/contract/doors/administering-doors.contract";
import { changeEntranceSign, renewEntranceSign } from "@umbral/contract/entrance-sign/entrance-sign.contract";
import { registerResident } from "@umbral/contract/registration/registration.contract";
import { verifyUser } from "@umbral/contract/users/user-details.contract";
import { type Asker, ask } from "./asking.ts";
import type { Account } from "./household.ts";

/** Begins the name of everything that is made here, so that nobody takes it for a true building, and it is found again. */
export const MARK = "Ciudad simulada";
/** What everybody is called who lives there. */
export const NAME = "Persona Simulada";
export const TIME_ZONE = "America/Bogota";
const DOORS = ["Entrada", "Garaje"] as const;
export const DOORS_EACH = DOORS.length;
/** Frames of its camera a second while somebody looks. */
const FRAMES_PER_SECOND = 2;

/** A building that was made, with who lives there. */
export interface PreparedBuilding {
  id: string;
  doors: string[];
  cameraId: string;
  /** Of the sign at its entrance. */
  signSecret: string;
  controller: { id: string; key: KeyObject };
  homes: { account: Account; token: string }[];
}

/** Makes one building through the same addresses as an administration and residents do. */
export async function prepareBuilding(
  administrator: Asker,
  of: { name: string; homes: number; picture: File; headers: Asker["headers"] },
): Promise<PreparedBuilding> {
  const visitor: Asker = { ...administrator, token: null, headers: of.headers };
  const { building } = await ask(administrator, createBuilding, {
    body: {
      name: `${MARK} ${of.name}`,
      address1: "Calle simulada",
      city: "Bogotá",
      state: "Cundinamarca",
      type: "RESIDENTIAL",
      timeZone: TIME_ZONE,
      keepsClips: false,
    },
  });
  const { id } = building;
  const { tower } = await ask(administrator, createTower, { params: { id }, body: { name: "A" } });
  const { floor } = await ask(administrator, createFloor, { params: { id: tower.id }, body: { name: "1" } });
  const names = Array.from({ length: of.homes }, (_, at) => `A-${101 + at}`);
  const { apartments } = await ask(administrator, createApartments, {
    params: { id: floor.id },
    body: { names },
  });
  const controller = await pair(administrator, visitor, id);
  const { camera } = await ask(administrator, createCamera, {
    params: { id },
    body: {
      name: "Entrada",
      source: { kind: "simulated", scene: "entrance" },
      framesPerSecond: FRAMES_PER_SECOND,
      width: 640,
    },
  });
  const doors: string[] = [];
  for (const [at, name] of DOORS.entries()) {
    const reader = { kind: "simulated" as const, hasKeypad: true };
    const cameraIds = at === 0 ? [camera.id] : [];
    const { door } = await ask(administrator, createDoor, {
      params: { id },
      body: { name, localId: String(at + 1), floorId: floor.id, reader, cameraIds },
    });
    doors.push(door.id);
  }
  await ask(administrator, renewEntranceSign, { params: { id }, body: {} });
  const { sign } = await ask(administrator, changeEntranceSign, {
    params: { id },
    body: { isOn: true, hours: { from: "00:00", to: "00:00" } },
  });
  const homes: PreparedBuilding["homes"] = [];
  for (const { id: apartmentId } of apartments) {
    const place = { buildingId: id, towerId: tower.id, floorId: floor.id, apartmentId };
    homes.push(await moveIn(administrator, visitor, place, of.picture));
  }
  const signSecret = new URL(sign.address).hash.replace(/[^0-9A-Z]/g, "");
  return { id, doors, cameraId: camera.id, signSecret, controller, homes };
}

async function pair(
  administrator: Asker,
  visitor: Asker,
  id: string,
): Promise<PreparedBuilding["controller"]> {
  const { pairing } = await ask(administrator, registerController, { params: { id }, body: {} });
  const { privateKey } = generateKeyPairSync("ed25519");
  const { x } = createPublicKey(privateKey).export({ format: "jwk" });
  const publicKey = ControllerKey.parse({ kty: "OKP", crv: "Ed25519", x });
  const { controllerId } = await ask(visitor, pairController, { body: { code: pairing.code, publicKey } });
  return { id: controllerId, key: privateKey };
}

/** Somebody registers in a home, is let in, shows who they are, gets a card, and signs in. */
async function moveIn(
  administrator: Asker,
  visitor: Asker,
  place: { buildingId: string; towerId: string; floorId: string; apartmentId: string },
  photo: File,
): Promise<PreparedBuilding["homes"][number]> {
  const { apartmentId, buildingId } = place;
  const cedula = `1${randomInt(100_000_000, 999_999_999)}`;
  const password = randomBytes(18).toString("base64url");
  await ask(visitor, registerResident, {
    params: { apartmentId },
    body: {
      ...place,
      cedula,
      name: NAME,
      // Numbers and addresses that nobody has: 555-01xx is kept for stories, .example for documents.
      phone: `+120255501${String(randomInt(100)).padStart(2, "0")}`,
      email: `persona.${cedula}@umbral.example`,
      password,
      passwordConfirmation: password,
      photo,
      acceptTerms: "true",
    },
  });
  const { accessRequests } = await ask(administrator, listEmployeeRequests, { params: { id: apartmentId } });
  for (const { id: x } of accessRequests) {
    await ask(administrator, decideEmployeeRequest, {
      params: { id: apartmentId, x },
      body: { approved: true },
    });
  }
  const { user } = await ask(administrator, verifyUser, {
    body: { cedula, photo, cedulaFrontal: photo, cedulaPosterior: photo },
  });
  const tag = randomBytes(7).toString("hex").toUpperCase();
  await ask(administrator, createCard, { body: { userId: user.id, tag, type: "PERSON" } });
  const { token } = await ask(visitor, userLogin, { body: { cedula, password, userType: "USER" } });
  return { account: { userId: user.id, cedula, password, tag, buildingId, apartmentId }, token };
}
