import { Link, type LinkProps } from "react-router";
import css from "./WayLink.module.css";

/** A way on from a form, on a line of its own and large enough for a finger. */
export const WayLink = ({ to, children }: Pick<LinkProps, "to" | "children">) => (
  <Link to={to} className={css["way"]}>
    {children}
  </Link>
);
