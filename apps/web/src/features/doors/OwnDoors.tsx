import { IconClock, IconDoorOff } from "@tabler/icons-react";
import { ListStates } from "../../ui/ListStates.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { DoorControls } from "./DoorControls.tsx";
import { useDoors } from "./doors.api.ts";
import css from "./OwnDoors.module.css";

/** Hours begin and end on the minute. */
const LOOK_MS = 60_000;

/** The doors of somebody who sees no cameras: each with the hours in which they may open it, and its button. */
export function OwnDoors({ building }: { building: { id: string; name: string } }) {
  const query = useDoors(building.id, true, LOOK_MS);
  return (
    <ListStates
      query={query}
      isEmpty={(doors) => doors.length === 0}
      skeleton={<CardSkeletons count={1} />}
      empty={{
        title: `No puedes abrir puertas de ${building.name} desde la app.`,
        hint: "La administración del edificio puede darte un nivel de acceso.",
        icon: <IconDoorOff size={32} stroke={1.6} />,
      }}
    >
      {(doors) => (
        <ul className={css["doors"]} aria-label={`Puertas de ${building.name}`}>
          {doors.map((door) => (
            <li key={door.id} className={css["door"]}>
              <h2>{door.name}</h2>
              {door.may.hours === undefined ? null : (
                <p className={css["hours"]}>
                  <IconClock aria-hidden="true" size={20} />
                  <span>Puedes abrir {door.may.hours}.</span>
                </p>
              )}
              <DoorControls buildingId={building.id} door={door} />
            </li>
          ))}
        </ul>
      )}
    </ListStates>
  );
}
