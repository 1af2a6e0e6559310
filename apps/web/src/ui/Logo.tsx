import { Link } from "react-router";
import css from "./Logo.module.css";

/** The mark: a doorway with its light, on the line of the threshold. */
export function Mark({ size = 36 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" fill="none" aria-hidden="true" className="um-mark">
      <path className="um-mark-light" d="M18.5 42V18a5.5 5.5 0 0 1 11 0v24z" />
      <path className="um-mark-arch" d="M11.5 42V17.5a12.5 12.5 0 0 1 25 0V42" />
      <path className="um-mark-arch" d="M5 42.5h38" />
    </svg>
  );
}

/** Mark and name. */
export function Logo({ size = 36 }: { size?: number }) {
  return (
    <span className={css["logo"]}>
      <Mark size={size} />
      <span className={css["name"]} style={{ fontSize: size * 0.64 }}>
        Umbral
      </span>
    </span>
  );
}

/** The logo of a page's head, which leads to the beginning. */
export const LogoLink = ({ to }: { to: string }) => (
  <Link to={to} className={css["link"]} aria-label="Umbral, ir al inicio">
    <Logo size={32} />
  </Link>
);
