import { type ChildProcess, execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { newCamera, newConfiguration } from "../apps/controller/testing/configuration.ts";
import { startFakeServer } from "../apps/controller/testing/fake-server.ts";
import { startRtspServer } from "../packages/simulated-building/src/testing/rtsp-server.ts";
import { cpuMs, endedCpuMs, startController, stop } from "./controller.ts";
import { type Figure, rounded } from "./figures.ts";
import { BEFORE_S, FILM_RATE, LAP_S } from "./motion.film.ts";
import { startPeer } from "./motion.peer.ts";
import { temporaryFolder } from "./product.ts";

const run = promisify(execFile);
const PICTURES_PER_SECOND = 15;
/** As a usual camera codes: a key each two seconds, no picture waits for a later one. */
const H264 = ["-c:v", "libx264", "-preset", "veryfast", "-tune", "zerolatency", "-profile:v", "main"];
/** Both look by then; nobody walks yet. */
const SETTLING_MS = 4000;
/** After the last walk both have this long to say that it is over. */
const LAST_WORDS_MS = 8000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The same film as H.264 over RTSP, 720p at fifteen pictures a second with a sensor's noise: a whole controller with its decoder, and
 * the program `motion`, look at one stream at once. Processor time of each in a second, and how many walks each noticed.
 */
export async function videoFigures(film: string, walks: number, hasPeer: boolean): Promise<Figure[]> {
  const folder = await temporaryFolder();
  const server = await startFakeServer();
  const children: ChildProcess[] = [];
  const coded = join(folder.path, "film.mp4");
  await run("ffmpeg", [
    ...[
      "-nostdin",
      "-v",
      "error",
      "-y",
      "-framerate",
      String(FILM_RATE),
      "-f",
      "mjpeg",
      "-i",
      film,
      "-threads",
      "2",
    ],
    // Of the picture that stays the same in between, the noise does not.
    ...["-vf", `fps=${PICTURES_PER_SECOND},noise=alls=3:allf=t,format=yuv420p`, ...H264],
    ...["-g", String(2 * PICTURES_PER_SECOND), "-crf", "24", coded],
  ]);
  const rtsp = await startRtspServer({ film: coded });
  try {
    server.configuration = newConfiguration(server.buildingId, {
      cameras: [
        newCamera({
          framesPerSecond: FILM_RATE,
          width: 1280,
          source: { kind: "rtsp", address: rtsp.address },
          motion: {
            zones: [],
            sensitivity: 50,
            watchedHours: [{ days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "00:00" }],
          },
        }),
      ],
    });
    const controller = startController(server, folder.path);
    const peer = hasPeer ? await startPeer(folder.path, rtsp.address) : undefined;
    children.push(controller, ...(peer ? [peer.process] : []));
    await server.until(() => server.cameraStates.some(({ state }) => state === "live"), "the camera");
    await pause(SETTLING_MS);
    const seconds = BEFORE_S + walks * LAP_S - SETTLING_MS / 1000 - 1;
    const before = [cpuMs(controller), peer ? cpuMs(peer.process) : 0, endedCpuMs(controller)] as const;
    await pause(seconds * 1000);
    const ofPictures = (endedCpuMs(controller) - before[2]) / seconds;
    const ours = (cpuMs(controller) - before[0]) / seconds;
    const theirs = peer ? (cpuMs(peer.process) - before[1]) / seconds : 0;
    await pause(LAST_WORDS_MS);
    const figures: Figure[] = [
      {
        name: "motion-video-events",
        value: server.facts.filter((fact) => fact.kind === "intrusion-started").length,
      },
      {
        name: "motion-video-pictures",
        value: server.facts.filter((fact) => fact.kind === "intrusion-picture").length,
      },
      { name: "motion-video-cpu-ms-per-second", value: rounded(ours) },
      // By processes that ended meanwhile: they decode the pictures of events.
      { name: "motion-video-pictures-cpu-ms-per-second", value: rounded(ofPictures) },
    ];
    if (peer) {
      figures.push(
        { name: "motion-video-peer-events", value: await peer.events() },
        { name: "motion-video-peer-cpu-ms-per-second", value: rounded(theirs) },
        { name: "motion-video-ratio", value: rounded(ours / theirs) },
        { name: "motion-video-ratio-with-pictures", value: rounded((ours + ofPictures) / theirs) },
      );
    }
    return figures;
  } finally {
    await Promise.all(children.map(stop));
    await rtsp.stop();
    await server.close();
    await folder.remove();
  }
}
