import css from "./FormSkeletons.module.css";
import { keys, Skeleton } from "./Skeletons.tsx";

/** Buttons beside one another. */
export const ButtonSkeletons = ({ count }: { count: number }) => (
  <div className={css["row"]}>
    {keys(count).map((key) => (
      <Skeleton key={key} width="9rem" height="var(--um-touch)" />
    ))}
  </div>
);

/** The fields of a form, each under its label. */
export const FieldSkeletons = ({ count }: { count: number }) => (
  <div className={css["column"]}>
    {keys(count).map((key) => (
      <div key={key} className={css["field"]}>
        <Skeleton width="7rem" />
        <Skeleton height="52px" />
      </div>
    ))}
  </div>
);
