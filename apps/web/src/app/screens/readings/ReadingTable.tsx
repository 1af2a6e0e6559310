import { IconNfcOff } from "@tabler/icons-react";
import type { AccessEvent } from "@umbral/contract/access-control/access-events.contract";
import { accessWords } from "@umbral/contract/access-control/access-outcome-words";
import type { ReactNode } from "react";
import { formatDate } from "../../../lib/dates.ts";
import { directionOf, firstWords } from "../../../lib/time-order.ts";
import type { ListOrder } from "../../../lib/useListOrder.ts";
import { type Column, DataTable } from "../../../ui/DataTable.tsx";
import css from "../../../ui/EventList.module.css";
import { whenColumn } from "../../../ui/EventTime.tsx";
import type { ListQuery } from "../../../ui/ListStates.tsx";
import { PersonLink } from "../../../ui/PersonLink.tsx";
import { PictureButton } from "../../../ui/PictureButton.tsx";
import { ReadingPhoto } from "./ReadingPhoto.tsx";
import { readingSentences, whoWords } from "./reading-words.ts";

interface ReadingTableProps {
  query: ListQuery<readonly AccessEvent[]>;
  /** Of several buildings: each row names its own. */
  hasBuilding: boolean;
  isFiltered: boolean;
  /** Nothing is shown without a filter: why. */
  none: string;
  /** Where it is kept which come first; without it the newest do. */
  order?: ListOrder<"when">;
  /** What can be done with several at once. */
  acts?: (events: readonly AccessEvent[]) => ReactNode;
}

/** Who was let in at readers and who was not, with the door's picture. */
export function ReadingTable({ query, hasBuilding, isFiltered, none, order, acts }: ReadingTableProps) {
  return (
    <DataTable
      caption={`Lecturas de tarjetas, ${firstWords[order === undefined ? "desc" : directionOf(order)]} primero`}
      columns={columnsFor(hasBuilding, order !== undefined)}
      query={query}
      rowKey={({ id }) => id}
      usualRows={8}
      name="readings"
      order={order}
      rowName={readingName}
      hasDetails
      acts={acts}
      empty={{
        icon: <IconNfcOff size={32} stroke={1.6} />,
        title: isFiltered ? readingSentences.noMatch : none,
        ...(isFiltered ? {} : { hint: readingSentences.noneHint }),
      }}
    />
  );
}

const readingName = (event: AccessEvent): string =>
  `${whoWords(event)}, ${formatDate(event.at, event.timeZone)}`;

function columnsFor(hasBuilding: boolean, isSortable: boolean): readonly Column<AccessEvent>[] {
  return [
    {
      id: "person",
      header: "Persona",
      isTitle: true,
      cell: (event) => <PersonLink id={event.userId}>{whoWords(event)}</PersonLink>,
    },
    {
      id: "outcome",
      header: "Resultado",
      isFirm: true,
      line: 1,
      cell: ({ outcome, credential, isOffline }) => (
        <>
          <span className={css[outcome === "granted" ? "plain" : "warn"]}>
            {accessWords({ outcome, credential })}
          </span>
          {credential === "pin" ? <span className={css["mark"]}>Con PIN</span> : null}
          {credential === "pass" ? <span className={css["mark"]}>Con invitación</span> : null}
          {isOffline ? <span className={css["mark"]}>Decidido sin conexión</span> : null}
        </>
      ),
    },
    {
      id: "door",
      header: "Puerta",
      line: 3,
      cell: ({ doorName }) => doorName ?? readingSentences.goneDoor,
    },
    {
      ...whenColumn<AccessEvent>(({ at, toldAt, timeZone }) => ({ at, toldAt, timeZone }), isSortable),
      line: 2,
    },
    ...(hasBuilding
      ? [
          {
            id: "building",
            header: "Edificio",
            from: "desk" as const,
            cell: (event: AccessEvent) => event.buildingName,
          },
        ]
      : []),
    {
      id: "photo",
      header: "Foto",
      least: 5.5,
      align: "end",
      isWhole: true,
      brief: (event, onDetails) => (
        <PictureButton src={event.imageUrl} label={`Ver foto: ${readingName(event)}`} onClick={onDetails} />
      ),
      cell: (event) => <ReadingPhoto event={event} />,
    },
  ];
}
