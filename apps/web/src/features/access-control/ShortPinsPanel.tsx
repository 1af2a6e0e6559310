import type { BuildingAccess } from "@umbral/contract/access-control/access-levels.contract";
import { Panel } from "../../ui/Panel.tsx";
import { PersonLink } from "../../ui/PersonLink.tsx";
import css from "./Access.module.css";

/** Whose PIN became too short; nothing where none did. */
export function ShortPinsPanel({ shortPins = [] }: Pick<BuildingAccess, "shortPins">) {
  if (shortPins.length === 0) {
    return null;
  }
  const count = shortPins.length;
  return (
    <Panel title="PIN muy cortos">
      <p className={css["soft"]}>
        {count === 1 ? "1 PIN se quedó corto" : `${count} PIN se quedaron cortos`}: ahora hay más códigos o
        teclados que cuando se {count === 1 ? "creó" : "crearon"}, y son más fáciles de adivinar. Crea uno
        nuevo en la página de cada persona.
      </p>
      <details>
        <summary>Ver de quién {count === 1 ? "es" : "son"}</summary>
        <ul>
          {shortPins.map(({ userId, name }) => (
            <li key={userId}>
              <PersonLink id={userId}>{name}</PersonLink>
            </li>
          ))}
        </ul>
      </details>
    </Panel>
  );
}
