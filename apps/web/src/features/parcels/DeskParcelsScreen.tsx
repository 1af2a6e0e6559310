import { IconBuildingOff, IconMailbox, IconPackage, IconReceipt } from "@tabler/icons-react";
import { may } from "@umbral/contract/lib/policy";
import { MOST_AT_ONCE } from "@umbral/contract/parcels/parcel-limits";
import { parcelKindWords } from "@umbral/contract/parcels/parcel-words";
import type { Parcel } from "@umbral/contract/parcels/parcels.contract";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import { keyIn } from "../../lib/key-in.ts";
import { paths } from "../../lib/paths.ts";
import { useListAddress } from "../../lib/useListAddress.ts";
import { principalOf, useMay } from "../../lib/useMay.ts";
import { useNow } from "../../lib/useNow.ts";
import { useSignedIn } from "../../lib/useSession.ts";
import { Button } from "../../ui/Button.tsx";
import { DownloadButton } from "../../ui/DownloadButton.tsx";
import { chipOf, Filters } from "../../ui/Filters.tsx";
import { SelectField } from "../../ui/fields.tsx";
import { Empty, ListStates } from "../../ui/ListStates.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { notify } from "../../ui/notices.ts";
import { optionsByName, optionsOfWords } from "../../ui/options.ts";
import { Pages, useLastPage } from "../../ui/Pages.tsx";
import { Actions } from "../../ui/Panel.tsx";
import { Screen, ScreenHead } from "../../ui/Screen.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { useAllBuildings } from "../buildings/index.ts";
import { DeskParcel } from "./DeskParcel.tsx";
import { HandOver } from "./HandOver.tsx";
import css from "./Parcels.module.css";
import { waitingWords } from "./parcel-count.ts";
import { useParcels } from "./parcel-list.api.ts";
import { downloadParcels } from "./parcels.api.ts";
import { ReceiveBills } from "./ReceiveBills.tsx";
import { ReceiveParcel } from "./ReceiveParcel.tsx";

/** The platform's own: of no use to a lobby's tablet. */
const BuildingsToChoose = lazy(async () => ({
  default: (await import("../buildings/BuildingsToChoose.tsx")).BuildingsToChoose,
}));

/** The part of the address that names a building. */
const BUILDING = "edificio";

/** '/correspondencia': what lies at the lobby of a building, for whoever keeps it, and for the platform to read. */
export function DeskParcelsScreen() {
  const current = useSignedIn();
  const [search] = useSearchParams();
  const named = search.get(BUILDING);
  if (current.user.userType === "ADMIN") {
    return named === null ? (
      <Suspense fallback={<CardSkeletons />}>
        <BuildingsToChoose
          title="Correspondencia"
          wayTo={(id) => ({ pathname: paths.deskParcels, search: `${BUILDING}=${id}` })}
        />
      </Suspense>
    ) : (
      <OfPlatform key={named} buildingId={named} />
    );
  }
  const principal = principalOf(current);
  const readable = current.spaces
    .map(({ building }) => building)
    .filter(
      ({ id }, place, all) =>
        may(principal, "parcels.read", { buildingId: id }) &&
        all.findIndex((other) => other.id === id) === place,
    );
  // A device stands at one lobby.
  const building = current.kiosk?.building ?? readable.find(({ id }) => id === named) ?? readable[0];
  return building === undefined ? (
    <Screen loose className={css["screen"]}>
      <h1>Correspondencia</h1>
      <Empty
        title="No se encontró un edificio asociado al usuario."
        icon={<IconBuildingOff size={32} stroke={1.6} />}
      />
    </Screen>
  ) : (
    <Desk
      key={building.id}
      building={building}
      choice={
        current.kiosk !== undefined || readable.length < 2 ? null : (
          <BuildingChoice buildings={readable} chosen={building.id} />
        )
      }
    />
  );
}

interface BuildingChoiceProps {
  buildings: readonly { id: string; name: string }[];
  chosen: string;
}

/** For who keeps what lies at several lobbies. What was typed of one building's homes is not carried to another. */
function BuildingChoice({ buildings, chosen }: BuildingChoiceProps) {
  const address = useListAddress([BUILDING]);
  return (
    <SelectField
      label="Edificio"
      value={chosen}
      options={optionsByName(buildings)}
      onChange={(edificio) => address.change({ edificio })}
    />
  );
}

function OfPlatform({ buildingId }: { buildingId: string }) {
  const building = useAllBuildings().data?.find(({ id }) => id === buildingId);
  return <Desk building={building ?? { id: buildingId, name: "" }} />;
}

const states = { waiting: "En portería", "handed-over": "Entregadas", returned: "Devueltas", all: "Todas" };
type State = keyof typeof states;
const stateOf = (word: string): State =>
  word === "handed-over" || word === "returned" || word === "all" ? word : "waiting";

type Act = "receive" | "bills" | readonly Parcel[] | null;

interface DeskProps {
  building: { id: string; name: string; timeZone?: string | undefined };
  /** Leads to another one. */
  choice?: ReactNode;
}

function Desk({ building, choice }: DeskProps) {
  const address = useListAddress(["estado", "clase"], ["apto"]);
  const mayKeep = useMay("parcels.keep", { buildingId: building.id });
  const [act, setAct] = useState<Act>(null);
  const [chosen, setChosen] = useState<readonly Parcel[]>([]);
  const kind = keyIn(parcelKindWords, address.value("clase"));
  const wanted = {
    state: stateOf(address.value("estado")),
    search: address.value("apto"),
    ...(kind === undefined ? {} : { kind }),
  };
  const query = useParcels(building.id, { ...wanted, page: address.page });
  useLastPage(address, query);
  const now = useNow(60_000);
  const { waiting = 0, places = [], towers = [] } = query.data ?? {};
  const done = () => {
    setAct(null);
    setChosen([]);
  };
  // Those of one home alone are handed over together.
  const choose = (parcel: Parcel, isChosen: boolean) => {
    if (!isChosen) {
      leaveOut(({ id }) => id === parcel.id);
      return;
    }
    const ofHome = chosen.filter(({ apartment }) => apartment?.id === parcel.apartment?.id);
    if (ofHome.length < MOST_AT_ONCE) {
      setChosen([...ofHome, parcel]);
    } else {
      notify(`Se entregan máximo ${MOST_AT_ONCE} a la vez.`, "trouble");
    }
  };
  // Nobody can untick what is not listed any more.
  const leaveOut = (isGone: (parcel: Parcel) => boolean) =>
    setChosen((current) => current.filter((parcel) => !isGone(parcel)));
  return (
    <Screen loose className={css["screen"]}>
      <ScreenHead>
        <div className={css["title"]}>
          <h1>Correspondencia</h1>
          {/* Who keeps it stands there. */}
          {mayKeep ? null : <p>{building.name}</p>}
          <p role="status">{waitingWords(waiting) ?? "Nada por recoger"}</p>
        </div>
        {mayKeep ? (
          <Actions>
            <Button
              look="quiet"
              icon={<IconReceipt aria-hidden="true" size={20} />}
              onClick={() => setAct("bills")}
            >
              Recibos de servicios públicos
            </Button>
            <Button icon={<IconPackage aria-hidden="true" size={20} />} onClick={() => setAct("receive")}>
              Recibir
            </Button>
          </Actions>
        ) : null}
      </ScreenHead>
      {choice}
      <SearchField
        label="Buscar apartamento"
        value={address.value("apto")}
        onChange={(apto) => address.change({ apto })}
      />
      <div className={css["filters"]}>
        <Filters
          chips={[
            ...(wanted.state === "waiting"
              ? []
              : chipOf(states[wanted.state], () => address.change({ estado: "" }))),
            ...chipOf(kind && parcelKindWords[kind], () => address.change({ clase: "" })),
          ]}
          onClear={() => address.change({ estado: "", clase: "" })}
        >
          <SelectField
            label="Estado"
            value={wanted.state}
            options={optionsOfWords(states)}
            onChange={(estado) => address.change({ estado })}
          />
          <SelectField
            label="Clase"
            value={kind ?? ""}
            options={[{ value: "", label: "Todas" }, ...optionsOfWords(parcelKindWords)]}
            onChange={(clase) => address.change({ clase })}
          />
        </Filters>
        <DownloadButton fetch={() => downloadParcels(building.id, wanted)}>Descargar CSV</DownloadButton>
      </div>
      <ListStates
        query={query}
        isEmpty={({ parcels }) => parcels.length === 0}
        skeleton={<CardSkeletons />}
        empty={{
          title: address.isFiltered
            ? "Nada coincide con los filtros."
            : "No hay correspondencia por recoger.",
          icon: <IconMailbox size={32} stroke={1.6} />,
        }}
      >
        {({ parcels, totalPages }) => (
          <>
            <ul className={css["list"]} aria-label="Correspondencia">
              {parcels.map((parcel) => (
                <li key={parcel.id}>
                  <DeskParcel
                    building={building}
                    parcel={parcel}
                    now={now}
                    mayKeep={mayKeep}
                    isChosen={chosen.some(({ id }) => id === parcel.id)}
                    onChoose={(isChosen) => choose(parcel, isChosen)}
                    onGone={leaveOut}
                    onHandOver={() => setAct([parcel])}
                  />
                </li>
              ))}
            </ul>
            <Pages page={address.page} total={totalPages} onChange={address.goTo} />
          </>
        )}
      </ListStates>
      {chosen.length < 2 ? null : (
        <div className={css["together"]}>
          <Button wide onClick={() => setAct(chosen)}>{`Entregar ${chosen.length} juntas`}</Button>
        </div>
      )}
      <Modal isOpen={act === "receive"} title="Recibir correspondencia" narrow onClose={() => setAct(null)}>
        {act === "receive" ? <ReceiveParcel buildingId={building.id} places={places} onDone={done} /> : null}
      </Modal>
      <Modal
        isOpen={act === "bills"}
        title="Recibos de servicios públicos"
        narrow
        onClose={() => setAct(null)}
      >
        {act === "bills" ? (
          <ReceiveBills buildingId={building.id} places={places} towers={towers} onDone={done} />
        ) : null}
      </Modal>
      <Modal
        isOpen={act !== null && typeof act !== "string"}
        title="Entregar"
        narrow
        onClose={() => setAct(null)}
      >
        {act !== null && typeof act !== "string" ? (
          <HandOver
            buildingId={building.id}
            parcels={act}
            onDone={done}
            onGone={() => leaveOut((parcel) => act.some(({ id }) => id === parcel.id))}
          />
        ) : null}
      </Modal>
    </Screen>
  );
}
