import { IconChevronRight } from "@tabler/icons-react";
import { Link } from "react-router";
import { useSignedIn } from "../lib/useSession.ts";
import css from "./AdminHomeScreen.module.css";
import { panelButtons } from "./admin-menu.ts";
import type { MenuEntry } from "./menu.ts";

/** 'Panel de Administración': the five buttons of the specification (§2), and the administrator's other ways. */
export function AdminHomeScreen() {
  const { user } = useSignedIn();
  return (
    <div className={css["home"]}>
      <div>
        <h1>Panel de Administración</h1>
        <p className={css["greeting"]}>Hola, {user.name}</p>
      </div>
      <ul className={css["tiles"]}>
        {panelButtons.map((way) => (
          <Tile key={way.to} {...way} />
        ))}
      </ul>
    </div>
  );
}

function Tile({ to, label, icon: Icon }: Pick<MenuEntry, "to" | "label" | "icon">) {
  return (
    <li>
      <Link to={to} className={css["tile"]}>
        <span className={css["icon"]}>
          <Icon aria-hidden="true" size={26} />
        </span>
        {label}
        <IconChevronRight aria-hidden="true" size={20} />
      </Link>
    </li>
  );
}
