import type { ReactNode } from "react";
import css from "./DemoPage.module.css";
import { Logo } from "./Logo.tsx";

interface DemoPageProps {
  /** The link beside the logo. */
  way: ReactNode;
  /** The heading, what the page is, and where it leads. */
  intro: ReactNode;
  /** As wide as letters are read. */
  narrow?: boolean;
  children: ReactNode;
}

/** A page of the demonstration: the other side of the building, apart from what its people see. */
export function DemoPage({ way, intro, narrow, children }: DemoPageProps) {
  return (
    <div className={css["page"]} data-narrow={narrow || undefined}>
      <header className={css["top"]}>
        <Logo size={32} />
        {way}
      </header>
      <main id="contenido" className={css["main"]}>
        <div className={css["intro"]}>{intro}</div>
        {children}
      </main>
    </div>
  );
}
