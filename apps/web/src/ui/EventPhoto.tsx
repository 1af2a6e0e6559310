import type { ReactNode } from "react";
import { formatDate } from "../lib/dates.ts";
import css from "./EventPhoto.module.css";
import { toldSentence } from "./EventTime.tsx";
import { StorageImage } from "./StorageImage.tsx";
import { Zoomable } from "./Zoomable.tsx";

interface EventPhotoProps {
  src: string | null;
  alt: string;
  /** Why there is none. */
  none: string;
  /** Where it happened. */
  place: string;
  at: string;
  toldAt: string | null;
  timeZone: string | undefined;
  /** Who it was, and what came of it. */
  children: ReactNode;
}

/** What a door's camera saw at an event, or that nothing was kept. */
export const EventPhoto = ({ src, alt, none, place, at, toldAt, timeZone, children }: EventPhotoProps) => (
  <figure className={css["photo"]}>
    {src === null ? (
      <p className={css["none"]}>{none}</p>
    ) : (
      <Zoomable label={alt} className={css["zoom"]}>
        <StorageImage
          src={src}
          alt={alt}
          className={css["picture"]}
          fallback={<p className={css["none"]}>{none}</p>}
        />
      </Zoomable>
    )}
    <figcaption>
      <b>{place}</b>
      <br />
      {toldAt === null ? null : (
        <>
          {toldSentence(toldAt)}
          <br />
        </>
      )}
      {formatDate(at, timeZone)} · {children}
    </figcaption>
  </figure>
);
