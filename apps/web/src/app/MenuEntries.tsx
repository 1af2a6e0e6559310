import { Link } from "react-router";
import { WaitingCount } from "../features/access-requests/index.ts";
import type { MenuEntry } from "./menu.ts";
import css from "./SideMenu.module.css";
import { useMenu } from "./useMenu.ts";

/** The entries that this person may use, as links. */
export function MenuEntries({ entries }: { entries?: readonly MenuEntry[] }) {
  return (
    <ul className={css["entries"]}>
      {useMenu(entries).map(({ to, label, icon: Icon, current, counts }) => (
        <li key={to}>
          <Link to={to} className={css["entry"]} aria-current={current}>
            <Icon aria-hidden="true" size={22} />
            <span className={css["label"]}>{label}</span>
            {counts === undefined ? null : <WaitingCount kind={counts} />}
          </Link>
        </li>
      ))}
    </ul>
  );
}
