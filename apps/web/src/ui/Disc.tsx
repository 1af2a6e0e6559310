import type { ReactNode } from "react";
import css from "./Disc.module.css";

/** An icon on a disc, over what it stands for. */
export const Disc = ({ tone, children }: { tone?: "brand" | "warn"; children: ReactNode }) => (
  <span className={css["disc"]} data-tone={tone} aria-hidden="true">
    {children}
  </span>
);
