import { IconMovie, IconPhoto } from "@tabler/icons-react";
import type { CameraDay } from "@umbral/contract/clips/clips.contract";
import { formatSeconds } from "../../lib/dates.ts";
import { Pages } from "../../ui/Pages.tsx";
import css from "./CameraDay.module.css";
import { detailOf, titleOf } from "./event-words.ts";

interface EventRowsProps {
  day: CameraDay;
  /** Another page is on its way. */
  isBusy: boolean;
  page: number;
  shownId: string | undefined;
  /** By its place on this page. */
  onChoose: (index: number) => void;
  onPage: (page: number) => void;
}

/** The day's events in their order, each a press away. */
export function EventRows({ day, isBusy, page, shownId, onChoose, onPage }: EventRowsProps) {
  return (
    <section aria-label="Eventos del día" aria-busy={isBusy}>
      <ol className={css["rows"]}>
        {day.events.map((event, index) => (
          <li key={`${event.cause} ${event.id}`}>
            <button
              type="button"
              className={css["row"]}
              aria-current={event.id === shownId || undefined}
              onClick={() => onChoose(index)}
            >
              <time dateTime={event.at}>{formatSeconds(event.at, day.timeZone)}</time>
              <span className={css["what"]}>
                <b>{titleOf(event)}</b>
                <span>{detailOf(event)}</span>
              </span>
              {event.clip !== null ? (
                <>
                  <IconMovie aria-hidden="true" size={20} />
                  <span className="um-hidden">Con clip</span>
                </>
              ) : event.imageUrls.length > 0 ? (
                <>
                  <IconPhoto aria-hidden="true" size={20} />
                  <span className="um-hidden">Con foto</span>
                </>
              ) : null}
            </button>
          </li>
        ))}
      </ol>
      <Pages page={page} total={day.totalPages} onChange={onPage} />
    </section>
  );
}
