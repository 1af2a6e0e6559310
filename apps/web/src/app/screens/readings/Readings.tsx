import { AccessOutcome } from "@umbral/contract/access-control/decision";
import type { ReactNode } from "react";
import { momentsOf } from "../../../lib/day-range.ts";
import { directionOf, newestFirst, timeInAddress } from "../../../lib/time-order.ts";
import { useEventNews } from "../../../lib/useEventNews.ts";
import { useListAddress } from "../../../lib/useListAddress.ts";
import { useListOrder } from "../../../lib/useListOrder.ts";
import { Button } from "../../../ui/Button.tsx";
import css from "../../../ui/EventList.module.css";
import { ListTools } from "../../../ui/ListTools.tsx";
import { PageWindow } from "../../../ui/PageWindow.tsx";
import { Screen, ScreenHead } from "../../../ui/Screen.tsx";
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
  const outcome = AccessOutcome.safeParse(address.value("resultado"));
  const wanted: WantedReadings = {
    ...(buildingId === undefined ? {} : { buildingId }),
    ...(address.value("puerta") === "" ? {} : { doorId: address.value("puerta") }),
    ...(address.value("persona") === "" ? {} : { person: address.value("persona") }),
    ...(outcome.success ? { outcome: outcome.data } : {}),
    ...momentsOf({ first: address.value("desde"), last: address.value("hasta") }, building?.timeZone),
  };
  const order = useListOrder(timeInAddress, newestFirst);
  const direction = directionOf(order);
  const query = useReadings(wanted, address.page, direction);
  const hasNews = useEventNews("event_access", {
    buildingId,
    isFirstPage: address.page === 1 && direction === "desc",
    refresh: query.refetch,
  });
  return (
    <Screen>
      <ScreenHead atEnd>
        <div>
          <h1>Lecturas de tarjetas</h1>
          <p className={css["place"]}>{place}</p>
        </div>
        <ListTools
          isRefreshing={query.isFetching && !query.isPending}
          onRefresh={() => void query.refetch()}
          onExport={() => downloadReadings(wanted)}
        />
      </ScreenHead>
      {children}
      <ReadingFilters address={address} buildingId={buildingId} />
      {hasNews ? (
        <Button look="quiet" className={css["news"]} onClick={() => order.change("when", true)}>
          {readingSentences.news}
        </Button>
      ) : null}
      <div aria-busy={query.isPlaceholderData}>
        <ReadingTable
          query={{ ...query, data: query.data?.accessEvents }}
          hasBuilding={buildingId === undefined}
          isFiltered={address.isFiltered}
          order={order}
          acts={(rows) => <ExportChosen rows={rows} fetch={(ids) => downloadReadings({ ...wanted, ids })} />}
          none={readingSentences.none}
        />
      </div>
      <PageWindow
        page={address.page}
        total={query.data?.totalPages ?? 1}
        size={WINDOW}
        onChange={address.goTo}
      />
      {query.data?.hasOlder ? (
        <p className={css["note"]}>{readingSentences[direction === "desc" ? "older" : "newer"]}</p>
      ) : null}
    </Screen>
  );
}
