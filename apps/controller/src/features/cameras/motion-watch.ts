import { INTRUSION_PICTURES } from "@umbral/contract/alarms/intrusions.contract";
import { PICTURE_EVERY_MS } from "./picture-sequence.ts";

/** So many pictures in a row must move: a moth, a headlight and a bad picture are over before. */
const FRAMES_TO_BEGIN = 3;
/** Motion is over when nothing has moved for so long. */
export const QUIET_MS = 5000;
/** What goes on for longer becomes a next event. */
const LONGEST_MS = 120_000;
/** The picture from just before may be this old. */
const JUST_BEFORE_MS = 2000;

/** So often a camera's picture is looked at where something may begin; what lies between is not even made small. */
export const LOOK_EVERY_MS = 200;
/**
 * What moves and has all its pictures need not be seen for so long: it goes on for {@link QUIET_MS} whatever is seen until then,
 * and ends by no more than this too early.
 */
export const SEEN_ENOUGH_MS = 2200;
/** The same of single pictures: after two that come as seldom as this the detector would begin anew. */
const PICTURE_SEEN_ENOUGH_MS = 1400;
/** A little less than an interval, so that jitter does not halve the rate. */
const JITTER = 0.9;

/**
 * How soon a picture is worth its price after one that was looked at, in milliseconds: soon where something may begin, since
 * so many in a row must move; less often while all is calm, and while what began only has to go on.
 */
export function lookAgainMs(isRestless: boolean, { isSeenEnough, isGoing }: HowItGoes): number {
  if (isSeenEnough) {
    return PICTURE_SEEN_ENOUGH_MS;
  }
  if (isGoing) {
    return PICTURE_EVERY_MS;
  }
  return (isRestless ? LOOK_EVERY_MS : 2 * LOOK_EVERY_MS) * JITTER;
}

/** What a look says of the next ones, as far as is known at once. */
export interface NextLooks {
  /** Something stands out: they are wanted soon. */
  isRestless: boolean;
  /** What comes sooner, in milliseconds, may be left out, but for what costs little. */
  notWithinMs: number;
  /** By then its picture is wanted: that one is looked at. */
  pictureInMs?: number | undefined;
}

export interface MotionFrame {
  /** In milliseconds that only grow. */
  at: number;
  date: Date;
  picture: () => Promise<Uint8Array | undefined>;
}

export type MotionStep = { kind: "began" | "picture" | "ended"; frame: MotionFrame };

/** What a watch says of the event that may go on. */
type HowItGoes = Pick<MotionWatch, "isGoing" | "isSeenEnough">;

interface Going {
  began: MotionFrame;
  /** The last picture that moved. */
  last: MotionFrame;
  pictures: number;
  pictureAt: number;
}

/** Makes events with pictures out of "this one moves, that one does not". No devices, no timers. */
export class MotionWatch {
  /** The last picture without motion. */
  #still: MotionFrame | undefined;
  /** Moving pictures in a row that are not an event yet. */
  #row: MotionFrame[] = [];
  #event: Going | undefined;
  #seenAt = 0;

  /** An event goes on. */
  get isGoing(): boolean {
    return this.#event !== undefined;
  }

  /** One goes on that moved when it was last seen, and has all its pictures. */
  get isSeenEnough(): boolean {
    const event = this.#event;
    return event !== undefined && event.pictures >= INTRUSION_PICTURES && event.last.at === this.#seenAt;
  }

  /** When the next picture is due of what moved when it was last seen. */
  get pictureDueAt(): number | undefined {
    const event = this.#event;
    const isDue = event && event.pictures < INTRUSION_PICTURES && event.last.at === this.#seenAt;
    return isDue ? event.pictureAt + PICTURE_EVERY_MS : undefined;
  }

  see(frame: MotionFrame, isMoving: boolean): MotionStep[] {
    this.#seenAt = frame.at;
    return this.#event ? this.#goOn(this.#event, frame, isMoving) : this.#wait(frame, isMoving);
  }

  /** Nobody looks any more: what goes on is over. */
  end(): MotionStep[] {
    const event = this.#event;
    this.#event = undefined;
    this.#row = [];
    this.#still = undefined;
    return event ? [{ kind: "ended", frame: event.last }] : [];
  }

  #wait(frame: MotionFrame, isMoving: boolean): MotionStep[] {
    if (!isMoving) {
      this.#still = frame;
      this.#row = [];
      return [];
    }
    this.#row.push(frame);
    const [first] = this.#row;
    if (!first || this.#row.length < FRAMES_TO_BEGIN) {
      return [];
    }
    const still = this.#still;
    const pictures = still && first.at - still.at <= JUST_BEFORE_MS ? [still, first] : [first];
    this.#event = { began: first, last: frame, pictures: pictures.length, pictureAt: first.at };
    this.#row = [];
    return [
      { kind: "began", frame: first },
      ...pictures.map((picture) => ({ kind: "picture" as const, frame: picture })),
      ...this.#picture(this.#event, frame),
    ];
  }

  #goOn(event: Going, frame: MotionFrame, isMoving: boolean): MotionStep[] {
    const steps: MotionStep[] = [];
    if (isMoving) {
      event.last = frame;
      steps.push(...this.#picture(event, frame));
    } else {
      this.#still = frame;
    }
    if (frame.at - event.last.at >= QUIET_MS || frame.at - event.began.at >= LONGEST_MS) {
      this.#event = undefined;
      steps.push({ kind: "ended", frame: event.last });
    }
    return steps;
  }

  #picture(event: Going, frame: MotionFrame): MotionStep[] {
    if (event.pictures >= INTRUSION_PICTURES || frame.at - event.pictureAt < PICTURE_EVERY_MS) {
      return [];
    }
    event.pictures += 1;
    event.pictureAt = frame.at;
    return [{ kind: "picture", frame }];
  }
}
