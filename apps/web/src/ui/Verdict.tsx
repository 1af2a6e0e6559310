import type { ReactNode } from "react";
import css from "./Verdict.module.css";

export type VerdictTone = "good" | "inside" | "late" | "bad";

interface VerdictProps {
  tone: VerdictTone;
  icon: ReactNode;
  title: string;
  detail?: string | null;
}

/** What the desk does with a code, said by its colour, its sign and its words: seen from two steps away. */
export const Verdict = ({ tone, icon, title, detail = null }: VerdictProps) => (
  <div className={css["verdict"]} data-tone={tone} role="status">
    {icon}
    <p>
      <strong>{title}</strong>
      {detail === null ? null : <span>{detail}</span>}
    </p>
  </div>
);
