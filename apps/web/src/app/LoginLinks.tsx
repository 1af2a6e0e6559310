import { useId } from "react";
import { Link } from "react-router";
import { paths } from "../lib/paths.ts";
import css from "./LoginLinks.module.css";

/** The ways to register (decisions §4). */
const registrations = [
  { to: paths.ownerRegistration, label: "Líder/Propietario" },
  { to: paths.residentRegistration, label: "Residente/Colaborador" },
  { to: paths.visitorRegistration, label: "Visitante" },
] as const;

/** The ways under the login form: to a new password, and for who has no account yet. */
export function LoginLinks() {
  const id = useId();
  return (
    <div className={css["ways"]}>
      <Link to={paths.recovery} className={css["way"]}>
        Olvidé mi contraseña
      </Link>
      <nav aria-labelledby={id} className={css["registration"]}>
        <h2 id={id}>Regístrate</h2>
        <ul className={css["links"]}>
          {registrations.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className={css["way"]}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
