import { Link } from "react-router";
import css from "./LoginLinks.module.css";

interface LoginLink {
  to: string;
  label: string;
}

/**
 * The ways under the login form. 'Líder/Propietario', 'Residente/Colaborador', 'Visitante' and 'Olvidé
 * mi contraseña' each join with their screen: a link to nothing is not shown.
 */
const links: readonly LoginLink[] = [];

export function LoginLinks() {
  if (links.length === 0) {
    return null;
  }
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
