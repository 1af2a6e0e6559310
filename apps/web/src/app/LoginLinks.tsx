import { Link } from "react-router";
import { paths } from "../lib/paths.ts";
import css from "./LoginLinks.module.css";

interface LoginLink {
  to: string;
  label: string;
}

/** The ways under the login form (decisions §4). */
const links: readonly LoginLink[] = [
  { to: paths.ownerRegistration, label: "Líder/Propietario" },
  { to: paths.residentRegistration, label: "Residente/Colaborador" },
  { to: paths.visitorRegistration, label: "Visitante" },
  { to: paths.recovery, label: "Olvidé mi contraseña" },
];

export function LoginLinks() {
  return (
    <nav aria-label="Registro y recuperación">
      <ul className={css["links"]}>
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
