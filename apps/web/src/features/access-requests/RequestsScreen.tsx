import { IconBuildingCommunity, IconUserCheck } from "@tabler/icons-react";
import type { AccessKind } from "@umbral/contract/access-requests/access-requests.contract";
import { useDeferredValue, useRef } from "react";
import { Link, useSearchParams } from "react-router";
import { paths } from "../../lib/paths.ts";
import { useListAddress } from "../../lib/useListAddress.ts";
import { useMay } from "../../lib/useMay.ts";
import { useSignedIn } from "../../lib/useSession.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { DownloadButton } from "../../ui/DownloadButton.tsx";
import { SelectField, TextField } from "../../ui/fields.tsx";
import { Empty } from "../../ui/ListStates.tsx";
import { optionsByName } from "../../ui/options.ts";
import { Pages, useLastPage } from "../../ui/Pages.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { downloadRequests, useRequests } from "./access-requests.api.ts";
import { accessSentences } from "./access-requests.strings.ts";
import css from "./RequestsScreen.module.css";
import { RequestTable } from "./RequestTable.tsx";
import { listPaths, PLACE, requestsOf } from "./request-paths.ts";
import { placesOf, type RequestPlace } from "./request-places.ts";

/** What is typed is somebody's name or document: it stands in no address. */
const typedOfRequests = ["buscar"] as const;

/** '/building/dashboard/apartments/requests/employee': residents and employees who wait. */
export const EmployeeRequestsScreen = () => <RequestsScreen kind="employees" />;

/** '/building/dashboard/apartments/requests/owner': owners and leaders who wait. */
export const OwnerRequestsScreen = () => <RequestsScreen kind="owners" />;

function RequestsScreen({ kind }: { kind: AccessKind }) {
  const { user, spaces } = useSignedIn();
  const [search, setSearch] = useSearchParams();
  const places = placesOf(spaces, kind);
  const asked = search.get(PLACE);
  // The platform's administrators hold no space and come here from the list of buildings.
  const chosen =
    places.find(({ id }) => id === asked) ??
    (user.userType === "ADMIN" && asked !== null ? { id: asked, name: "" } : places[0]);

  return (
    <Screen loose>
      <header className={css["head"]}>
        <h1>{accessSentences.titles[kind]}</h1>
        <p className={css["place"]}>{chosen?.name}</p>
      </header>
      {places.length > 1 ? (
        <SelectField
          label="Edificio o apartamento"
          value={chosen?.id ?? ""}
          onChange={(id) => setSearch({ [PLACE]: id }, { replace: true })}
          options={optionsByName(places)}
        />
      ) : null}
      {chosen === undefined ? (
        <Empty
          icon={<IconBuildingCommunity size={32} stroke={1.6} />}
          title="Elige un edificio para ver sus solicitudes."
          action={<ButtonLink to={paths.requestsAdmin}>Ver mis edificios</ButtonLink>}
        />
      ) : (
        <RequestsOfPlace key={chosen.id} kind={kind} place={chosen} />
      )}
      <OtherLists kind={kind} placeId={chosen?.id} />
    </Screen>
  );
}

function RequestsOfPlace({ kind, place }: { kind: AccessKind; place: RequestPlace }) {
  const address = useListAddress([], typedOfRequests);
  const { page } = address;
  const typed = address.value("buscar");
  const search = useDeferredValue(typed.trim());
  const query = useRequests({ kind, placeId: place.id, search, page });
  useLastPage(address, query);
  const list = useRef<HTMLDivElement>(null);
  // Their buttons go with them: the focus stays in the list.
  const stayHere = () => list.current?.focus({ preventScroll: true });
  const { data, error, isFetching, refetch } = query;
  const isLong = (data?.totalPages ?? 0) > 1 || typed !== "";

  return (
    <div ref={list} className={css["requests"]} tabIndex={-1}>
      {isLong ? (
        <TextField
          label="Buscar por nombre, cédula o apartamento"
          type="search"
          autoComplete="off"
          value={typed}
          onChange={(buscar) => address.change({ buscar })}
        />
      ) : null}
      {data === undefined || data.accessRequests.length === 0 ? null : (
        <div className={css["tools"]}>
          <DownloadButton fetch={() => downloadRequests(kind, place.id, { search })}>
            Descargar CSV
          </DownloadButton>
        </div>
      )}
      <section aria-label={accessSentences.titles[kind]} aria-busy={query.isPlaceholderData}>
        <RequestTable
          kind={kind}
          query={{ data: data?.accessRequests, error, isFetching, refetch }}
          empty={
            typed === ""
              ? {
                  title: accessSentences.empty,
                  hint: "Cuando alguien se registre, su solicitud aparecerá aquí.",
                  icon: <IconUserCheck size={32} stroke={1.6} />,
                }
              : { title: "Ninguna solicitud coincide con tu búsqueda." }
          }
          download={(ids, form) => downloadRequests(kind, place.id, { search, ids }, form)}
          onDecided={stayHere}
        />
      </section>
      <Pages page={page} total={data?.totalPages ?? 1} onChange={address.goTo} />
    </div>
  );
}

/** The way to the other list, and to the buildings of who has several. */
function OtherLists({ kind, placeId }: { kind: AccessKind; placeId: string | undefined }) {
  const { user, spaces } = useSignedIn();
  const mayDecideOwners = useMay("access-requests.decide-owners");
  if (!mayDecideOwners) {
    return null;
  }
  const other = kind === "owners" ? "employees" : "owners";
  const hasMany = user.userType === "ADMIN" || placesOf(spaces, "owners").length > 1;
  return (
    <p className={css["links"]}>
      <Link to={placeId === undefined ? listPaths[other] : requestsOf(other, placeId)}>
        {accessSentences.titles[other]}
      </Link>
      {hasMany ? <Link to={paths.requestsAdmin}>Todos mis edificios</Link> : null}
    </p>
  );
}
