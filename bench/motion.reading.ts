import { readFile } from "node:fs/promises";
import { z } from "zod";
import { decodedGrey, greyOf } from "../apps/controller/src/features/cameras/motion-grey.ts";
import { type Figure, rounded } from "./figures.ts";

/** Pictures that are read before any is counted. */
const WARM = 50;

/**
 * The film's pictures, each made small and grey in two ways, one after the other: their means read from the file, as the
 * controller does, and decoded by sharp, which shrinks them on load (one thread). Processor time of the whole process, and
 * time that passes, for each picture.
 */
export async function readingFigures(film: string): Promise<Figure[]> {
  const pictures = await picturesOf(film);
  const ways = [
    { name: "motion-means", read: greyOf },
    { name: "motion-decoded", read: decodedGrey },
  ];
  const figures: Figure[] = [
    { name: "motion-picture-kb", value: rounded(mean(pictures.map(({ byteLength }) => byteLength)) / 1000) },
  ];
  for (const { name, read } of ways) {
    for (const jpeg of pictures.slice(0, WARM)) {
      await read(jpeg);
    }
    const before = process.cpuUsage();
    const began = performance.now();
    for (const jpeg of pictures) {
      await read(jpeg);
    }
    const { user, system } = process.cpuUsage(before);
    figures.push(
      { name: `${name}-cpu-ms-per-picture`, value: rounded((user + system) / 1000 / pictures.length) },
      { name: `${name}-ms-per-picture`, value: rounded((performance.now() - began) / pictures.length) },
    );
  }
  return figures;
}

async function picturesOf(film: string): Promise<Uint8Array[]> {
  const all = await readFile(film);
  const { lengths } = z
    .object({ lengths: z.array(z.number()) })
    .parse(JSON.parse(await readFile(`${film}.json`, "utf8")));
  let at = 0;
  return lengths.map((length) => {
    const picture = all.subarray(at, at + length);
    at += length;
    return picture;
  });
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length);
