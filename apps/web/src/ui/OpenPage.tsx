import { IconArrowLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { hasPageBehind } from "../lib/page-behind.ts";
import { paths } from "../lib/paths.ts";
import { IconButton } from "./Button.tsx";
import { LogoLink } from "./Logo.tsx";
import css from "./OpenPage.module.css";

interface OpenPageProps {
  /** As wide as a form is read well, instead of as a list. */
  isForm?: boolean;
  children: ReactNode;
}

/** A whole page for whoever is not signed in: back to where they came from, the logo, and what it is about. */
export function OpenPage({ isForm = false, children }: OpenPageProps) {
  const navigate = useNavigate();
  return (
    <div className={css["page"]}>
      <header className={css["header"]}>
        <IconButton
          label="Volver"
          onClick={() => void (hasPageBehind() ? navigate(-1) : navigate(paths.login))}
        >
          <IconArrowLeft aria-hidden="true" />
        </IconButton>
        <LogoLink to={paths.login} />
      </header>
      <main id="contenido" className={css["main"]} data-form={isForm || undefined}>
        {children}
      </main>
    </div>
  );
}
