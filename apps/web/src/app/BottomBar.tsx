import type { ReactNode } from "react";
import { Link } from "react-router";
import css from "./BottomBar.module.css";
import { useMenu } from "./useMenu.ts";

/** How anything in the bar looks, for what a room puts there itself. */
export const barItem = css["item"];

/** The entries of the menu that a thumb needs. */
export function BarLinks() {
  return useMenu()
    .filter((entry) => entry.isInBar)
    .map(({ to, label, icon: Icon, current }) => (
      <Link key={to} to={to} className={css["item"]} aria-current={current}>
        <Icon aria-hidden="true" />
        <span>{label}</span>
      </Link>
    ));
}

interface BarButtonProps {
  label: string;
  icon: ReactNode;
  isExpanded: boolean;
  onPress(): void;
}

export function BarButton({ label, icon, isExpanded, onPress }: BarButtonProps) {
  return (
    <button
      type="button"
      className={css["item"]}
      aria-haspopup="dialog"
      aria-expanded={isExpanded}
      onClick={onPress}
    >
      {icon}
      <span>{label}</span>
    </button>
  );
}
