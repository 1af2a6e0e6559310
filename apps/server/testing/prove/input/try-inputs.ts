import { Agent } from "node:http";
import { allEndpoints, allMessages } from "@umbral/contract/endpoints";
import type { Endpoint } from "@umbral/contract/lib/endpoint";
import type { Message } from "@umbral/contract/lib/message";
import type { Socket } from "socket.io-client";
import { Chance } from "../../../../controller/testing/prove/random.ts";
import { type Asker, isFor } from "./askers.ts";
import { dial, type Hearing } from "./lines.ts";
import type { Answer, Outcome } from "./outcome.ts";
import { ask, send } from "./send.ts";
import { SeenIds, Values } from "./values.ts";

/** What came of all, counted. */
export interface Tried {
  cases: number;
  outcomes: Record<Outcome, number>;
  /** How often each operation and message was tried, and done, and with which words it was refused. */
  of: Map<string, { tried: number; done: number; refused: Map<string, number> }>;
  /** What each fault was. Never what was sent. */
  remarks: string[];
}

export const nothingTried = (): Tried => ({
  cases: 0,
  outcomes: { done: 0, refused: 0, held: 0, away: 0, unavailable: 0, starved: 0, fault: 0, silent: 0 },
  of: new Map(),
  remarks: [],
});

interface Trial {
  url: string;
  askers: readonly Asker[];
  /** Things of the installation with their ids, as replies have them. */
  seen: unknown;
  cases: number;
  /** The same one tries the same, as far as the server's answers come in the same order. */
  seed: number;
  /** So many unanswered at the same time. */
  atOnce: number;
  /** Somebody with another session, or another controller, where their own is over; undefined where there is none. */
  renew: (asker: Asker) => Promise<Asker | undefined>;
  /** The building is lived in on: who comes after whom, by their places, and what else was said. */
  mend: (askers: readonly Asker[]) => Promise<{ after: [number, Asker][]; news: unknown }>;
  /** Did the server's process get no processor a moment ago? */
  wasStarved?: () => boolean;
}

/** What residents alone get far with, whoever may ask for it somewhere. */
const OF_HOME = /\/apartments\/\{/;

/** What must never be. */
const WORDS: Partial<Record<Outcome, string>> = {
  fault: "was a fault",
  unavailable: "found no database",
  silent: "was not answered",
};

/** A fault is told once, and how often it came is counted. */
const MOST_REMARKS = 50;
/** So many cases take away a part of what the others need: homes, doors, places of people. */
const MENDED_EVERY = 400;
/** Of people's messages and of those of controllers, besides requests. */
const OF_TEN = { requests: 6, people: 2 };

const toPeople = allMessages.filter(
  ({ access, event }) => access.kind !== "controller" && event !== "sign-in",
);
const toControllers = allMessages.filter(
  ({ access, event }) => access.kind === "controller" || event === "sign-in",
);

/**
 * Tries inputs made by the contract's schemas, and spoiled ones, against every operation and message, by whoever the chance
 * brings, and looks only at what must never be. Several are under way at the same time.
 */
export async function tryInputs(trial: Trial, tried: Tried = nothingTried()): Promise<Tried> {
  const { cases, seed, atOnce } = trial;
  const ids = new SeenIds();
  ids.add(trial.seen, new Chance(seed));
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce + 1 });
  const crowd = new Crowd(trial, ids);
  let begun = 0;
  const trying = async (number: number) => {
    const chance = new Chance(seed * 1009 + number);
    while (begun < cases) {
      begun += 1;
      if (begun % MENDED_EVERY === 0) {
        await crowd.mend(chance);
      }
      const what = chance.below(10);
      const [name, answer] = await (what < OF_TEN.requests
        ? tryRequest(trial.url, agent, crowd, chance)
        : tryMessage(what < OF_TEN.requests + OF_TEN.people ? toPeople : toControllers, crowd, chance));
      const isExcused =
        (answer.outcome === "silent" || answer.outcome === "unavailable") && trial.wasStarved?.() === true;
      note(tried, name, isExcused ? { ...answer, outcome: "starved" } : answer);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(atOnce, cases) }, (_, number) => trying(number)));
  } finally {
    crowd.leave();
    agent.destroy();
  }
  return tried;
}

async function tryRequest(
  url: string,
  agent: Agent,
  crowd: Crowd,
  chance: Chance,
): Promise<[string, Answer]> {
  const endpoint = chance.oneOf(allEndpoints);
  const isOfHome = chance.below(3) > 0 && OF_HOME.test(endpoint.path);
  const asker = crowd.someone(
    endpoint,
    chance,
    ({ headers, name }) => headers !== null && (!isOfHome || name === "resident"),
  );
  const headers = crowd.headersOf(asker, chance);
  const { isOver, ...answer } = await ask(url, agent, endpoint, headers, crowd.hearingOf(asker, chance));
  if (isOver) {
    await crowd.renew(asker);
  }
  return [`${asker.name}: ${endpoint.method} ${endpoint.path}`, answer];
}

async function tryMessage(
  messages: readonly Message[],
  crowd: Crowd,
  chance: Chance,
): Promise<[string, Answer]> {
  const message = chance.oneOf(messages);
  const isController = messages === toControllers;
  const asker = crowd.someone(
    message,
    chance,
    ({ kind }) => (kind === "controller" || kind === "stranger") === isController,
  );
  const line = await crowd.lineOf(asker, chance);
  const name = `${asker.name}: ${message.event}`;
  return [name, line ? await send(line, message, crowd.hearingOf(asker, chance)) : { outcome: "held" }];
}

function note(tried: Tried, name: string, { outcome, code, said }: Answer): void {
  tried.cases += 1;
  tried.outcomes[outcome] += 1;
  const what = name.slice(name.indexOf(": ") + 2);
  const of = tried.of.get(what) ?? { tried: 0, done: 0, refused: new Map() };
  tried.of.set(what, of);
  of.tried += 1;
  of.done += outcome === "done" ? 1 : 0;
  if (code !== undefined) {
    of.refused.set(code, (of.refused.get(code) ?? 0) + 1);
  }
  const words = WORDS[outcome];
  if (words !== undefined && tried.remarks.length < MOST_REMARKS) {
    tried.remarks.push(`case ${tried.cases}: ${name} ${words}${said === undefined ? "" : `: ${said}`}`);
  }
}

/** Everybody who asks, with their lines and their sessions. */
class Crowd {
  readonly #trial: Trial;
  readonly #ids: SeenIds;
  readonly #askers: Asker[];
  readonly #lines = new Map<string, Promise<Socket | undefined>>();
  readonly #renewing = new Set<string>();
  #isMending = false;
  /** What was said to each, by their places. */
  readonly #heard: readonly SeenIds[];
  /** What is of each, and behind it what was said to them. */
  readonly #said = new Map<Asker, SeenIds>();

  constructor(trial: Trial, ids: SeenIds) {
    this.#trial = trial;
    this.#ids = ids;
    this.#askers = [...trial.askers];
    this.#heard = this.#askers.map(() => new SeenIds(ids));
    for (const place of this.#askers.keys()) {
      this.#settle(place);
    }
  }

  #settle(place: number): void {
    const asker = this.#askers[place];
    if (asker) {
      const theirs = new SeenIds(this.#heard[place]);
      theirs.addAlone(asker.own, new Chance(this.#trial.seed));
      this.#said.set(asker, theirs.settled());
    }
  }

  /** What somebody makes their inputs of, and where what they hear is kept. */
  hearingOf(asker: Asker, chance: Chance): Hearing {
    const ids = this.#said.get(asker) ?? this.#ids;
    return { chance, values: new Values(chance, ids), ids };
  }

  /** Most often one for whom it is, seldom another. */
  someone(
    { access }: Pick<Endpoint | Message, "access">,
    chance: Chance,
    canAsk: (asker: Asker) => boolean,
  ): Asker {
    const able = this.#askers.filter(canAsk);
    const meant = able.filter((asker) => isFor(asker, access));
    return chance.oneOf(meant.length > 0 && chance.below(5) > 0 ? meant : able);
  }

  /** From an address that changes, through a proxy; a controller's, and what is for this machine alone, come without. */
  headersOf({ headers }: Asker, chance: Chance): Record<string, string> {
    return {
      ...headers,
      ...(chance.below(20) === 0
        ? {}
        : { "x-forwarded-for": `10.${chance.below(250)}.${chance.below(250)}.7` }),
    };
  }

  /** The line of somebody, opened anew where it ended; undefined where they are not let in. */
  async lineOf(asker: Asker, by: Chance): Promise<Socket | undefined> {
    const key = this.#keyOf(asker);
    const there = await this.#lines.get(key);
    if (there?.connected) {
      return there;
    }
    const chance = new Chance(by.below(1e9));
    const headers = this.headersOf({ ...asker, headers: {} }, chance);
    const opening = dial(this.#trial.url, asker, headers, this.hearingOf(asker, chance)).catch(
      () => undefined,
    );
    this.#lines.set(key, opening);
    const opened = await opening;
    if (!opened) {
      await this.renew(asker);
    }
    return opened;
  }

  /** Once for each whose session or key is over, however many find out at the same time. */
  async renew(asker: Asker): Promise<void> {
    const key = this.#keyOf(asker);
    const place = this.#askers.indexOf(asker);
    if (place < 0 || this.#renewing.has(key)) {
      return;
    }
    this.#renewing.add(key);
    const renewed = await this.#trial.renew(asker);
    if (renewed) {
      this.#follow(place, renewed);
    }
    this.#renewing.delete(key);
  }

  /** Who lost their place is followed by another, and what was said in messages is known. */
  async mend(chance: Chance): Promise<void> {
    if (this.#isMending) {
      return;
    }
    this.#isMending = true;
    try {
      const { after, news } = await this.#trial.mend(this.#askers);
      this.#ids.add(news, chance);
      for (const [place, asker] of after) {
        this.#follow(place, asker);
      }
    } finally {
      this.#isMending = false;
    }
  }

  /** Comes in the place of another, or as the same with more. */
  #follow(place: number, next: Asker): void {
    const last = this.#askers[place];
    if (last && this.#keyOf(last) !== this.#keyOf(next)) {
      void this.#lines.get(this.#keyOf(last))?.then((line) => line?.disconnect());
      this.#lines.delete(this.#keyOf(last));
    }
    if (last) {
      this.#said.delete(last);
    }
    this.#askers[place] = next;
    this.#settle(place);
  }

  leave(): void {
    for (const line of this.#lines.values()) {
      void line.then((socket) => socket?.disconnect());
    }
  }

  #keyOf({ name, line }: Asker): string {
    return line === null ? name : "token" in line ? line.token : line.controllerId;
  }
}
