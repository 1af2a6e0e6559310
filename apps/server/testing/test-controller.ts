import { type KeyObject, randomUUID, sign } from "node:crypto";
import { NO_ENTRIES } from "@umbral/contract/access-control/access-list";
import type {
  DoorOrder,
  DoorOrderAnswer,
  EmergencyAnswer,
  EmergencyOrder,
  SirenAnswer,
  SirenOrder,
} from "@umbral/contract/controllers/controller-orders.contract";
import {
  Challenge,
  CONTROLLER_NAMESPACE,
  challengeText,
} from "@umbral/contract/controllers/controllers.contract";
import { io, type Socket } from "socket.io-client";
import { invite } from "../src/features/controllers/controllers.service.ts";
import { newControllerKey } from "./controller-key.ts";
import { TestAccessList } from "./test-access-list.ts";
import { type TestServer, TestSocket } from "./test-server.ts";

/** A building's controller as the server sees it, in the test's own hands. */
export interface TestController {
  id: string;
  key: KeyObject;
  socket: TestSocket;
  /** The access list that it was told. */
  list: TestAccessList;
  /** Orders that came, in order. */
  orders: DoorOrder[];
  /** How the next orders are answered; the default moves the relay. */
  answerWith(answer: (order: DoorOrder) => Promise<DoorOrderAnswer>): void;
  /** What it was told of emergencies, in order. */
  emergencyOrders: EmergencyOrder[];
  /** How it answers them; the default does what it is told with one door. Null leaves the server without an answer. */
  emergencyAnswers(answer: (order: EmergencyOrder) => EmergencyAnswer | null): void;
  /** What its siren was told, in order. */
  sirenOrders: SirenOrder[];
  /** How the siren answers; the default does what it is told. Null leaves the server without an answer. */
  sirenAnswers(answer: (order: SirenOrder) => SirenAnswer | null): void;
}

/** Pairs a controller with its building and signs it in, by the protocol that real ones speak. */
export async function newController(
  server: TestServer,
  buildingId: string,
  /** An offer of its own, for a building that has another one. */
  offered?: string,
): Promise<TestController> {
  const { publicKey, privateKey } = newControllerKey();
  const code = offered ?? (await invite(server.app.services, buildingId));
  const paired = await server.app.http.inject({
    method: "POST",
    url: "/api/controllers/pairing",
    payload: { code, publicKey },
  });
  const { controllerId } = paired.json<{ controllerId: string }>();
  const list = new TestAccessList(() => server.app.services.accessSigner.publicKey);
  const socket = await signInController(server.url, controllerId, privateKey, list);

  const orders: DoorOrder[] = [];
  let answer: (order: DoorOrder) => Promise<DoorOrderAnswer> = async () => ({ outcome: "moved" });
  socket.raw.on("door:operate", (order: DoorOrder, acknowledge: (answer: DoorOrderAnswer) => void) => {
    orders.push(order);
    answer(order).then(acknowledge, () => acknowledge({ outcome: "failed" }));
  });
  const sirenOrders: SirenOrder[] = [];
  let sirenAnswer: (order: SirenOrder) => SirenAnswer | null = ({ on }) => ({
    outcome: on ? "sounding" : "silent",
  });
  socket.raw.on("siren:set", (order: SirenOrder, acknowledge: (answer: SirenAnswer) => void) => {
    sirenOrders.push(order);
    const said = sirenAnswer(order);
    if (said) {
      acknowledge(said);
    }
  });
  const emergencyOrders: EmergencyOrder[] = [];
  let emergencyAnswer = (order: EmergencyOrder): EmergencyAnswer | null => ({
    outcome: "done",
    doors: order.state === "free" ? 1 : 0,
  });
  socket.raw.on(
    "doors:emergency",
    (order: EmergencyOrder, acknowledge: (answer: EmergencyAnswer) => void) => {
      emergencyOrders.push(order);
      const said = emergencyAnswer(order);
      if (said) {
        acknowledge(said);
      }
    },
  );
  return {
    emergencyOrders,
    emergencyAnswers(next) {
      emergencyAnswer = next;
    },
    sirenOrders,
    sirenAnswers(next) {
      sirenAnswer = next;
    },
    list,
    id: controllerId,
    key: privateKey,
    socket,
    orders,
    answerWith(next) {
      answer = next;
    },
  };
}

/** Programs of before there were passes say null without a list, and nothing of what they know. */
const claimOf = (list: TestAccessList | undefined) =>
  list && list.knows.length > 0
    ? { ...(list.kept ?? { epoch: 0, number: 0, digest: NO_ENTRIES }), knows: list.knows }
    : (list?.kept ?? null);

/**
 * Connects and answers the challenge; throws the refusal's code when the server does not know the key.
 * @param list the access list that it has, and keeps; without one it does not answer pages
 */
export async function signInController(
  url: string,
  controllerId: string,
  key: KeyObject,
  list?: TestAccessList,
): Promise<TestSocket> {
  const { socket, answer } = await beginSignIn(url, controllerId, key, list);
  const said = await answer;
  if (!said.ok) {
    socket.disconnect();
    throw new Error(said.code);
  }
  return socket;
}

/** The same up to the answer, which may still be waited for. */
export async function beginSignIn(url: string, controllerId: string, key: KeyObject, list?: TestAccessList) {
  const raw: Socket = io(`${url}${CONTROLLER_NAMESPACE}`, {
    transports: ["websocket"],
    reconnection: false,
    forceNew: true,
  });
  const socket = new TestSocket(raw);
  list?.hear(raw);
  raw.on("configuration", ({ revision }: { revision: string }, acknowledge?: (answer: object) => void) =>
    acknowledge?.({ revision }),
  );
  const { nonce } = Challenge.parse(await socket.hear("challenge"));
  const answer = socket.ask("sign-in", {
    controllerId,
    signature: sign(null, Buffer.from(challengeText(controllerId, nonce)), key).toString("base64url"),
    version: "test",
    boot: randomUUID(),
    revision: null,
    access: claimOf(list),
  });
  return { socket, answer };
}
