import { type DeedKind, deedKinds, expectedInHour } from "./day-curve.ts";
import { randomOf } from "./random.ts";

/** Something that somebody of a building does. */
export interface Deed {
  kind: DeedKind;
  /** Minutes since the midnight with which the plan began; beyond 1440 on the days after. */
  atMinute: number;
  building: number;
  /** Which of the building's homes, from 0. */
  home: number;
  /** Which of its doors, from 0. */
  door: number;
}

export interface Size {
  seed: number;
  buildings: number;
  homes: number;
  doors: number;
}

/** What one building does in one hour, in its order. The same for the same seed, whatever the others do. */
export function deedsOfBuilding({ seed, homes, doors }: Size, building: number, hour: number): Deed[] {
  const random = randomOf(seed, building, hour);
  return deedKinds
    .flatMap((kind) =>
      Array.from({ length: countOf(expectedInHour(kind, hour) * homes, random) }, () => ({
        kind,
        atMinute: (hour + random()) * 60,
        building,
        home: Math.floor(random() * homes),
        // The main door is everybody's way; the others share what is left.
        door: random() < 0.6 ? 0 : Math.floor(random() * doors),
      })),
    )
    .sort((one, other) => one.atMinute - other.atMinute);
}

/** What the whole city does in one hour, in its order. */
export const deedsOfHour = (size: Size, hour: number): Deed[] =>
  Array.from({ length: size.buildings }, (_, building) => deedsOfBuilding(size, building, hour))
    .flat()
    .sort((one, other) => one.atMinute - other.atMinute);

/** How often something happens that is expected so often, each independent of the others (Poisson, by Knuth). */
function countOf(expected: number, random: () => number): number {
  const limit = Math.exp(-expected);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) {
    count += 1;
  }
  return count;
}
