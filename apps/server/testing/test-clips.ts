import { createHash, randomBytes, randomUUID } from "node:crypto";
import {
  CLIP_PART_BYTES,
  ClipOrder,
  type ClipOrderAnswer,
  type ClipPartAnswer,
  ClipPartQuestion,
} from "@umbral/contract/clips/clip-wire.contract";
import type { TestController } from "./test-controller.ts";
import type { TestSocket } from "./test-server.ts";

/** Clips on a controller's disk, in the test's own hands. */
export class TestClips {
  /** Bytes of each, by its id. */
  readonly files = new Map<string, Buffer>();
  /** From which byte on it was asked for a part, in order. */
  readonly asked: number[] = [];
  /** What it was told to keep, in order. */
  readonly orders: ClipOrder[] = [];
  /** Says something else than the part, or nothing yet; the default gives it. */
  instead: (from: number) => ClipPartAnswer | Promise<void> | undefined = () => undefined;
  readonly #hearers = new Set<() => void>();

  constructor({ socket }: Pick<TestController, "socket">) {
    this.serve(socket);
  }

  /** Also on another line of the same controller. */
  serve({ raw }: TestSocket): void {
    raw.on("clip:part", async (told: unknown, acknowledge: (answer: ClipPartAnswer) => void) => {
      const { clipId, from } = ClipPartQuestion.parse(told);
      this.asked.push(from);
      this.#wake();
      const other = await this.instead(from);
      const file = this.files.get(clipId);
      acknowledge(
        other ??
          (file === undefined
            ? { outcome: "gone" }
            : {
                outcome: "part",
                data: file.subarray(from, from + CLIP_PART_BYTES),
                bytes: file.byteLength,
              }),
      );
    });
    raw.on("clip:keep", (told: unknown, acknowledge: (answer: ClipOrderAnswer) => void) => {
      this.orders.push(ClipOrder.parse(told));
      this.#wake();
      acknowledge({ outcome: "keeping" });
    });
  }

  /** Resolves when it was asked, or told, something more and this holds. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      await new Promise<void>((resolve) => {
        this.#hearers.add(resolve);
      });
    }
  }

  #wake(): void {
    for (const hear of this.#hearers) {
      hear();
    }
    this.#hearers.clear();
  }

  /** Bytes that lie there as a clip, and the fact that tells of it. */
  keep(
    cameraId: string,
    { bytes = randomBytes(1000), at, ...more }: { bytes?: Buffer; at: Date } & Record<string, unknown>,
  ) {
    const clipId = randomUUID();
    this.files.set(clipId, bytes);
    return {
      kind: "clip-kept",
      at: at.toISOString(),
      clipId,
      cameraId,
      cause: "intrusion",
      causeId: randomUUID(),
      startedAt: new Date(at.getTime() - 30_000).toISOString(),
      endedAt: new Date(at.getTime() - 2000).toISOString(),
      codec: "h264",
      bytes: bytes.byteLength,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      isWhole: true,
      ...more,
    };
  }
}
