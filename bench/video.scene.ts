import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Figure, rounded } from "./figures.ts";
import { FILM_RATE, makeFilm } from "./motion.film.ts";
import { temporaryFolder } from "./product.ts";

const run = promisify(execFile);
/** As the controller codes JPEGs. */
const JPEG_QUALITY = "6";
/** As a usual camera codes: a key each two seconds, no picture waits for a later one. */
const H264 = ["-c:v", "libx264", "-preset", "veryfast", "-tune", "zerolatency", "-profile:v", "main"];
/** Coarser and coarser: the coarsest that is no worse than the JPEGs is taken. */
const RATES = [20, 22, 24, 26, 28, 30, 32];

/**
 * What a scene weighs as JPEGs and as H.264 of the same size, rate and quality (SSIM with what both were made of): the
 * simulated entrance with one walk, without a sensor's noise and with some.
 */
export async function sceneFigures(): Promise<Figure[]> {
  const folder = await temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  try {
    await makeFilm(at("film"), 1);
    const figures: Figure[] = [];
    for (const [scene, noise] of [
      ["clean", "null"],
      ["noisy", "noise=alls=2:allf=t"],
    ] as const) {
      const raw = at(`${scene}.mkv`);
      const picture = ["-vf", `${noise},format=yuv420p`, "-c:v", "ffv1"];
      await ffmpeg(["-r", String(FILM_RATE), "-f", "mjpeg", "-i", at("film"), ...picture, raw]);
      const jpegs = at(`${scene}.mjpeg`);
      await ffmpeg(["-i", raw, "-c:v", "mjpeg", "-q:v", JPEG_QUALITY, "-pix_fmt", "yuvj420p", jpegs]);
      const quality = await likeness(jpegs, raw);
      let lightest = Number.POSITIVE_INFINITY;
      for (const rate of RATES) {
        const video = at(`${scene}-${rate}.h264`);
        await ffmpeg(["-i", raw, ...H264, "-g", String(2 * FILM_RATE), "-crf", String(rate), video]);
        if ((await likeness(video, raw)) < quality) {
          break;
        }
        lightest = (await stat(video)).size;
      }
      figures.push({
        name: `video-${scene}-scene-bytes-ratio`,
        value: rounded(lightest / (await stat(jpegs)).size),
      });
    }
    return figures;
  } finally {
    await folder.remove();
  }
}

const ffmpeg = (args: string[]) => run("ffmpeg", ["-nostdin", "-v", "error", "-y", ...args]);

/** SSIM of two films, picture by picture whatever their clocks say. */
async function likeness(one: string, other: string): Promise<number> {
  const graph = "[0:v]format=yuv420p,setpts=N/TB[a];[1:v]format=yuv420p,setpts=N/TB[b];[a][b]ssim";
  const { stderr } = await run("ffmpeg", [
    "-nostdin",
    "-i",
    one,
    "-i",
    other,
    "-lavfi",
    graph,
    "-f",
    "null",
    "-",
  ]);
  return Number(/All:([\d.]+)/.exec(stderr)?.[1]);
}
