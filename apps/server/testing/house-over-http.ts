import { type KeyObject, randomUUID } from "node:crypto";
import type { DoorOrder } from "@umbral/contract/controllers/controller-orders.contract";
import { pairController } from "@umbral/contract/controllers/controllers.contract";
import { io } from "socket.io-client";
import { z } from "zod";
import { codeAt } from "./code-app.ts";
import { newControllerKey } from "./controller-key.ts";
import { signInController } from "./test-controller.ts";
import { picture } from "./test-forms.ts";
import { newPapers } from "./test-registration.ts";
import { TestSocket } from "./test-server.ts";

/*
 * A house that is made, and lived in, through the server's doors alone: neither its code nor its database is touched, so
 * that the server may be of any version.
 */

const Id = z.object({ id: z.uuid() });
const PASSWORD = "tres loros en la mesa";
export const ADMINISTRATOR = {
  cedula: "52000111",
  name: "Ana Prueba",
  email: "ana@example.com",
  password: PASSWORD,
};

export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** Asks a server as somebody, in JSON or with a form. */
export async function askAt(
  url: string,
  token: string | null,
  method: "GET" | "POST" | "PUT",
  path: string,
  payload?: object,
): Promise<Answer> {
  const isForm = payload instanceof FormData;
  const reply = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `JWT ${token}` }),
      ...(payload === undefined || isForm ? {} : { "content-type": "application/json" }),
    },
    ...(payload === undefined ? {} : { body: isForm ? payload : JSON.stringify(payload) }),
  });
  return { status: reply.status, body: z.record(z.string(), z.unknown()).parse(await reply.json()) };
}

/** The same, for what has to succeed. */
async function made<Result>(schema: z.ZodType<Result>, asked: Promise<Answer>): Promise<Result> {
  const { status, body } = await asked;
  if (status !== 200) {
    throw new Error(`${status}: ${JSON.stringify(body)}`);
  }
  return schema.parse(body);
}

export interface House {
  administrator: string;
  buildingId: string;
  apartmentId: string;
  doorId: string;
  controller: { id: string; key: KeyObject };
  resident: { cedula: string; token: string };
}

/** The first sign-in of the administrator whom the command made; gives the token. */
async function signInAdministrator(url: string): Promise<string> {
  const { cedula, password } = ADMINISTRATOR;
  const signIn = (more: object) =>
    askAt(url, null, "POST", "/api/bb/auth/login", { cedula, password, userType: "ADMIN", ...more });
  const { enrolment } = z
    .object({ enrolment: z.object({ secret: z.string() }) })
    .parse((await signIn({})).body);
  const { token } = await made(
    z.object({ token: z.string() }),
    signIn({ code: codeAt(enrolment.secret, new Date()) }),
  );
  return token;
}

/** A resident's sign-in; gives the token. */
export const signInResident = async (url: string, cedula: string): Promise<string> =>
  (
    await made(
      z.object({ token: z.string() }),
      askAt(url, null, "POST", "/api/user/auth/login", { cedula, password: PASSWORD, userType: "USER" }),
    )
  ).token;

/** Makes a building with a door, its controller, and somebody who lives there and is signed in. */
export async function makeHouse(url: string): Promise<House> {
  const administrator = await signInAdministrator(url);
  const make = <Result>(schema: z.ZodType<Result>, path: string, payload: object) =>
    made(schema, askAt(url, administrator, "POST", path, payload));

  const buildingId = await makeBuilding(url, administrator, "Edificio de antes");
  const { tower } = await make(z.object({ tower: Id }), `/api/bb/buildings/${buildingId}/towers`, {
    name: "A",
  });
  const { floor } = await make(
    z.object({ floor: Id }),
    `/api/bb/towers/${tower.id}/floors`,
    form({ name: "1" }),
  );
  const { apartments } = await make(
    z.object({ apartments: z.tuple([Id]) }),
    `/api/bb/floors/${floor.id}/apartments`,
    { names: ["A-101"] },
  );
  const [{ id: apartmentId }] = apartments;
  const { pairing } = await make(
    z.object({ pairing: z.object({ code: z.string() }) }),
    `/api/bb/buildings/${buildingId}/controllers`,
    {},
  );
  const { door } = await make(z.object({ door: Id }), `/api/bb/buildings/${buildingId}/doors`, {
    name: "Puerta principal",
    localId: "1",
    floorId: floor.id,
  });
  const { publicKey, privateKey } = newControllerKey();
  const { controllerId } = await make(pairController.reply, "/api/controllers/pairing", {
    code: pairing.code,
    publicKey,
  });

  const { cedula, ...contact } = newPapers();
  const registered = form({
    ...contact,
    cedula,
    name: "Nadia Nueva",
    password: PASSWORD,
    passwordConfirmation: PASSWORD,
    photo: await picture(),
    buildingId,
    towerId: tower.id,
    floorId: floor.id,
    apartmentId,
    acceptTerms: "true",
  });
  await made(z.object({}), askAt(url, null, "POST", `/api/apartments/${apartmentId}/users`, registered));
  const { accessRequests } = await made(
    z.object({ accessRequests: z.tuple([Id]) }),
    askAt(url, administrator, "GET", `/api/apartments/${apartmentId}/access`),
  );
  await make(z.object({}), `/api/apartments/${apartmentId}/access/${accessRequests[0].id}`, {
    approved: true,
  });
  return {
    administrator,
    buildingId,
    apartmentId,
    doorId: door.id,
    controller: { id: controllerId, key: privateKey },
    resident: { cedula, token: await signInResident(url, cedula) },
  };
}

/** Makes a building; gives its id. */
export const makeBuilding = async (url: string, administrator: string, name: string): Promise<string> =>
  (
    await made(
      z.object({ building: Id }),
      askAt(url, administrator, "POST", "/api/bb/buildings", {
        name,
        address1: "Calle 1",
        city: "Bogotá",
        state: "Cundinamarca",
        type: "RESIDENTIAL",
      }),
    )
  ).building.id;

/** Names of all buildings, as the registration shows them. */
export const buildingsAt = async (url: string): Promise<string[]> =>
  (
    await made(
      z.object({ buildings: z.array(z.object({ name: z.string() })) }),
      askAt(url, null, "GET", "/api/buildings"),
    )
  ).buildings
    .map(({ name }) => name)
    .sort();

/** Somebody asks for the code of a visit, with the picture of their face. */
export async function askForVisit(url: string, { buildingId, resident }: House): Promise<string> {
  const asked = form({ photo: await picture(), buildingId });
  const path = `/api/visitors/${resident.cedula}/visits`;
  return (await made(z.object({ code: z.string() }), askAt(url, null, "POST", path, asked))).code;
}

/** The building's controller on a line to a server: it moves its door, and tells of it. */
export async function connectController(url: string, { controller, doorId }: House): Promise<TestSocket> {
  const socket = await signInController(url, controller.id, controller.key);
  socket.raw.on("door:operate", (order: DoorOrder, acknowledge: (answer: object) => void) => {
    acknowledge({ outcome: "moved" });
    void socket.ask("facts", { facts: [openedBy(order, doorId)] });
  });
  return socket;
}

/** Facts are numbered for as long as the controller lives, whichever server it tells them. */
let facts = 0;
const openedBy = ({ orderId }: DoorOrder, doorId: string) => ({
  seq: ++facts,
  at: new Date().toISOString(),
  kind: "door-opened",
  openingId: randomUUID(),
  doorId,
  origin: "APP",
  orderId,
});

/** A signed-in page's socket. */
export async function connectPage(url: string, token: string): Promise<TestSocket> {
  const raw = io(url, { transports: ["websocket"], reconnection: false, forceNew: true });
  const socket = new TestSocket(raw);
  await new Promise<void>((resolve, reject) => {
    raw.once("connect", resolve);
    raw.once("connect_error", reject);
  });
  const answer = await socket.ask("init", { token });
  if (!answer.ok) {
    throw new Error(answer.code);
  }
  return socket;
}

/** How many openings of the house's door stand in its list. */
export async function openingsAt(url: string, { administrator, buildingId }: House): Promise<number> {
  const path = `/api/bb/events/open-door?buildingId=${buildingId}`;
  const { eventOpenDoorDetails } = await made(
    z.object({ eventOpenDoorDetails: z.array(z.unknown()) }),
    askAt(url, administrator, "GET", path),
  );
  return eventOpenDoorDetails.length;
}

function form(fields: Record<string, string | File>): FormData {
  const sent = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    sent.append(name, value);
  }
  return sent;
}
