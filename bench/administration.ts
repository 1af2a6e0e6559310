import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { startTestCluster } from "../apps/server/testing/cluster.ts";
import { type Benchmark, type Figure, percentile, rounded } from "./figures.ts";

const PEOPLE = 5000;
const PEOPLE_LONG = 100_000;

interface City {
  url: string;
  token: string;
  buildings: string[];
  known: { cedula: string; name: string; email: string; tag: string }[];
  people: number;
  cards: number;
  openings: number;
}

/**
 * What a platform administrator asks for while searching and leafing, over the server's HTTP, in a city of 200
 * buildings: `--people N` of them, or 100,000 with `--long`; one and a half cards and 50 openings for each.
 */
export const administration: Benchmark = async ({ isLong, people = isLong ? PEOPLE_LONG : PEOPLE }) => {
  const cluster = await startTestCluster();
  const child = fork(join(import.meta.dirname, "administration.server.ts"), [String(people)]);
  try {
    const failed = once(child, "exit").then(([code]) => {
      throw new Error(`the server of the benchmark ended with ${code}`);
    });
    const [city] = (await Promise.race([once(child, "message"), failed])) as [City];
    // From here on its end is ours to bring about.
    failed.catch(() => undefined);
    const rounds = isLong ? 400 : 100;
    const ask = asker(city);
    const list = (query: string) => `usersV2/ResidentUserDetails?limit=50&${query}`;
    const pick = <T>(from: readonly T[], turn: number): T => {
      const found = from[turn % from.length];
      if (found === undefined) {
        throw new Error("nothing to look for");
      }
      return found;
    };
    const searches: ((turn: number) => string)[] = [
      (turn) => pick(city.known, turn).cedula,
      (turn) => pick(city.known, turn).cedula.slice(0, 4),
      (turn) => pick(city.known, turn).name.slice(0, 3),
      (turn) => pick(city.known, turn).name.slice(0, 1),
      (turn) => pick(city.known, turn).name,
      (turn) => pick(city.known, turn).email.slice(0, 9),
      (turn) => pick(city.known, turn).tag.slice(0, 8),
      (turn) => `a-${1 + (turn % 200)} robles`,
      (turn) => `${pick(city.known, turn).name.slice(0, 4)} edificio ${1 + (turn % 200)}`,
      () => "1",
      () => "edificio",
      () => "nadie se llama asi",
    ];
    const pages = Math.ceil(city.people / 50);
    return [
      { name: "administration-people", value: city.people },
      { name: "administration-cards", value: city.cards },
      { name: "administration-openings", value: city.openings },
      ...(await timed("users-search", rounds, (turn) =>
        ask(list(`page=1&search=${encodeURIComponent(pick(searches, turn)(turn))}`)),
      )),
      ...(await timed("users-page", rounds, (turn) => ask(list(`page=${1 + ((turn * 37) % pages)}`)))),
      ...(await timed("users-search-page", rounds, (turn) =>
        ask(list(`page=${1 + (turn % 200)}&search=${pick(["edificio", "m", "robles", "10"], turn)}`)),
      )),
      ...(await timed("cards-of-one", rounds, (turn) =>
        ask(`cardsv2?document=${pick(city.known, turn).cedula}`),
      )),
      ...(await timed("open-door-page", rounds, (turn) =>
        ask(`events/open-door?limit=40&page=${1 + (turn % 25)}`),
      )),
      ...(await timed("open-door-page-of-building", rounds, (turn) =>
        ask(`events/open-door?limit=40&page=${1 + (turn % 25)}&buildingId=${pick(city.buildings, turn)}`),
      )),
      ...(await timed("intrusion-page", rounds, (turn) =>
        ask(`events/event-intrusion?limit=10&page=${1 + (turn % 25)}`),
      )),
    ];
  } finally {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) {
      await once(child, "exit");
    }
    await cluster.stop();
  }
};

function asker({ url, token }: City) {
  return async (path: string): Promise<void> => {
    const reply = await fetch(`${url}/api/bb/${path}`, { headers: { authorization: `JWT ${token}` } });
    await reply.text();
    if (!reply.ok) {
      throw new Error(`${path} was answered ${reply.status}`);
    }
  };
}

/** One after the other, after some to warm up. */
async function timed(name: string, rounds: number, ask: (turn: number) => Promise<void>): Promise<Figure[]> {
  const took: number[] = [];
  const warmUp = 12;
  for (let turn = 0; turn < rounds + warmUp; turn += 1) {
    const began = performance.now();
    await ask(turn);
    if (turn >= warmUp) {
      took.push(performance.now() - began);
    }
  }
  return [
    { name: `administration-${name}-p50-ms`, value: rounded(percentile(took, 0.5)) },
    { name: `administration-${name}-p95-ms`, value: rounded(percentile(took, 0.95)) },
    { name: `administration-${name}-longest-ms`, value: rounded(Math.max(...took)) },
  ];
}
