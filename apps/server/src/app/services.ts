import { randomUUID } from "node:crypto";
import { v7 } from "uuid";
import { actorsOf } from "../features/auth/auth.gate.ts";
import type { SessionTokens } from "../features/auth/session-tokens.ts";
import { placesOf } from "../features/buildings/buildings.gate.ts";
import { leaveCallsOf } from "../features/calls/call-leaving.ts";
import { partiesOfCalls } from "../features/calls/calls.gate.ts";
import { placeOfCamera } from "../features/cameras/cameras.gate.ts";
import { holderOfCard } from "../features/cards/cards.gate.ts";
import { placeOfDoor } from "../features/doors/doors.gate.ts";
import { placeOfInput } from "../features/inputs/inputs.gate.ts";
import { callersOf } from "../features/integrations/tokens.gate.ts";
import { buildingsOfPeople } from "../features/users/users.gate.ts";
import { AccessSigner } from "../platform/access-key.ts";
import { keepAttemptsUnder } from "../platform/attempts.queries.ts";
import { type Clock, steadyFrom, systemClock } from "../platform/clock.ts";
import type { Services } from "../platform/context.ts";
import { compareWithDatabase } from "../platform/database-clock.ts";
import { DatabaseNews } from "../platform/database-news.ts";
import { Jobs } from "../platform/jobs.ts";
import { KeyedDigest } from "../platform/keyed-digest.ts";
import { Live } from "../platform/live.ts";
import { waysHere } from "../platform/message-ways.ts";
import { PushProofs } from "../platform/push-proofs.ts";
import { SecretBox } from "../platform/secret-box.ts";
import { SignedAddresses } from "../platform/signed-address.ts";
import type { SignedTokens } from "../platform/signed-tokens.ts";
import { StallWatch } from "../platform/stall-watch.ts";
import type { Lines } from "./lines.ts";
import type { Parts } from "./parts.ts";

/** The clock of this process, steady with the database's. */
export async function clockOf({ clock = systemClock, db }: Parts): Promise<Clock> {
  const { behindMs } = await compareWithDatabase(db, () => clock.steadyMs());
  return steadyFrom(clock, behindMs);
}

/** What every service works with, out of what the outside gives. The gate asks each room for what is its own. */
export function buildServices(
  { env, db, owner, prepared, files, log, filesKey, accessKey, ways, demonstration }: Parts,
  { io, bus, unsigned, isAnybodyThere }: Lines,
  clock: Clock,
  {
    signed,
    tokens,
    wakeOutbox,
    keepClips,
    keepRingPicture,
  }: { signed: SignedTokens; tokens: SessionTokens } & Pick<
    Services,
    "wakeOutbox" | "keepClips" | "keepRingPicture"
  >,
): Services {
  const nodeId = randomUUID();
  // Its connection hears words and asks for nothing.
  const news = new DatabaseNews(owner, { clock, log, db, nodeId });
  // Words come through what keeps sessions alone.
  prepared?.allowWhile(() => news.isHeard);
  const digest = new KeyedDigest(filesKey);
  keepAttemptsUnder(db, digest);
  const services: Services = {
    env,
    db,
    clock,
    stalls: new StallWatch(clock, isAnybodyThere),
    newId: v7,
    log,
    files,
    addresses: new SignedAddresses(signed, clock),
    digest,
    secrets: new SecretBox(filesKey),
    accessSigner: new AccessSigner(accessKey),
    proofs: new PushProofs(signed, clock),
    gate: {
      ...actorsOf(db, clock, tokens),
      ...callersOf(db, clock),
      ...placesOf(db, { door: placeOfDoor(db), camera: placeOfCamera(db), input: placeOfInput(db) }),
      ...buildingsOfPeople(db, clock, holderOfCard(db)),
      ...partiesOfCalls(db),
    },
    live: new Live(io),
    lines: unsigned,
    ways: ways ?? waysHere(env, demonstration !== undefined),
    wakeOutbox,
    keepClips,
    keepRingPicture,
    leaveCalls: (...asked) => leaveCallsOf(services, ...asked),
    jobs: new Jobs(() => clock.now()),
    news,
    bus,
    nodeId,
  };
  return services;
}
