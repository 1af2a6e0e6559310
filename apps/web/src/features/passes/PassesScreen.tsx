import { IconTicket, IconUserPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useListAddress } from "../../lib/useListAddress.ts";
import { Button } from "../../ui/Button.tsx";
import { SelectField } from "../../ui/fields.tsx";
import { Empty } from "../../ui/ListStates.tsx";
import { Screen, ScreenHead } from "../../ui/Screen.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import css from "./Passes.module.css";
import { PassList } from "./PassList.tsx";
import { PassModal } from "./PassModal.tsx";
import { type PassPlace, usePassPlaces } from "./pass-places.ts";

/** '/building/dashboard/invitaciones': who may come to a home, to the building or to its lobby, and making another one. */
export function PassesScreen() {
  const places = usePassPlaces();
  const address = useListAddress(["de", "ver"]);
  const place = places.find(({ key }) => key === address.value("de")) ?? places[0];
  return (
    <Screen loose className={css["screen"]}>
      {place === undefined ? (
        <>
          <h1>Invitaciones</h1>
          <Empty
            title="Para invitar a alguien necesitas un apartamento."
            icon={<IconTicket size={32} stroke={1.6} />}
          />
        </>
      ) : (
        <Place
          key={place.key}
          place={place}
          tab={address.value("ver")}
          onTab={(ver) => address.change({ ver })}
        >
          {places.length < 2 ? null : (
            <SelectField
              label="Invitaciones de"
              value={place.key}
              options={places.map(({ key, label }) => ({ value: key, label }))}
              onChange={(de) => address.change({ de })}
            />
          )}
        </Place>
      )}
    </Screen>
  );
}

interface PlaceProps {
  place: PassPlace;
  tab: string;
  onTab(tab: string): void;
  /** The choice of another place. */
  children: ReactNode;
}

function Place({ place, tab, onTab, children }: PlaceProps) {
  const [isMaking, setMaking] = useState(false);
  const make = (
    <Button icon={<IconUserPlus aria-hidden="true" size={20} />} onClick={() => setMaking(true)}>
      Invitar
    </Button>
  );
  return (
    <>
      <ScreenHead>
        <div className={css["title"]}>
          <h1>Invitaciones</h1>
          <p>{place.label}</p>
        </div>
        {make}
      </ScreenHead>
      {children}
      <Tabs
        label="Qué invitaciones se ven"
        chosen={tab}
        onChoose={onTab}
        tabs={[
          { id: "vigentes", label: "Vigentes", content: <PassList place={place} which="current" /> },
          { id: "pasadas", label: "Pasadas", content: <PassList place={place} which="past" /> },
        ]}
      />
      <PassModal place={place} isOpen={isMaking} pass={null} onClose={() => setMaking(false)} />
    </>
  );
}
