import { IconChevronRight } from "@tabler/icons-react";
import { Link } from "react-router";
import { paths } from "../lib/paths.ts";
import { useSignedIn } from "../lib/useSession.ts";
import css from "./AdminHomeScreen.module.css";
import { adminMenu, panelButtons } from "./admin-menu.ts";
import type { MenuEntry } from "./menu.ts";
import { useMenu } from "./useMenu.ts";

/** 'Panel de Administración': the five buttons of the specification (§2), and the administrator's other ways. */
export function AdminHomeScreen() {
  const { user } = useSignedIn();
  const others = useMenu(adminMenu).filter(
    ({ to }) => to !== paths.adminDashboard && panelButtons.every((button) => button.to !== to),
  );
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
      <section className={css["others"]}>
        <h2>Más</h2>
        <ul className={css["small"]}>
          {others.map((way) => (
            <Tile key={way.to} {...way} />
          ))}
        </ul>
      </section>
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
