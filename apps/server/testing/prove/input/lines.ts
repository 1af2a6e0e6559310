import { createPrivateKey } from "node:crypto";
import { AccessPageAnswer } from "@umbral/contract/access-control/access-list";
import { ClipOrderAnswer, ClipPartAnswer } from "@umbral/contract/clips/clip-wire.contract";
import {
  CameraSearchAnswer,
  CameraTrialAnswer,
  DoorOrderAnswer,
  EmergencyAnswer,
  PassEntryAnswer,
  PassHandoverAnswer,
  ReaderSetupAnswer,
  RelayTrialAnswer,
  RestartAnswer,
  SirenAnswer,
  StreamsAnswer,
} from "@umbral/contract/controllers/controller-orders.contract";
import { CONTROLLER_NAMESPACE } from "@umbral/contract/controllers/controllers.contract";
import { DeviceTrial } from "@umbral/contract/doors/device-trial";
import { io, type Socket } from "socket.io-client";
import type { z } from "zod";
import type { Chance } from "../../../../controller/testing/prove/random.ts";
import { signInController } from "../../test-controller.ts";
import type { Asker } from "./askers.ts";
import { type SeenIds, shapeOf, type Values } from "./values.ts";

/** Answers what it is sent by a chance of its own, and remembers the ids that it hears. */
export interface Hearing {
  chance: Chance;
  values: Values;
  ids: SeenIds;
}

/** What a controller answers to which order. */
const answers: Readonly<Record<string, z.ZodType>> = {
  "door:operate": DoorOrderAnswer,
  "siren:set": SirenAnswer,
  "doors:emergency": EmergencyAnswer,
  "reader:setup": ReaderSetupAnswer,
  "pass:enter": PassEntryAnswer,
  "pass:hand-over": PassHandoverAnswer,
  "access:page": AccessPageAnswer,
  "camera:try": CameraTrialAnswer,
  "cameras:search": CameraSearchAnswer,
  "camera:streams": StreamsAnswer,
  "relay:try": RelayTrialAnswer,
  restart: RestartAnswer,
  "clip:keep": ClipOrderAnswer,
  "clip:part": ClipPartAnswer,
  "device:try": DeviceTrial,
};

/**
 * Opens the line of somebody and signs it in; of nobody, one that has not signed in. Orders that come are answered as they
 * should be, as they should not be, or seldom not at all.
 * @throws when it is not let in
 */
export async function dial(
  url: string,
  { line, kind }: Asker,
  headers: Readonly<Record<string, string>>,
  { chance, values, ids }: Hearing,
): Promise<Socket> {
  if (line !== null && "pem" in line) {
    const { raw } = await signInController(url, line.controllerId, createPrivateKey(line.pem));
    // What the other heard so far is nobody's any more.
    raw.offAny();
    raw.onAny((event: string, ...heard: unknown[]) => {
      ids.add(heard, chance);
      const acknowledge = heard.at(-1);
      const schema = answers[event];
      if (isFunction(acknowledge) && schema && chance.below(50) > 0) {
        const made = values.of(shapeOf(schema));
        acknowledge(chance.below(3) === 0 ? values.spoiled(made) : made);
      }
    });
    return raw;
  }
  const raw = io(kind === "stranger" ? `${url}${CONTROLLER_NAMESPACE}` : url, {
    transports: ["websocket"],
    reconnection: false,
    forceNew: true,
    extraHeaders: headers,
  });
  await new Promise<void>((resolve, reject) => {
    raw.once("connect", resolve);
    raw.once("connect_error", reject);
  });
  raw.onAny((_event: string, ...heard: unknown[]) => ids.add(heard, chance));
  if (line !== null) {
    const reply: unknown = await raw.timeout(20_000).emitWithAck("init", { token: line.token });
    if (typeof reply !== "object" || reply === null || !("ok" in reply) || reply.ok !== true) {
      raw.disconnect();
      throw new Error("the line was not let in");
    }
  }
  return raw;
}

const isFunction = (value: unknown): value is (answer: unknown) => void => typeof value === "function";
