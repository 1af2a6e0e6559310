import { IconChevronRight } from "@tabler/icons-react";
import { Link } from "react-router";
import { useSignedIn } from "../lib/useSession.ts";
import css from "./AdminHomeScreen.module.css";
import { paths } from "./paths.ts";
import { useMenu } from "./useMenu.ts";

/** 'Panel de Administración': the ways of a platform administrator, each when its screen exists. */
export function AdminHomeScreen() {
  const { user } = useSignedIn();
  const ways = useMenu().filter(({ to }) => to !== paths.adminDashboard);
  return (
    <div className={css["home"]}>
      <div>
        <h1>Panel de Administración</h1>
        <p className={css["greeting"]}>Hola, {user.name}</p>
      </div>
      <ul className={css["tiles"]}>
        {ways.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className={css["tile"]}>
              <span className={css["icon"]}>
                <Icon aria-hidden="true" size={26} />
              </span>
              {label}
              <IconChevronRight aria-hidden="true" size={20} />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
