import type { ReactNode } from "react";
import { Link } from "react-router";
import { personPath } from "../lib/admin-paths.ts";
import { useMay } from "../lib/useMay.ts";
import css from "./PersonLink.module.css";

interface PersonLinkProps {
  /** Whose page; null or absent for nobody who has one. */
  id: string | null | undefined;
  children: ReactNode;
}

/** Somebody's name where it stands in a list: for who administers, the way to their page. */
export function PersonLink({ id, children }: PersonLinkProps) {
  const mayRead = useMay("buildings.administer");
  return mayRead && id ? (
    <Link className={css["link"]} to={personPath(id)}>
      {children}
    </Link>
  ) : (
    children
  );
}
