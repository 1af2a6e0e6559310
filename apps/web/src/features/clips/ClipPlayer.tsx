import { IconAlertTriangle, IconRefresh } from "@tabler/icons-react";
import type { Clip } from "@umbral/contract/clips/clips.contract";
import { useEffect, useRef, useState } from "react";
import { formatDate } from "../../lib/dates.ts";
import { CallRefused } from "../../lib/failures.ts";
import { focusOn } from "../../lib/focus.ts";
import { listSentences, sentenceFor } from "../../lib/sentences.ts";
import { useMay } from "../../lib/useMay.ts";
import { Button } from "../../ui/Button.tsx";
import { DownloadButton } from "../../ui/DownloadButton.tsx";
import { toldSentence } from "../../ui/EventTime.tsx";
import css from "./ClipPlayer.module.css";
import { ClipVideoControls } from "./ClipVideoControls.tsx";
import { downloadEvidence } from "./clips.api.ts";
import { clipSentences, decodes, progressWords } from "./clips.strings.ts";
import { useClipVideo } from "./use-clip-video.ts";

/** A clip on its way here, and then played; with the way to take it as evidence for who may. */
export function ClipPlayer({ clip, label }: { clip: Clip; label: string }) {
  const { state, again, breakOff } = useClipVideo(clip);
  const [isRefused, setRefused] = useState(false);
  const mayTake = useMay("buildings.administer", { buildingId: clip.buildingId });
  const isPlayable = !isRefused && decodes(clip.codec);
  const place = useRef<HTMLDivElement>(null);
  // What was pressed for it gives way to it.
  useEffect(() => focusOn(place.current), []);
  return (
    <div ref={place} className={css["clip"]}>
      {state.phase === "fetching" ? (
        <div className={css["stage"]}>
          <div className={css["words"]} role="status">
            <p>{clipSentences.fetching}</p>
          </div>
          <progress
            className={css["bar"]}
            aria-label={clipSentences.fetching}
            max={state.bytes}
            value={state.received}
          />
          {/* Readers hear its beginning and its end, not each part. */}
          <p className={css["far"]} aria-hidden="true">
            {progressWords(state)}
          </p>
        </div>
      ) : state.phase === "failed" ? (
        <div className={css["stage"]} role="alert">
          <IconAlertTriangle aria-hidden="true" size={32} stroke={1.6} />
          <p>{clipSentences.failed}</p>
          <p className={css["far"]}>{whyNot(state.error)}</p>
          {isFinal(state.error) ? null : (
            <Button
              look="quiet"
              icon={<IconRefresh aria-hidden="true" size={20} />}
              onClick={() => {
                focusOn(place.current);
                again();
              }}
            >
              {listSentences.again}
            </Button>
          )}
        </div>
      ) : isPlayable ? (
        <ClipVideoControls
          clip={clip}
          src={state.video}
          label={label}
          onRefused={() => setRefused(true)}
          onBrokenOff={breakOff}
        />
      ) : (
        <div className={css["stage"]} role="alert">
          <IconAlertTriangle aria-hidden="true" size={32} stroke={1.6} />
          <p>{clip.codec === "h265" ? clipSentences.otherCodec : clipSentences.notPlayed}</p>
          <p className={css["far"]}>
            {!mayTake
              ? clipSentences.askForIt
              : clip.codec === "h265"
                ? clipSentences.otherCodecHint
                : clipSentences.notPlayedHint}
          </p>
        </div>
      )}
      <div className={css["facts"]}>
        <p>
          {clip.cameraName} · {formatDate(clip.startedAt, clip.timeZone)}
          {clip.isWhole ? null : (
            <>
              <br />
              {clipSentences.short}
            </>
          )}
          {clip.toldAt === null ? null : (
            <>
              <br />
              {toldSentence(clip.toldAt)}
            </>
          )}
        </p>
        {mayTake && state.phase === "ready" ? (
          <div className={css["evidence"]}>
            <DownloadButton fetch={() => downloadEvidence(clip)}>{clipSentences.evidence}</DownloadButton>
            <p className={css["hint"]}>{clipSentences.evidenceHint}</p>
          </div>
        ) : null}
      </div>
    </div>
  );
}

/** Another try would end in the same words. */
const isFinal = (error: unknown): boolean =>
  error instanceof CallRefused && (error.code === "CLIP_GONE" || error.code === "TOO_LARGE");

/** The general word speaks of what somebody sent. */
const whyNot = (error: unknown): string =>
  error instanceof CallRefused && error.code === "TOO_LARGE" ? clipSentences.tooLarge : sentenceFor(error);
