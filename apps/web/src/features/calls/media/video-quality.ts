/** How much of the own picture is sent, at the most. */
export interface VideoStep {
  /** Bits a second. */
  maxBitrate: number;
  /** Of the camera's own size. */
  scaleResolutionDownBy: number;
  /** Pictures a second. */
  maxFramerate: number;
}

/** From the best picture to the smallest in which a face is still one: 720, 480, 360 and 240 lines of a usual camera. */
export const videoSteps = [
  { maxBitrate: 1_800_000, scaleResolutionDownBy: 1, maxFramerate: 30 },
  { maxBitrate: 800_000, scaleResolutionDownBy: 1.5, maxFramerate: 25 },
  { maxBitrate: 400_000, scaleResolutionDownBy: 2, maxFramerate: 20 },
  { maxBitrate: 150_000, scaleResolutionDownBy: 3, maxFramerate: 12 },
] as const satisfies readonly VideoStep[];
type StepNumber = 0 | 1 | 2 | 3;

/** What is seen of the way to the other side; null where the browser does not say, or nothing is sent. */
export interface WayReading {
  /** Of the packets sent lately, from 0 to 1, as the other side tells. */
  lost: number | null;
  roundTripMs: number | null;
  /** Bits a second that the browser holds the way to be good for. */
  availableBitrate: number | null;
  /** Pictures a second that are sent. */
  framesPerSecond: number | null;
}

export interface VideoQuality {
  readonly step: StepNumber;
  /** It was lowered because the way is bad, and is not back yet: what the person is told. */
  readonly isWeak: boolean;
  /** Readings of the same kind in a row. */
  readonly bad: number;
  readonly good: number;
  /** Good readings after which the next step is tried: the more, the sooner the last one failed. */
  readonly patience: number;
}

/** A call begins small, so that its first picture is there at once, and grows while the way is good. */
export const firstQuality: VideoQuality = { step: 2, isWeak: false, bad: 0, good: 0, patience: 1 };

/** One reading may be chance. */
const BAD_IN_A_ROW = 2;
/** How long it is good before a lowered picture is raised; readings come every {@link READ_EVERY_MS}. */
const PATIENCE = { least: 4, most: 32 } as const;
export const READ_EVERY_MS = 2000;

const LOST = { bad: 0.08, good: 0.02 } as const;
const ROUND_TRIP_MS = { bad: 900, good: 500 } as const;
/** Of what the step sends at the most. */
const AVAILABLE = { bad: 0.6, good: 0.9 } as const;
/** Of the pictures that the step sends: fewer are what an overloaded device manages. */
const FRAMES = { bad: 0.35, good: 0.6 } as const;

type Verdict = "good" | "bad" | "neither";

function judge({ step }: VideoQuality, reading: WayReading): Verdict {
  const { lost, roundTripMs, availableBitrate, framesPerSecond } = reading;
  if (lost === null && availableBitrate === null) {
    // Nothing is sent, or nothing is known of it.
    return "neither";
  }
  const { maxBitrate, maxFramerate } = videoSteps[step];
  const available = (availableBitrate ?? maxBitrate) / maxBitrate;
  const frames = (framesPerSecond ?? maxFramerate) / maxFramerate;
  const [loss, roundTrip] = [lost ?? 0, roundTripMs ?? 0];
  if (loss > LOST.bad || roundTrip > ROUND_TRIP_MS.bad || available < AVAILABLE.bad || frames < FRAMES.bad) {
    return "bad";
  }
  return loss < LOST.good &&
    roundTrip < ROUND_TRIP_MS.good &&
    available > AVAILABLE.good &&
    frames > FRAMES.good
    ? "good"
    : "neither";
}

/** The quality after this reading: lowered quickly, raised slowly, and never to and fro. Without connection or clock. */
export function nextQuality(quality: VideoQuality, reading: WayReading): VideoQuality {
  const verdict = judge(quality, reading);
  const bad = verdict === "bad" ? quality.bad + 1 : 0;
  const good = verdict === "good" ? quality.good + 1 : 0;
  if (bad >= BAD_IN_A_ROW) {
    return lowered(quality);
  }
  if (good >= quality.patience) {
    return raised({ ...quality, bad, good });
  }
  return { ...quality, bad, good };
}

function lowered(quality: VideoQuality): VideoQuality {
  return {
    step: stepAfter(quality.step, 1),
    isWeak: true,
    bad: 0,
    good: 0,
    // Another step up that does not hold is tried later than the last.
    patience: Math.min(PATIENCE.most, Math.max(PATIENCE.least, quality.patience * 2)),
  };
}

function raised(quality: VideoQuality): VideoQuality {
  const step = stepAfter(quality.step, -1);
  if (quality.step === 0) {
    // It holds for long: what failed before is forgotten.
    return quality.good < PATIENCE.most ? quality : { ...quality, good: 0, patience: PATIENCE.least };
  }
  return { ...quality, step, isWeak: quality.isWeak && step > 0, bad: 0, good: 0 };
}

function stepAfter(step: StepNumber, by: 1 | -1): StepNumber {
  const steps = [0, 1, 2, 3] as const;
  return steps.find((each) => each === step + by) ?? step;
}
