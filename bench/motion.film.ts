import { writeFile } from "node:fs/promises";
import { SimulatedCamera } from "@umbral/simulated-building/cameras/camera";

/** Pictures each second of the film. */
export const FILM_RATE = 5;
const WALK_S = 9;
/** Long enough for both detectors to call each walk an event of its own. */
const PAUSE_S = 9;
/** From one walk to the next. */
export const LAP_S = WALK_S + PAUSE_S;
export const BEFORE_S = 5;

/**
 * Films a simulated entrance at 720p, past which somebody walks so many times, with nothing between.
 * @returns how many pictures the film has
 */
export async function makeFilm(file: string, walks: number): Promise<number> {
  let now = Date.parse("2026-07-14T17:00:00Z");
  const camera = new SimulatedCamera({
    scene: "entrance",
    name: "Entrada",
    timeZone: "America/Bogota",
    width: 1280,
    now: () => new Date(now),
    walksEveryMs: null,
  });
  const pictures: Uint8Array[] = [];
  for (let at = 0; at < (BEFORE_S + walks * LAP_S) * FILM_RATE; at += 1) {
    const second = at / FILM_RATE - BEFORE_S;
    if (second >= 0 && second % LAP_S === 0) {
      camera.walkBy();
    }
    const jpeg = await camera.frame();
    if (jpeg) {
      pictures.push(jpeg);
    }
    now += 1000 / FILM_RATE;
  }
  await writeFile(file, Buffer.concat(pictures));
  await writeFile(`${file}.json`, JSON.stringify({ lengths: pictures.map(({ byteLength }) => byteLength) }));
  return pictures.length;
}
