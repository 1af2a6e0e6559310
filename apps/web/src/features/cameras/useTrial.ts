import type { CameraSource } from "@umbral/contract/cameras/camera-source";
import { sentenceFor } from "../../lib/sentences.ts";
import { useDebounced } from "../../lib/useDebounced.ts";
import { useCameraTrial } from "./administering-cameras.api.ts";

/** Nobody has typed for this long: the address may be whole. */
const TYPING_MS = 900;

/** What came of trying a source. */
export interface Trial {
  isTrying: boolean;
  /** A JPEG in base64, of the source that stands there now. */
  picture: string | null;
  /** Why there is none, for a person. */
  why: string | null;
  again(): void;
}

/**
 * Tries what the form says that pictures come from, once nobody types any more.
 * @param source null while there is nothing to try
 */
export function useTrial(
  buildingId: string,
  source: CameraSource | null,
  /** The camera whose password may be kept, and of a new one whose it is to be. */
  of: { cameraId: string | undefined; controllerId: string },
): Trial {
  const typed = source === null ? "" : JSON.stringify(source);
  const settled = useDebounced(typed, TYPING_MS);
  const isSettled = settled === typed;
  const trial = useCameraTrial(buildingId, isSettled ? source : null, of);
  const { picture = null, reason = null } = (isSettled && trial.data) || {};
  return {
    isTrying: source !== null && (!isSettled || trial.isFetching),
    picture,
    why: trial.error && isSettled ? sentenceFor(trial.error) : reason,
    again: () => void trial.refetch(),
  };
}
