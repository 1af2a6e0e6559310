import { IconPassword } from "@tabler/icons-react";
import { useSignedIn } from "../../lib/useSession.ts";
import { ListStates } from "../../ui/ListStates.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { PinBox } from "./PinBox.tsx";
import css from "./Pins.module.css";
import { actsOnOwnPin, useOwnPins } from "./pins.api.ts";

/** One's own PINs: one for each building where a door has a keypad. */
export function OwnPins() {
  const query = useOwnPins();
  const { spaces } = useSignedIn();
  const zoneOf = (buildingId: string) =>
    spaces.find(({ building }) => building.id === buildingId)?.building.timeZone;
  return (
    <section className={css["own"]} aria-label="Mis PIN">
      <h2>PIN para teclados</h2>
      <ListStates
        query={query}
        isEmpty={({ pins }) => pins.length === 0}
        skeleton={<CardSkeletons count={1} />}
        empty={{
          title: "No necesitas un PIN",
          hint: "Ninguna de las puertas por las que entras tiene teclado.",
          icon: <IconPassword size={32} stroke={1.6} />,
        }}
      >
        {({ pins }) => (
          <ul className={css["own"]}>
            {pins.map(({ buildingId, buildingName, pin }) => (
              <li key={buildingId} className={css["own"]}>
                <h3>{buildingName}</h3>
                <PinBox
                  of={buildingName}
                  pin={pin}
                  timeZone={zoneOf(buildingId)}
                  isOwn
                  acts={actsOnOwnPin(buildingId)}
                />
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </section>
  );
}
