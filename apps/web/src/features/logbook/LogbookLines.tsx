import type { LogbookLine } from "@umbral/contract/logbook/logbook.contract";
import { useState } from "react";
import { formatDate, formatTime } from "../../lib/dates.ts";
import { Button } from "../../ui/Button.tsx";
import { DayList } from "../../ui/DayList.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { PictureButton } from "../../ui/PictureButton.tsx";
import { StorageImage } from "../../ui/StorageImage.tsx";
import { CorrectionForm } from "./CorrectionForm.tsx";
import css from "./Logbook.module.css";
import { ERASED, factsOf, titleOf } from "./line-words.ts";
import type { LogbookPlace } from "./logbook.api.ts";

interface LogbookLinesProps {
  place: LogbookPlace;
  lines: readonly LogbookLine[];
  /** Who may write, corrects. */
  mayCorrect: boolean;
}

/** The lines under their days, each with its pictures and what was said of it later. */
export function LogbookLines({ place, lines, mayCorrect }: LogbookLinesProps) {
  const [correcting, setCorrecting] = useState<LogbookLine | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  return (
    <>
      <DayList
        items={lines}
        momentOf={({ at }) => ({ at, timeZone: place.timeZone })}
        level={2}
        className={css["lines"]}
      >
        {(line) => (
          <li key={line.id}>
            <Line
              line={line}
              timeZone={place.timeZone}
              onPicture={setShown}
              onCorrect={mayCorrect ? () => setCorrecting(line) : undefined}
            />
          </li>
        )}
      </DayList>
      <Modal
        isOpen={correcting !== null}
        title="Corregir anotación"
        onClose={() => setCorrecting(null)}
        narrow
      >
        {correcting === null ? null : (
          <CorrectionForm buildingId={place.id} line={correcting} onDone={() => setCorrecting(null)} />
        )}
      </Modal>
      <Modal isOpen={shown !== null} title="Foto de la minuta" onClose={() => setShown(null)}>
        <StorageImage src={shown} alt="Foto de la anotación" className={css["large"]} />
      </Modal>
    </>
  );
}

interface LineProps {
  line: LogbookLine;
  timeZone: string | undefined;
  onPicture(address: string): void;
  onCorrect: (() => void) | undefined;
}

function Line({ line, timeZone, onPicture, onCorrect }: LineProps) {
  const { text, open, pictures, corrects, corrections, isErased } = line;
  const title = titleOf(line);
  const time = formatTime(line.at, timeZone);
  return (
    <article className={css["line"]} aria-label={`${title}, ${time}`}>
      <p className={css["time"]}>{time}</p>
      <div className={css["words"]}>
        <h3>{title}</h3>
        {text === null ? null : <p className={css["text"]}>{text}</p>}
        {corrects === null ? null : (
          <p className={css["soft"]}>Corrige la anotación del {formatDate(corrects.at, timeZone)}</p>
        )}
        <p className={css["soft"]}>{factsOf(line)}</p>
        {open === null ? null : <p className={css["open"]}>{open}</p>}
        {isErased ? <p className={css["soft"]}>{ERASED}</p> : null}
        {pictures.length === 0 ? null : (
          <div className={css["pictures"]}>
            {pictures.map((address, place) => (
              <PictureButton
                // biome-ignore lint/suspicious/noArrayIndexKey: an address is another one each time
                key={place}
                src={address}
                label={`Ver foto ${place + 1} de ${pictures.length}: ${title}, ${time}`}
                onClick={() => onPicture(address)}
              />
            ))}
          </div>
        )}
        {corrections.map(({ id, at, actor, text: said }) => (
          <p key={id} className={css["correction"]}>
            <strong>Corregida:</strong> {said ?? ERASED}{" "}
            <span className={css["soft"]}>
              {actor ?? ERASED} · {formatDate(at, timeZone)}
            </span>
          </p>
        ))}
      </div>
      {onCorrect === undefined ? null : (
        <Button
          look="plain"
          className={css["correct"]}
          aria-label={`Corregir: ${title}, ${time}`}
          onClick={onCorrect}
        >
          Corregir
        </Button>
      )}
    </article>
  );
}
