import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from "react";
import { Link, type LinkProps } from "react-router";
import css from "./Button.module.css";

/**
 * `primary`: the one thing this screen is for. `quiet`: the others. `plain`: a button that looks like
 * text. `destructive`: leads to what shuts somebody out or takes something away, and stands last, apart from
 * what is beside it. `danger`: does it, once that was asked; and alarms. Nothing else is red.
 */
export type ButtonLook = "primary" | "quiet" | "plain" | "danger" | "destructive";

interface Appearance {
  look?: ButtonLook;
  icon?: ReactNode;
  /** As wide as what holds it. */
  wide?: boolean;
}

interface ButtonProps extends Appearance, ButtonHTMLAttributes<HTMLButtonElement> {
  /**
   * What it began is going on: it shows so, keeps the focus, and is not pressed twice. The second press of a double one
   * begins nothing either, which may come before it shows.
   */
  loading?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button of at least 48 px. It says what it does. */
export function Button({
  look = "primary",
  icon,
  wide,
  loading,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading || (loading !== undefined && event.detail > 1)) {
      event.preventDefault();
    } else {
      onClick?.(event);
    }
  };
  return (
    <button
      type="button"
      {...rest}
      className={classes(look, wide, className)}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={handleClick}
    >
      {loading ? <span className={css["spinner"]} aria-hidden="true" /> : icon}
      <span>{children}</span>
    </button>
  );
}

/** A link that looks like a button, for going somewhere. */
export function ButtonLink({
  look = "primary",
  icon,
  wide,
  className,
  children,
  ...rest
}: Appearance & LinkProps) {
  return (
    <Link {...rest} className={classes(look, wide, className)}>
      {icon}
      <span>{children}</span>
    </Link>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** What it does, for who cannot see the icon. */
  label: string;
  ref?: Ref<HTMLButtonElement>;
  /** It takes something away: it looks so, and stands apart from what is beside it. */
  isDestructive?: boolean;
}

/** A round 48 px button that shows only an icon. */
export function IconButton({ label, className, children, isDestructive, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={joined(css["icon"], isDestructive && css["destructive"], className)}
    >
      {children}
    </button>
  );
}

function classes(look: ButtonLook, wide: boolean | undefined, own: string | undefined): string {
  return joined(css["button"], css[look], wide && css["wide"], own);
}

/** Class names that are there. */
export function joined(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
