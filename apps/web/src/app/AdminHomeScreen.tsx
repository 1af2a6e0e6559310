import { Link } from "react-router";
import { useSignedIn } from "../lib/useSession.ts";
import css from "./AdminHomeScreen.module.css";
import { panelButtons } from "./admin-menu.ts";
import { Overview } from "./screens/overview/Overview.tsx";

/** 'Panel de Administración': how the buildings are, what waits, today, and the five buttons of the specification (§2). */
export function AdminHomeScreen() {
  const { user } = useSignedIn();
  return (
    <div className={css["home"]}>
      <div>
        <h1>Panel de Administración</h1>
        <p className={css["greeting"]}>Hola, {user.name}</p>
      </div>
      <Overview />
      <ul className={css["tiles"]}>
        {panelButtons.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className={css["tile"]}>
              <span className={css["icon"]}>
                <Icon aria-hidden="true" size={24} />
              </span>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
