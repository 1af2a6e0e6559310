import { useQuery } from "@tanstack/react-query";
import type { AlarmPerson } from "@umbral/contract/alarms/alarms.contract";
import type { listFloors } from "@umbral/contract/buildings/buildings.contract";
import { queryOf } from "../../lib/endpoint-query.ts";
import { StorageImage } from "../../ui/StorageImage.tsx";
import css from "./AlarmPlan.module.css";

/** The plan of the floor on which an alarm is, small. It has its place from the beginning, so that no button moves when it comes. */
export function AlarmPlan({ apartment }: { apartment: NonNullable<AlarmPerson["apartment"]> }) {
  const { tower, floor, name } = apartment;
  const { data } = useQuery(
    queryOf<typeof listFloors>("GET", "/api/towers/{id}/floors", { params: { id: tower.id } }),
  );
  const image = data?.floors.find(({ id }) => id === floor.id)?.image ?? null;
  return (
    <figure className={css["plan"]}>
      <StorageImage
        src={image}
        alt={`Plano del piso ${floor.name}, torre ${tower.name}`}
        className={css["image"]}
        isLazy
        fallback={
          <p className={css["none"]}>{data === undefined ? "" : "Este piso todavía no tiene plano."}</p>
        }
      />
      <figcaption>
        Torre {tower.name}, piso {floor.name}: apartamento {name}
      </figcaption>
    </figure>
  );
}
