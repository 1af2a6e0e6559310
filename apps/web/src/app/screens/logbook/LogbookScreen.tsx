import { IconNotebook } from "@tabler/icons-react";
import { may } from "@umbral/contract/lib/policy";
import { lazy, Suspense } from "react";
import { useSearchParams } from "react-router";
import { useAllBuildings } from "../../../features/buildings/index.ts";
import { HandOverButton } from "../../../features/kiosks/index.ts";
import {
  LogbookFilters,
  LogbookLines,
  type LogbookPlace,
  LogbookTools,
  logbookFilters,
  NoteForm,
  typedOfLogbook,
  useLogbook,
  wishOf,
} from "../../../features/logbook/index.ts";
import { RollCallButton } from "../../../features/passes/index.ts";
import { paths } from "../../../lib/paths.ts";
import { useListAddress } from "../../../lib/useListAddress.ts";
import { principalOf, useMay } from "../../../lib/useMay.ts";
import { useSignedIn } from "../../../lib/useSession.ts";
import { SelectField } from "../../../ui/fields.tsx";
import { Empty, ListStates } from "../../../ui/ListStates.tsx";
import { optionsByName } from "../../../ui/options.ts";
import { Pages, useLastPage } from "../../../ui/Pages.tsx";
import { Actions } from "../../../ui/Panel.tsx";
import { Screen, ScreenHead } from "../../../ui/Screen.tsx";
import { CardSkeletons } from "../../../ui/Skeletons.tsx";
import { useIsRoomy } from "../../../ui/useIsRoomy.ts";
import css from "./LogbookScreen.module.css";

/** The platform's own: of no use to a lobby's tablet. */
const BuildingsToChoose = lazy(async () => ({
  default: (await import("../../../features/buildings/BuildingsToChoose.tsx")).BuildingsToChoose,
}));

const BUILDING = "edificio";
/** '/building/dashboard/minuta': what happened at a building's lobby. */
export function LogbookScreen() {
  const current = useSignedIn();
  const [search] = useSearchParams();
  const named = search.get(BUILDING);
  if (current.user.userType === "ADMIN") {
    return named === null ? (
      <Suspense fallback={<CardSkeletons />}>
        <BuildingsToChoose
          title="Minuta"
          wayTo={(id) => ({ pathname: paths.logbook, search: `${BUILDING}=${id}` })}
        />
      </Suspense>
    ) : (
      <OfPlatform buildingId={named} />
    );
  }
  const principal = principalOf(current);
  const readable = current.spaces
    .map(({ building }) => building)
    .filter(
      ({ id }, place, all) =>
        may(principal, "logbook.read", { buildingId: id }) &&
        all.findIndex((other) => other.id === id) === place,
    );
  const chosen = readable.find(({ id }) => id === named) ?? readable[0];
  return chosen === undefined ? (
    <Screen loose>
      <h1>Minuta</h1>
      <Empty title="Ningún edificio tuyo tiene minuta." icon={<IconNotebook size={32} stroke={1.6} />} />
    </Screen>
  ) : (
    <Logbook key={chosen.id} place={chosen} others={readable} />
  );
}

function OfPlatform({ buildingId }: { buildingId: string }) {
  const name = useAllBuildings().data?.find(({ id }) => id === buildingId)?.name ?? "";
  return <Logbook place={{ id: buildingId, name }} others={[]} />;
}

function Logbook({ place, others }: { place: LogbookPlace; others: readonly LogbookPlace[] }) {
  const address = useListAddress(logbookFilters, typedOfLogbook);
  const mayWrite = useMay("logbook.write", { buildingId: place.id });
  const maySeeWhoIsInside = useMay("visits.authorise", { buildingId: place.id });
  const wish = wishOf(address);
  const query = useLogbook(place, wish, { page: address.page });
  useLastPage(address, query);
  const { totalPages = 1, hasOlder = false } = query.data ?? {};
  const isNarrowed =
    wish.search !== "" || address.value("tema") !== "" || wish.first !== "" || wish.last !== "";
  // On a phone what is written and read all day comes first, and what is done once a shift last.
  const isRoomy = useIsRoomy();
  const acts = (
    <Actions>
      {maySeeWhoIsInside ? <RollCallButton buildingId={place.id} /> : null}
      <HandOverButton buildingId={place.id} />
      <LogbookTools place={place} wish={wish} />
    </Actions>
  );
  return (
    <Screen loose>
      <ScreenHead>
        <div>
          <h1>Minuta</h1>
          <p className={css["place"]}>{place.name}</p>
        </div>
        {isRoomy ? acts : null}
      </ScreenHead>
      {others.length < 2 ? null : (
        <SelectField
          label="Edificio"
          value={place.id}
          options={optionsByName(others)}
          onChange={(edificio) => address.change({ edificio })}
        />
      )}
      {mayWrite ? <NoteForm buildingId={place.id} /> : null}
      <LogbookFilters address={address} />
      <div aria-busy={query.isPlaceholderData}>
        <ListStates
          query={query}
          isEmpty={({ lines }) => lines.length === 0}
          skeleton={<CardSkeletons />}
          empty={{
            title: isNarrowed ? "Nada de la minuta es así." : "La minuta está vacía.",
            hint: isNarrowed
              ? "Prueba con otras palabras, otro tema u otras fechas."
              : "Lo que pase en la portería se anota aquí por sí solo.",
            icon: <IconNotebook size={32} stroke={1.6} />,
          }}
        >
          {({ lines }) => <LogbookLines place={place} lines={lines} mayCorrect={mayWrite} />}
        </ListStates>
      </div>
      {hasOlder && address.page === totalPages ? (
        <p className={css["place"]}>Hay anotaciones más antiguas: búscalas por fecha.</p>
      ) : null}
      <Pages page={address.page} total={totalPages} onChange={address.goTo} />
      {isRoomy ? null : acts}
    </Screen>
  );
}
