import type { CameraTrouble } from "@umbral/contract/controllers/controller-orders.contract";

/** Takes one picture as it came from the camera. */
export type FrameListener = (jpeg: Uint8Array) => void;

/**
 * What any camera must be able to do, whoever made it. A driver tries once: when the camera goes away it
 * ends, and its capture decides when to try again.
 */
export interface CameraDriver {
  /** How long a camera that works may take between two pictures. */
  readonly longestGapMs: number;
  /** How long it may take to its first picture, where that may be long. */
  readonly firstWithinMs?: number;
  /**
   * Hands on pictures until `signal` is aborted or the camera gives no more. Resolves or rejects only when
   * nothing of it is left: no process, no connection.
   */
  capture(onFrame: FrameListener, signal: AbortSignal): Promise<void>;
}

/** Why a camera gave nothing, in a word that a person can be told. The message never holds its address. */
export class CameraFailure extends Error {
  readonly trouble: CameraTrouble;

  constructor(message: string, trouble: CameraTrouble) {
    super(message);
    this.trouble = trouble;
  }
}

/** A picture larger than this is not one (the contract's own limit). */
export const LARGEST_JPEG_BYTES = 1_500_000;
