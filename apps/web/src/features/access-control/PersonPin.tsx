import { useState } from "react";
import { ListStates } from "../../ui/ListStates.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import type { Person } from "../users/index.ts";
import css from "./Access.module.css";
import { PinBox } from "./PinBox.tsx";
import { actsOnPin, usePin } from "./pins.api.ts";

interface PersonPinProps {
  buildingId: string;
  timeZone: string;
  person: Pick<Person, "id" | "name">;
}

/** 'PIN' of one person in a building. Nothing is asked before it is opened. */
export function PersonPin(props: PersonPinProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={css["person"]} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h3>PIN para teclados</h3>
      </summary>
      {isOpen ? <Shown {...props} /> : null}
    </details>
  );
}

function Shown({ buildingId, timeZone, person }: PersonPinProps) {
  const query = usePin(buildingId, person.id);
  return (
    <ListStates query={query} skeleton={<CardSkeletons count={1} />}>
      {({ pin, hasKeypad }) => (
        <>
          <PinBox
            of={person.name}
            pin={pin}
            timeZone={timeZone}
            isOwn={false}
            acts={actsOnPin(buildingId, person.id)}
          />
          {hasKeypad ? null : (
            <p className={css["soft"]}>
              Ninguna de las puertas por las que entra tiene teclado: el PIN no abre nada todavía.
            </p>
          )}
        </>
      )}
    </ListStates>
  );
}
