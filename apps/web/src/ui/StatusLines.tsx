import { IconAlertTriangle, IconChevronRight, IconCircleCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { joined } from "./Button.tsx";
import { keys, Skeleton } from "./Skeletons.tsx";
import css from "./StatusLines.module.css";

/** Panels of lines that say how things are, beside one another where there is room. */
export const StatusParts = ({
  className,
  children,
}: {
  className?: string | undefined;
  children: ReactNode;
}) => <div className={joined(css["parts"], className)}>{children}</div>;

export const StatusList = ({ children }: { children: ReactNode }) => (
  <ul className={css["lines"]}>{children}</ul>
);

/** What is said beside or below lines. */
export const StatusNote = ({ children }: { children: ReactNode }) => (
  <p className={css["soft"]}>{children}</p>
);

interface StatusLineProps {
  /** Where the line leads, if anywhere. */
  to?: string;
  /** By itself that of its state. */
  icon?: ReactNode;
  state?: "well" | "wrong" | "neither";
  title: string;
  /** Said one after the other; what is empty or not known is left out. */
  details: readonly (string | null | undefined)[];
}

const iconOf = { well: <IconCircleCheck size={22} />, wrong: <IconAlertTriangle size={22} />, neither: null };

/** One thing, how it is, and what there is to know of it. */
export function StatusLine({ to, state = "neither", icon = iconOf[state], title, details }: StatusLineProps) {
  const detail = details.filter(Boolean).join(" · ");
  const line = (
    <>
      {icon === null ? null : (
        <span className={css["icon"]} aria-hidden="true">
          {icon}
        </span>
      )}
      <span className={css["words"]}>
        {title}
        {detail === "" ? null : <span className={css["soft"]}>{detail}</span>}
      </span>
    </>
  );
  return to === undefined ? (
    <li className={css["line"]} data-state={state}>
      {line}
    </li>
  ) : (
    <li>
      <Link to={to} className={css["line"]} data-state={state}>
        {line}
        <IconChevronRight aria-hidden="true" size={20} />
      </Link>
    </li>
  );
}

/** In the place of lines, when there is nothing to say. */
export const AllWell = ({ children }: { children: ReactNode }) => (
  <p className={css["line"]} data-state="well">
    <span className={css["icon"]} aria-hidden="true">
      {iconOf.well}
    </span>
    <span className={css["words"]} data-calm>
      {children}
    </span>
  </p>
);

/** So many panels with a line each, as they come. */
export function StatusSkeleton({ panels, children }: { panels: number; children?: ReactNode }) {
  return (
    <StatusParts>
      {keys(panels).map((key) => (
        <div key={key} className={css["lines"]}>
          <Skeleton width="9rem" height="1.5rem" />
          <Skeleton height="3.5rem" />
        </div>
      ))}
      {children}
    </StatusParts>
  );
}
