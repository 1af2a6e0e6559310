import type { ReactNode } from "react";
import { joined } from "./Button.tsx";
import css from "./Note.module.css";

interface NoteProps {
  title: string;
  icon: ReactNode;
  /** `attention` for what somebody should do something about. */
  tone?: "calm" | "attention";
  children?: ReactNode;
}

/** A sentence that stands in the page and stays. */
export function Note({ title, icon, tone = "calm", children }: NoteProps) {
  return (
    <section className={joined(css["note"], css[tone])}>
      <span aria-hidden="true">{icon}</span>
      <div>
        <h2>{title}</h2>
        {children}
      </div>
    </section>
  );
}
