import { ApartmentSearch } from "../../buildings/index.ts";
import css from "./LobbyScreen.module.css";
import { useRingApartment } from "./useRingApartment.tsx";

/** '/acceso-visitante' for a visitor: find the apartment, ring it, and be taken to the call when somebody answers. */
export function LobbyScreen({ building }: { building: { id: string; name: string } }) {
  const { ring, dialog } = useRingApartment();
  return (
    <div className={css["lobby"]}>
      <div>
        <h1>¿A qué apartamento vas?</h1>
        <p className={css["hint"]}>{building.name}</p>
      </div>
      <ApartmentSearch buildingId={building.id} rings onChoose={ring} />
      {dialog}
    </div>
  );
}
