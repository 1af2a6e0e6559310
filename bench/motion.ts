import { type ChildProcess, execFile, fork, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { newCamera, newConfiguration } from "../apps/controller/testing/configuration.ts";
import { startFakeServer } from "../apps/controller/testing/fake-server.ts";
import { type Benchmark, type Figure, rounded } from "./figures.ts";
import { FILM_RATE, makeFilm } from "./motion.film.ts";
import { readingFigures } from "./motion.reading.ts";
import { residentMegabytes, temporaryFolder } from "./product.ts";

const run = promisify(execFile);
const controllerProgram = join(import.meta.dirname, "..", "apps", "controller", "dist", "main.js");
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
 * one picture of the film costs by itself, read as the controller reads it and decoded by sharp.
 */
export const motion: Benchmark = async ({ isLong }) => {
  const walks = isLong ? 10 : 3;
  const folder = await temporaryFolder();
  const server = await startFakeServer();
  const children: ChildProcess[] = [];
  try {
    const film = join(folder.path, "film");
    const pictures = await makeFilm(film, walks);
    const reading = await readingFigures(film);
    const camera = fork(join(import.meta.dirname, "motion.camera.ts"), [film, String(1000 / FILM_RATE)]);
    children.push(camera);
    const { port } = await told(camera, "listens");
    const address = `http://127.0.0.1:${port}/video`;

    const hasPeer = await findPeer();
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
    const controller = spawn(process.execPath, ["--max-semi-space-size=1", controllerProgram], {
      env: {
        ...process.env,
        SERVER_URL: server.url,
        CONTROLLER_DATA_DIR: join(folder.path, "controller"),
        PAIRING_CODE: server.pairingCode,
        ALLOW_PLAIN_LINE: "1",
        LOG_LEVEL: "error",
      },
      stdio: ["ignore", "inherit", "inherit"],
    });
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
      ...reading,
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
};

/** The program beside which it is measured; installed where that is allowed, else said to be missing. */
async function findPeer(): Promise<boolean> {
  const isThere = () =>
    run("motion", ["-h"]).then(
      () => true,
      // It answers its own -h with 1.
      (error: unknown) => Object(error).code === 1,
    );
  if (await isThere()) {
    return true;
  }
  if (process.getuid?.() === 0) {
    await run("apt-get", ["-qq", "install", "-y", "--no-install-recommends", "motion"], {
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    }).catch(() => undefined);
  }
  const isThereNow = await isThere();
  if (!isThereNow) {
    process.stderr.write("motion is not installed: measured alone (apt-get install motion)\n");
  }
  return isThereNow;
}

async function startPeer(folder: string, address: string) {
  const pictures = join(folder, "peer");
  const events = join(folder, "peer-events");
  await mkdir(pictures);
  await writeFile(events, "");
  const settings = {
    daemon: "off",
    log_level: "3",
    target_dir: pictures,
    netcam_url: address,
    width: "1280",
    height: "720",
    framerate: String(FILM_RATE),
    event_gap: "5",
    picture_output: "first",
    movie_output: "off",
    webcontrol_port: "0",
    stream_port: "0",
    text_right: "",
    on_event_start: `echo ${randomUUID().slice(0, 8)} >> ${events}`,
  };
  const file = join(folder, "motion.conf");
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}`.trim());
  await writeFile(file, `${lines.join("\n")}\n`);
  return {
    process: spawn("motion", ["-n", "-c", file], { stdio: "ignore" }),
    events: async () => (await readFile(events, "utf8")).split("\n").filter(Boolean).length,
  };
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

/** Processor time of a process so far, its threads included, as the kernel counts it. */
function cpuMs({ pid }: ChildProcess): number {
  const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const [user = 0, system = 0] = fields.split(" ").slice(11, 13).map(Number);
  return (user + system) * 10;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    await gone;
  }
}
