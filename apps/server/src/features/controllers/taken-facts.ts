import type { ControllerFact } from "@umbral/contract/controllers/controller-facts.contract";
import { readPicture } from "../../platform/pictures.ts";
import { Refused } from "../../platform/refused.ts";

/** A controller's clock that is further ahead of the server's than this is not believed (decisions §7). */
const AHEAD_MS = 24 * 3_600_000;

/** A fact as it is kept: at a time that can be, and with a picture that was made here. */
export type TakenFact = ControllerFact extends infer Fact
  ? Fact extends ControllerFact
    ? Omit<Fact, "at" | "jpeg"> & {
        at: Date;
        /** What the controller said, where it cannot be: then `at` is the server's own time. */
        toldAt: Date | null;
      } & (Fact extends { jpeg: unknown }
          ? {
              /** Null for what did not decode as a picture. */
              jpeg: Buffer | null;
            }
          : unknown)
    : never
  : never;

/** The time of a fact, by the controller where that can be and by the server where not. */
export function timeOf(
  told: string,
  { now, buildingSince }: { now: Date; buildingSince: Date },
): { at: Date; toldAt: Date | null } {
  const toldAt = new Date(told);
  const isPossible =
    toldAt.getTime() <= now.getTime() + AHEAD_MS && toldAt.getTime() >= buildingSince.getTime();
  return isPossible ? { at: toldAt, toldAt: null } : { at: now, toldAt };
}

/**
 * The pictures of a batch by their facts' numbers, made anew: nothing of what was sent is kept.
 * @param controllerId whose share of the decoding they take: one that comes with many keeps no other's waiting
 */
export async function readPictures(
  facts: readonly ControllerFact[],
  controllerId: string,
): Promise<Map<number, Buffer | null>> {
  const pictures = new Map<number, Buffer | null>();
  for (const fact of facts) {
    if ("jpeg" in fact) {
      pictures.set(fact.seq, await readOne(fact.jpeg, controllerId));
    }
  }
  return pictures;
}

async function readOne(sent: Uint8Array, asker: string): Promise<Buffer | null> {
  try {
    return (await readPicture(new Blob([new Uint8Array(sent)]), "jpeg", asker)).bytes;
  } catch (error) {
    if (error instanceof Refused && error.code === "PICTURE_NOT_VALID") {
      return null;
    }
    throw error;
  }
}
