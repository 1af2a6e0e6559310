import { accessOutcomeWords } from "@umbral/contract/access-control/access-outcome-words";
import type { ReactNode } from "react";
import { momentsOf } from "../../../lib/day-range.ts";
import { keyIn } from "../../../lib/key-in.ts";
import { directionOf, newestFirst, timeInAddress } from "../../../lib/time-order.ts";
import { useEventNews } from "../../../lib/useEventNews.ts";
import { useListAddress } from "../../../lib/useListAddress.ts";
import { useListOrder } from "../../../lib/useListOrder.ts";
import { EventScreen } from "../../../ui/EventScreen.tsx";
import { useLastPage } from "../../../ui/Pages.tsx";
import { PageWindow } from "../../../ui/PageWindow.tsx";
import { ExportChosen } from "../../../ui/table/ExportChosen.tsx";
import { ReadingFilters, readingFilters, typedOfReadings } from "./ReadingFilters.tsx";
import { ReadingTable } from "./ReadingTable.tsx";
import { readingSentences } from "./reading-words.ts";
import { downloadReadings, useReadings, type WantedReadings } from "./readings.api.ts";

/** Page numbers in sight at once. */
const WINDOW = 5;

interface ReadingsProps {
  /** Absent: of all that the reader administers. */
  building: { id: string; name: string; timeZone?: string } | undefined;
  place: string | undefined;
  /** Chooses another building. */
  children?: ReactNode;
}

/** Every card that was held to a reader, of whatever day, to be narrowed, leafed through and kept as a file. */
export function Readings({ building, place, children }: ReadingsProps) {
  const address = useListAddress(readingFilters, typedOfReadings);
  const buildingId = building?.id;
  const outcome = keyIn(accessOutcomeWords, address.value("resultado"));
  const wanted: WantedReadings = {
    ...(buildingId === undefined ? {} : { buildingId }),
    ...(address.value("puerta") === "" ? {} : { doorId: address.value("puerta") }),
    ...(address.value("persona") === "" ? {} : { person: address.value("persona") }),
    ...(outcome === undefined ? {} : { outcome }),
    ...momentsOf({ first: address.value("desde"), last: address.value("hasta") }, building?.timeZone),
  };
  const order = useListOrder(timeInAddress, newestFirst);
  const direction = directionOf(order);
  const query = useReadings(wanted, address.page, direction);
  useLastPage(address, query);
  const hasNews = useEventNews("event_access", {
    buildingId,
    isFirstPage: address.page === 1 && direction === "desc",
    refresh: query.refetch,
  });
  return (
    <EventScreen
      title="Lecturas de tarjetas"
      place={place}
      query={query}
      order={order}
      hasNews={hasNews}
      sentences={readingSentences}
      onExport={() => downloadReadings(wanted)}
      choice={children}
      filters={<ReadingFilters address={address} buildingId={buildingId} />}
      pages={
        <PageWindow
          page={address.page}
          total={query.data?.totalPages ?? 1}
          size={WINDOW}
          onChange={address.goTo}
        />
      }
    >
      <ReadingTable
        query={{ ...query, data: query.data?.accessEvents }}
        hasBuilding={buildingId === undefined}
        isFiltered={address.isFiltered}
        order={order}
        acts={(rows) => (
          <ExportChosen rows={rows} fetch={(ids, form) => downloadReadings({ ...wanted, ids }, form)} />
        )}
        none={readingSentences.none}
      />
    </EventScreen>
  );
}
