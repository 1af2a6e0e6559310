import { IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import css from "./WaitingRow.module.css";

interface WaitingRowProps {
  to: string;
  icon: ReactNode;
  children: ReactNode;
}

/** Something that waits for this person, and the way to it. */
export const WaitingRow = ({ to, icon, children }: WaitingRowProps) => (
  <Link to={to} className={css["row"]}>
    <span aria-hidden="true">{icon}</span>
    <span>{children}</span>
    <IconChevronRight aria-hidden="true" size={20} />
  </Link>
);
