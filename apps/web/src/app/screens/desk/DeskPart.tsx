import type { ReactNode } from "react";
import { keys, Skeleton } from "../../../ui/Skeletons.tsx";
import css from "./DeskWaiting.module.css";

interface PartProps {
  title: string;
  more?: ReactNode;
  children: ReactNode;
}

/** One of the short lists beside the entrance. */
export function Part({ title, more, children }: PartProps) {
  return (
    <div className={css["part"]}>
      <div className={css["head"]}>
        <h2>{title}</h2>
        {more}
      </div>
      {children}
    </div>
  );
}

export const RowSkeletons = () => (
  <div className={css["rows"]}>
    {keys(2).map((key) => (
      <div key={key} className={css["row"]}>
        <Skeleton width="40px" height="40px" />
        <Skeleton width="60%" />
      </div>
    ))}
  </div>
);
