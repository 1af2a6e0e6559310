import { Skeleton } from "../../../ui/Skeletons.tsx";
import { Part, RowSkeletons } from "./DeskPart.tsx";
import css from "./DeskWaiting.module.css";

/** What stands in the places of the entrance, of what waits and of the logbook's line until their code has come. */

export const EntranceSkeleton = () => <Skeleton width="100%" height="18rem" />;

/** Its first two parts, before anything of them was asked for. */
export const WaitingSkeleton = () => (
  <section className={css["waiting"]} aria-label="Lo que espera" aria-busy="true">
    <Part title="Llamadas sin contestar">
      <RowSkeletons />
    </Part>
    <Part title="Visitas que esperan">
      <RowSkeletons />
    </Part>
  </section>
);

export const NoteSkeleton = () => <Skeleton width="100%" height="5rem" />;
