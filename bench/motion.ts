import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { z } from "zod";
import { newCamera, newConfiguration } from "../apps/controller/testing/configuration.ts";
import { startFakeServer } from "../apps/controller/testing/fake-server.ts";
import { cpuMs, startController, stop } from "./controller.ts";
import { type Benchmark, type Figure, rounded } from "./figures.ts";
import { FILM_RATE, makeFilm } from "./motion.film.ts";
import { findPeer, startPeer } from "./motion.peer.ts";
import { readingFigures } from "./motion.reading.ts";
import { videoFigures } from "./motion.video.ts";
import { residentMegabytes, temporaryFolder } from "./product.ts";

/** What is spent on starting is not counted. */
const SETTLING_MS = 3000;
/** After the last picture both have this long to say that it is over. */
const LAST_WORDS_MS = 8000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const FromCamera = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("listens"), port: z.number() }),
  z.object({ kind: z.literal("viewers"), count: z.number() }),
  z.object({ kind: z.literal("ended") }),
]);

/**
 * One 720p camera (motion JPEG, five pictures a second) that shows the same film to a whole controller and
 * to the program `motion` at once: processor time for each picture, and how many walks each noticed. Both
 * run as they come, but for events that end after 5 s of quiet; each also keeps its pictures on disk. Before it, what
 * one picture of the film costs by itself, read as the controller reads it and decoded by sharp. After it, the film as H.264.
 */
export const motion: Benchmark = async ({ isLong }) => {
  const walks = isLong ? 10 : 3;
  const folder = await temporaryFolder();
  try {
    const film = join(folder.path, "film");
    const pictures = await makeFilm(film, walks);
    const hasPeer = await findPeer();
    return [
      ...(await readingFigures(film)),
      ...(await picturesFigures(film, { walks, pictures, hasPeer })),
      ...(await videoFigures(film, walks, hasPeer)),
    ];
  } finally {
    await folder.remove();
  }
};

async function picturesFigures(
  film: string,
  { walks, pictures, hasPeer }: { walks: number; pictures: number; hasPeer: boolean },
): Promise<Figure[]> {
  const folder = await temporaryFolder();
  const server = await startFakeServer();
  const children: ChildProcess[] = [];
  try {
    const camera = fork(join(import.meta.dirname, "motion.camera.ts"), [film, String(1000 / FILM_RATE)]);
    children.push(camera);
    const { port } = await told(camera, "listens");
    const address = `http://127.0.0.1:${port}/video`;

    const everybody = viewersOf(camera, hasPeer ? 2 : 1);
    server.configuration = newConfiguration(server.buildingId, {
      cameras: [
        newCamera({
          framesPerSecond: FILM_RATE,
          width: 1280,
          source: { kind: "mjpeg", address },
          motion: {
            zones: [],
            sensitivity: 50,
            watchedHours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "00:00" }],
          },
        }),
      ],
    });
    const controller = startController(server, folder.path);
    children.push(controller);
    const peer = hasPeer ? await startPeer(folder.path, address) : undefined;
    children.push(...(peer ? [peer.process] : []));
    await everybody;
    await pause(SETTLING_MS);

    const ended = told(camera, "ended");
    const before = [cpuMs(controller), peer ? cpuMs(peer.process) : 0] as const;
    camera.send("begin");
    await ended;
    const after = [cpuMs(controller), peer ? cpuMs(peer.process) : 0] as const;
    const memory = [
      residentMegabytes(controller.pid ?? 0),
      peer ? residentMegabytes(peer.process.pid ?? 0) : 0,
    ] as const;
    await pause(LAST_WORDS_MS);

    const begun = server.facts.filter((fact) => fact.kind === "intrusion-started").length;
    const ours = (after[0] - before[0]) / pictures;
    const figures: Figure[] = [
      { name: "motion-walks", value: walks },
      { name: "motion-events", value: begun },
      { name: "motion-cpu-ms-per-picture", value: rounded(ours) },
      { name: "motion-controller-mb", value: rounded(memory[0], 0) },
    ];
    if (peer) {
      const theirs = (after[1] - before[1]) / pictures;
      figures.push(
        { name: "motion-peer-events", value: await peer.events() },
        { name: "motion-peer-cpu-ms-per-picture", value: rounded(theirs) },
        { name: "motion-peer-mb", value: rounded(memory[1], 0) },
        { name: "motion-ratio", value: rounded(ours / theirs) },
      );
    }
    return figures;
  } finally {
    await Promise.all(children.map(stop));
    await server.close();
    await folder.remove();
  }
}

/** The next word of this kind from the camera. */
async function told<Kind extends z.infer<typeof FromCamera>["kind"]>(camera: ChildProcess, kind: Kind) {
  for (;;) {
    const [message] = (await once(camera, "message")) as [unknown];
    const word = FromCamera.parse(message);
    if (isOf(word, kind)) {
      return word;
    }
  }
}

const isOf = <Word extends { kind: string }, Kind extends Word["kind"]>(
  word: Word,
  kind: Kind,
): word is Extract<Word, { kind: Kind }> => word.kind === kind;

/** Resolves when so many look. */
function viewersOf(camera: ChildProcess, count: number): Promise<void> {
  return new Promise((resolve) => {
    camera.on("message", (message: unknown) => {
      const word = FromCamera.parse(message);
      if (word.kind === "viewers" && word.count >= count) {
        resolve();
      }
    });
  });
}
