import { accessOutcomeWords } from "@umbral/contract/access-control/access-outcome-words";
import type { Space } from "@umbral/contract/auth/auth.contract";
import { reachOfRole } from "@umbral/contract/lib/policy";
import { keyIn } from "../../../lib/key-in.ts";
import { useEventNews } from "../../../lib/useEventNews.ts";
import { useListAddress } from "../../../lib/useListAddress.ts";
import { useSignedIn } from "../../../lib/useSession.ts";
import { Button } from "../../../ui/Button.tsx";
import css from "../../../ui/EventList.module.css";
import { useLastPage } from "../../../ui/Pages.tsx";
import { PageWindow } from "../../../ui/PageWindow.tsx";
import { Screen } from "../../../ui/Screen.tsx";
import { FiltersOfToday, filtersOfToday } from "./ReadingFilters.tsx";
import { Readings } from "./Readings.tsx";
import { ReadingTable } from "./ReadingTable.tsx";
import { readingSentences } from "./reading-words.ts";
import { useTodaysReadings } from "./readings.api.ts";

/** Page numbers in sight at once. */
const WINDOW = 5;

/**
 * '/building/dashboard/lecturas': of all days for whoever administers the building, of today for its desk. The space
 * that is used stands first.
 */
export function OwnReadingsScreen() {
  const { spaces } = useSignedIn();
  const watching = spaces.find(({ role }) => reachOfRole(role.name, "events.watch") === "building");
  if (watching === undefined) {
    return null;
  }
  const { building, role } = watching;
  return reachOfRole(role.name, "buildings.administer") === "building" ? (
    <Readings key={building.id} building={building} place={building.name} />
  ) : (
    <Today key={building.id} building={building} />
  );
}

function Today({ building }: { building: Space["building"] }) {
  const address = useListAddress(filtersOfToday);
  const outcome = keyIn(accessOutcomeWords, address.value("resultado"));
  const wanted = {
    ...(address.value("puerta") === "" ? {} : { doorId: address.value("puerta") }),
    ...(outcome === undefined ? {} : { outcome }),
  };
  const query = useTodaysReadings(building.id, wanted, address.page);
  useLastPage(address, query);
  const hasNews = useEventNews("event_access", {
    buildingId: building.id,
    isFirstPage: address.page === 1,
    refresh: query.refetch,
  });
  return (
    <Screen>
      <header>
        <h1>Lecturas de hoy</h1>
        <p className={css["place"]}>{building.name}</p>
      </header>
      <FiltersOfToday address={address} buildingId={building.id} />
      {hasNews ? (
        <Button look="quiet" className={css["news"]} onClick={() => address.goTo(1)}>
          {readingSentences.news}
        </Button>
      ) : null}
      <div aria-busy={query.isPlaceholderData}>
        <ReadingTable
          query={{ ...query, data: query.data?.accessEvents }}
          hasBuilding={false}
          isFiltered={address.isFiltered}
          none={readingSentences.noneToday}
        />
      </div>
      <PageWindow
        page={address.page}
        total={query.data?.totalPages ?? 1}
        size={WINDOW}
        onChange={address.goTo}
      />
    </Screen>
  );
}
