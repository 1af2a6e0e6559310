import type { Clip } from "@umbral/contract/clips/clips.contract";
import { useEffect, useState } from "react";
import { NoConnection } from "../../lib/failures.ts";
import { addressOfClip, askForClip } from "./clips.api.ts";

/** Between two questions how far a clip is. */
const ASK_EVERY_MS = 700;

export type ClipVideo =
  | { phase: "fetching"; received: number; bytes: number }
  | { phase: "ready"; video: string }
  | { phase: "failed"; error: unknown };

/**
 * Brings a clip here while somebody wants to see it. `again` tries once more after a failure, which `breakOff` says that
 * playing it ended in.
 */
export function useClipVideo(clip: Clip): { state: ClipVideo; again: () => void; breakOff: () => void } {
  const { id, buildingId, bytes } = clip;
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<ClipVideo>({ phase: "fetching", received: 0, bytes });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another fetching.
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    setState({ phase: "fetching", received: 0, bytes });
    bring({ id, buildingId }, signal, (received) => setState({ phase: "fetching", received, bytes }))
      .then((video) => {
        if (!signal.aborted) {
          setState({ phase: "ready", video });
        }
      })
      .catch((error: unknown) => {
        if (!signal.aborted) {
          setState({ phase: "failed", error });
        }
      });
    return () => leaving.abort();
  }, [id, buildingId, bytes, attempt]);

  return {
    state,
    again: () => setAttempt((count) => count + 1),
    breakOff: () => setState({ phase: "failed", error: new NoConnection("the video broke off") }),
  };
}

/** @returns where the video is read */
async function bring(
  clip: Pick<Clip, "id" | "buildingId">,
  signal: AbortSignal,
  onProgress: (received: number) => void,
): Promise<string> {
  let fetched = await askForClip(clip, signal);
  while (fetched.outcome === "fetching") {
    onProgress(fetched.received);
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    fetched = await askForClip(clip, signal);
  }
  return (await addressOfClip(clip, signal)).video;
}
