import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { startTestCluster } from "../apps/server/testing/cluster.ts";
import { importing } from "./administration.import.ts";
import { type City, type Question, questionsOf } from "./administration.questions.ts";
import { type Benchmark, type Figure, percentile, rounded } from "./figures.ts";

const PEOPLE = 5000;
const PEOPLE_LONG = 100_000;
/** Asked of the peer after each kind of question. */
const PEER_ROUNDS = 20;

/**
 * What a platform administrator asks for while searching and leafing, over the server's HTTP, in a city of 200
 * buildings: `--people N` of them, or 100,000 with `--long`; one and a half cards, 50 openings and 10 actions for each.
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
    const figures: Figure[] = [];
    const peer: number[] = [];
    for (const question of questionsOf(city)) {
      figures.push(...(await timed(city, question, rounds)));
      for (let turn = 0; turn < PEER_ROUNDS; turn += 1) {
        const answer = once(child, "message");
        child.send("peer");
        peer.push(((await answer) as [number])[0]);
      }
    }
    return [
      { name: "administration-people", value: city.people },
      { name: "administration-cards", value: city.cards },
      { name: "administration-openings", value: city.openings },
      { name: "administration-actions", value: city.actions },
      ...figures,
      ...summary("peer", peer),
      ...(await importing(city, child)),
    ];
  } finally {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) {
      await once(child, "exit");
    }
    await cluster.stop();
  }
};

/** One after the other, after some to warm up. */
async function timed(city: City, question: Question, rounds: number): Promise<Figure[]> {
  const took: number[] = [];
  const warmUp = 12;
  for (let turn = 0; turn < rounds + warmUp; turn += 1) {
    const began = performance.now();
    await ask(city, question, turn);
    if (turn >= warmUp) {
      took.push(performance.now() - began);
    }
  }
  return summary(question.name, took);
}

const summary = (name: string, took: readonly number[]): Figure[] => [
  { name: `administration-${name}-p50-ms`, value: rounded(percentile(took, 0.5)) },
  { name: `administration-${name}-p95-ms`, value: rounded(percentile(took, 0.95)) },
  { name: `administration-${name}-longest-ms`, value: rounded(Math.max(...took)) },
];

async function ask({ url, token }: City, { path, body }: Question, turn: number): Promise<void> {
  const authorization = `JWT ${token}`;
  const address = `${url}/api/bb/${path(turn)}`;
  const reply = await (body === undefined
    ? fetch(address, { headers: { authorization } })
    : fetch(address, {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify(body(turn)),
      }));
  await reply.text();
  if (!reply.ok) {
    throw new Error(`${address} was answered ${reply.status}`);
  }
}
