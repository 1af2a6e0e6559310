import type { PersonPage } from "@umbral/contract/users/person.contract";
import { AddCard } from "../../../features/cards/index.ts";
import { Panel } from "../../../ui/Panel.tsx";
import { CardHolderCards } from "../card-holders/CardHolderCards.tsx";
import css from "./Person.module.css";
import { buildingsOf } from "./person-buildings.ts";

/** 'Tarjetas': what they hold, and a further one. */
export function PersonCards({ person, onChanged }: { person: PersonPage; onChanged(): Promise<void> }) {
  const buildings = buildingsOf(person);
  const timeZone = buildings[0]?.timeZone;
  return (
    <Panel
      title="Tarjetas"
      action={
        person.may.giveCards && timeZone !== undefined ? (
          <AddCard person={person} buildings={buildings} timeZone={timeZone} onAdded={onChanged} />
        ) : null
      }
    >
      <CardHolderCards holder={person} timeZone={timeZone} onChanged={onChanged} />
      {person.may.giveCards ? null : (
        <p className={css["soft"]}>
          {person.may.validate
            ? person.verified
              ? "Otros verificaron su identidad. Para darle tarjetas aquí, valídala otra vez."
              : "Para darle tarjetas, primero valida su identidad."
            : "Sus tarjetas abren también en otro edificio: las da la plataforma."}
        </p>
      )}
    </Panel>
  );
}
