import { IconCalendarOff, IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { CAMERA_DAY_PAGE } from "@umbral/contract/clips/clip-limits";
import type { CameraDay } from "@umbral/contract/clips/clips.contract";
import { useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { buildingSettingsPath } from "../../lib/admin-paths.ts";
import { dayOf } from "../../lib/dates.ts";
import { IconButton } from "../../ui/Button.tsx";
import { TextField } from "../../ui/fields.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { Skeleton } from "../../ui/Skeletons.tsx";
import { WayLink } from "../../ui/WayLink.tsx";
import css from "./CameraDay.module.css";
import { useCameraDay } from "./clips.api.ts";
import { DayLine } from "./DayLine.tsx";
import { dayAfter, isDay } from "./day-line.ts";
import { EventRows } from "./EventRows.tsx";
import { ShownEvent } from "./ShownEvent.tsx";

/** The day in the address: `?dia=2026-11-20`. */
const DAY = "dia";

/** '/admin-dashboard/cameras/{cameraId}/day': what happened before a camera on one day, on a line and as a list. */
export function CameraDayScreen() {
  const { cameraId = "" } = useParams();
  const [search] = useSearchParams();
  const asked = search.get(DAY);
  const date = isDay(asked) ? asked : undefined;
  return <DayOfCamera key={cameraId} cameraId={cameraId} date={date} />;
}

/** Where somebody is in a day: each begins anew. */
interface Place {
  date: string | undefined;
  /** By its place among the day's events; null until somebody chose one: the first one then. */
  chosen: number | null;
  page: number;
}

function DayOfCamera({ cameraId, date }: { cameraId: string; date: string | undefined }) {
  const [, setSearch] = useSearchParams();
  const [place, setPlace] = useState<Place>({ date, chosen: null, page: 1 });
  const { chosen, page } = place.date === date ? place : { chosen: null, page: 1 };
  const query = useCameraDay(cameraId, date, page);
  const shown = date ?? query.data?.date ?? dayOf(new Date());
  const show = (day: string) => setSearch({ [DAY]: day }, { replace: true });
  const choose = (index: number) =>
    setPlace({ date, chosen: index, page: Math.floor(index / CAMERA_DAY_PAGE) + 1 });
  return (
    <Screen loose>
      <header>
        <h1>{query.data === undefined ? "Día de una cámara" : `Cámara ${query.data.camera.name}`}</h1>
        {query.data === undefined ? null : (
          <>
            <p className={css["place"]}>{query.data.buildingName}</p>
            <WayLink to={buildingSettingsPath(query.data.camera.buildingId, "camaras")}>
              Cámaras del edificio
            </WayLink>
          </>
        )}
      </header>
      <div className={css["days"]}>
        <IconButton label="Día anterior" onClick={() => show(dayAfter(shown, -1))}>
          <IconChevronLeft aria-hidden="true" size={24} />
        </IconButton>
        <TextField
          label="Día"
          type="date"
          value={shown}
          onChange={(day) => {
            if (isDay(day)) {
              show(day);
            }
          }}
        />
        <IconButton label="Día siguiente" onClick={() => show(dayAfter(shown, 1))}>
          <IconChevronRight aria-hidden="true" size={24} />
        </IconButton>
      </div>
      <ListStates
        query={query}
        isEmpty={({ marks }) => marks.length === 0}
        skeleton={<DaySkeleton />}
        empty={{
          // True also of a day to come, and of one whose events are deleted by now.
          title: "De este día no hay nada de esta cámara.",
          hint: "Aquí quedan las puertas que ve, el movimiento, las llamadas desde la entrada y las alertas.",
          icon: <IconCalendarOff size={32} stroke={1.6} />,
        }}
      >
        {(day) => (
          <Day
            day={day}
            isBusy={query.isPlaceholderData}
            page={page}
            chosen={chosen}
            onChoose={choose}
            onPage={(to) => choose((to - 1) * CAMERA_DAY_PAGE)}
          />
        )}
      </ListStates>
    </Screen>
  );
}

interface DayProps {
  day: CameraDay;
  isBusy: boolean;
  page: number;
  chosen: number | null;
  onChoose: (index: number) => void;
  onPage: (page: number) => void;
}

function Day({ day, isBusy, page, chosen, onChoose, onPage }: DayProps) {
  const { marks, events } = day;
  // Of the first page the first, before anybody chose: the list and the line begin at one place.
  const at = Math.min(chosen ?? 0, marks.length - 1);
  const shown = events.find(({ id, cause }) => id === marks[at]?.id && cause === marks[at]?.cause);
  return (
    <>
      <DayLine day={day} at={at} onChange={onChoose} />
      {day.isCut ? (
        <p className={css["note"]}>
          Pasaron más cosas de las que caben en la línea: se muestran las primeras.
        </p>
      ) : null}
      {day.keepsClips ? null : (
        <p className={css["note"]}>Este edificio no guarda clips de video. Se activan en sus datos.</p>
      )}
      <div className={css["both"]}>
        <ShownEvent event={shown} timeZone={day.timeZone} />
        <EventRows
          day={day}
          isBusy={isBusy}
          page={page}
          shownId={shown?.id}
          onChoose={(index) => onChoose((page - 1) * CAMERA_DAY_PAGE + index)}
          onPage={onPage}
        />
      </div>
    </>
  );
}

const DaySkeleton = () => (
  <div className={css["skeleton"]}>
    <Skeleton height="3.5rem" />
    <div className={css["both"]}>
      <Skeleton height="18rem" />
      <Skeleton height="18rem" />
    </div>
  </div>
);
