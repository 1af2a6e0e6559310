import { Link } from "react-router";
import { WaitingCount } from "../features/access-requests/index.ts";
import css from "./SideMenu.module.css";
import { useMenu } from "./useMenu.ts";

/** The entries of everybody's menu that this person may use, as links. */
export const MenuEntries = () => <MenuLinks entries={useMenu()} />;

/** Entries as links, with the place where the person is. */
export function MenuLinks({ entries }: { entries: ReturnType<typeof useMenu> }) {
  return (
    <ul className={css["entries"]}>
      {entries.map(({ to, label, icon: Icon, current, counts }) => (
        <li key={to}>
          <Link to={to} className={css["entry"]} aria-current={current}>
            <Icon aria-hidden="true" size={22} />
            <span className={css["label"]}>{label}</span>
            {counts === undefined ? null : <WaitingCount kinds={[counts]} />}
          </Link>
        </li>
      ))}
    </ul>
  );
}
