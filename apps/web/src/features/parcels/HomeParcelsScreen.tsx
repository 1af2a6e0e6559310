import { IconPackage, IconQrcode } from "@tabler/icons-react";
import type { Parcel } from "@umbral/contract/parcels/parcels.contract";
import { useState } from "react";
import { useListAddress } from "../../lib/useListAddress.ts";
import { useNow } from "../../lib/useNow.ts";
import { Button } from "../../ui/Button.tsx";
import { SelectField } from "../../ui/fields.tsx";
import { Empty, ListStates } from "../../ui/ListStates.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { optionsByName } from "../../ui/options.ts";
import { Pages, useLastPage } from "../../ui/Pages.tsx";
import cards from "../../ui/RecordCards.module.css";
import { Screen, ScreenHead } from "../../ui/Screen.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { CollectCode } from "./CollectCode.tsx";
import { useOwnHomes } from "./own-homes.ts";
import { ParcelCard } from "./ParcelCard.tsx";
import { ParcelPictures } from "./ParcelPictures.tsx";
import css from "./Parcels.module.css";
import { useHomeParcels } from "./parcel-list.api.ts";
import { useHomeParcelPictures } from "./parcels.api.ts";

type Home = ReturnType<typeof useOwnHomes>[number];

/** '/building/dashboard/correspondencia': what waits for a home at the lobby, what came before, and the code to collect. */
export function HomeParcelsScreen() {
  const homes = useOwnHomes();
  const address = useListAddress(["de", "ver"]);
  const [isCollecting, setCollecting] = useState(false);
  const home = homes.find(({ id }) => id === address.value("de")) ?? homes[0];
  if (home === undefined) {
    return (
      <Screen loose className={css["screen"]}>
        <h1>Mi correspondencia</h1>
        <Empty
          title="Para recibir correspondencia necesitas un apartamento."
          icon={<IconPackage size={32} stroke={1.6} />}
        />
      </Screen>
    );
  }
  return (
    <Screen loose className={css["screen"]}>
      <ScreenHead>
        <div className={css["title"]}>
          <h1>Mi correspondencia</h1>
          <p>Apartamento {home.name}</p>
        </div>
        <Button icon={<IconQrcode aria-hidden="true" size={20} />} onClick={() => setCollecting(true)}>
          Recoger
        </Button>
      </ScreenHead>
      {homes.length < 2 ? null : (
        <SelectField
          label="Correspondencia de"
          value={home.id}
          options={optionsByName(homes)}
          onChange={(de) => address.change({ de })}
        />
      )}
      <Tabs
        key={home.id}
        label="Qué correspondencia se ve"
        chosen={address.value("ver")}
        onChoose={(ver) => address.change({ ver })}
        tabs={[
          { id: "espera", label: "En portería", content: <List home={home} state="waiting" /> },
          { id: "historial", label: "Historial", content: <List home={home} state="past" /> },
        ]}
      />
      <Modal isOpen={isCollecting} title="Recoger" narrow onClose={() => setCollecting(false)}>
        {isCollecting ? <CollectCode apartmentId={home.id} /> : null}
      </Modal>
    </Screen>
  );
}

const nothing = {
  waiting: { title: "Nada te espera en portería.", hint: "Te avisamos apenas llegue algo." },
  past: { title: "Todavía no hay historial." },
};

function List({ home, state }: { home: Home; state: "waiting" | "past" }) {
  const address = useListAddress([]);
  const { page } = address;
  const [shown, setShown] = useState<Parcel | null>(null);
  const query = useHomeParcels(home.id, state, page);
  useLastPage(address, query);
  const now = useNow(60_000);
  return (
    <div className={css["list"]}>
      <ListStates
        query={query}
        isEmpty={({ parcels }) => parcels.length === 0}
        skeleton={<CardSkeletons />}
        empty={{ ...nothing[state], icon: <IconPackage size={32} stroke={1.6} /> }}
      >
        {({ parcels, totalPages }) => (
          <>
            <ul className={css["list"]} aria-label="Correspondencia">
              {parcels.map((parcel) => (
                <li key={parcel.id}>
                  <ParcelCard parcel={parcel} now={now} timeZone={home.building.timeZone}>
                    {parcel.hasLabel || parcel.hasSignature ? (
                      <div className={cards["acts"]}>
                        <Button look="quiet" onClick={() => setShown(parcel)}>
                          Ver fotos
                        </Button>
                      </div>
                    ) : null}
                  </ParcelCard>
                </li>
              ))}
            </ul>
            <Pages page={page} total={totalPages} onChange={address.goTo} />
          </>
        )}
      </ListStates>
      <Modal isOpen={shown !== null} title="Fotos" narrow onClose={() => setShown(null)}>
        {shown === null ? null : <Pictures apartmentId={home.id} parcelId={shown.id} />}
      </Modal>
    </div>
  );
}

const Pictures = (of: { apartmentId: string; parcelId: string }) => (
  <ParcelPictures query={useHomeParcelPictures(of.apartmentId, of.parcelId)} />
);
