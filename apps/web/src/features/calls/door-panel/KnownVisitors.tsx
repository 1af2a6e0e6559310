import { IconUserPlus, IconUsers } from "@tabler/icons-react";
import { Button } from "../../../ui/Button.tsx";
import { ListStates } from "../../../ui/ListStates.tsx";
import { keys, Skeleton } from "../../../ui/Skeletons.tsx";
import { Face } from "../../../ui/StorageImage.tsx";
import css from "./DoorPanel.module.css";
import { useKnownVisitors } from "./door-panel.api.ts";
import type { PanelActions } from "./door-panel.ts";

/** Whom the apartment has let in before, by face, and the way to add somebody. */
export function KnownVisitors({ apartmentId, actions }: { apartmentId: string; actions: PanelActions }) {
  const query = useKnownVisitors(apartmentId);
  return (
    <>
      <ListStates
        query={query}
        isEmpty={(visitors) => visitors.length === 0}
        skeleton={<FaceSkeletons />}
        empty={{
          title: "Todavía no hay visitantes conocidos.",
          hint: "Crea el primero con su nombre y dos fotos.",
          icon: <IconUsers size={32} stroke={1.6} />,
        }}
      >
        {(visitors) => (
          <ul className={css["visitors"]} aria-label="Visitantes conocidos">
            {visitors.map((visitor) => (
              <li key={visitor.id}>
                <button type="button" className={css["visitor"]} onClick={() => actions.choose?.(visitor)}>
                  <Face src={visitor.image} alt="" size={72} />
                  <strong>{visitor.name}</strong>
                </button>
              </li>
            ))}
          </ul>
        )}
      </ListStates>
      <Button
        wide
        look="quiet"
        icon={<IconUserPlus aria-hidden="true" size={22} />}
        onClick={actions.writeNew}
      >
        Crear visitante
      </Button>
    </>
  );
}

const FaceSkeletons = () => (
  <div className={css["visitors"]}>
    {keys(3).map((key) => (
      <div key={key} className={css["visitor"]}>
        <Skeleton width="72px" height="72px" round />
        <Skeleton width="70%" />
      </div>
    ))}
  </div>
);
