import type { Space } from "@umbral/contract/auth/auth.contract";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { ApartmentSearch } from "../buildings/index.ts";
import css from "./Members.module.css";
import { Members } from "./Members.tsx";
import { MovingOut } from "./MovingOut.tsx";
import type { Home } from "./members.api.ts";

/** For the administration: any apartment of the building, and its people. */
export function BuildingMembers({ building }: { building: Space["building"] }) {
  const [home, setHome] = useState<Home | null>(null);
  if (home === null) {
    return (
      <ApartmentSearch
        buildingId={building.id}
        onChoose={({ id, name }) =>
          setHome({ apartmentId: id, apartmentName: name, timeZone: building.timeZone })
        }
      />
    );
  }
  return (
    <div className={css["chooser"]}>
      <div className={css["chosen"]}>
        <h2>Apartamento {home.apartmentName}</h2>
        <Button look="quiet" autoFocus onClick={() => setHome(null)}>
          Elegir otro apartamento
        </Button>
      </div>
      <Members key={home.apartmentId} home={home} isAdministration />
      <div>
        <MovingOut
          mover={{ apartmentId: home.apartmentId }}
          label="Mudanza"
          title={`Mudanza del apartamento ${home.apartmentName}`}
        />
      </div>
    </div>
  );
}
