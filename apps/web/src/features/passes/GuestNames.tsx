import { IconDoorEnter, IconDoorExit } from "@tabler/icons-react";
import type { PassAtDesk } from "@umbral/contract/passes/pass-desk.contract";
import type { PassName } from "@umbral/contract/passes/passes.contract";
import { useState } from "react";
import { useNow } from "../../lib/useNow.ts";
import { Button, joined } from "../../ui/Button.tsx";
import { TextField } from "../../ui/fields.tsx";
import css from "./PassNames.module.css";
import { arrivedWords, nameStateWords } from "./pass-names.ts";

interface GuestNamesProps {
  guest: Pick<PassAtDesk, "names">;
  timeZone: string | undefined;
  /** Something is under way: nothing else is done. */
  isBusy: boolean;
  /** Somebody of the list comes in; null where nobody may. */
  onCame: ((name: PassName) => void) | null;
  onLeft(name: PassName): void;
}

/** More than these are looked for by typing. */
const SEARCHED_FROM = 9;
/** 'Jose' finds 'José'. */
const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase("es");

/** The people of a party's list, each ticked by one press, in the host's order: nothing jumps under the thumb. */
export function GuestNames({ guest: { names }, timeZone, isBusy, onCame, onLeft }: GuestNamesProps) {
  const now = useNow(30_000);
  const [search, setSearch] = useState("");
  const [pressed, setPressed] = useState<string | null>(null);
  // Not disabled meanwhile: that would take the focus out of the list.
  const press = (name: PassName, act: (name: PassName) => void) => {
    if (!isBusy) {
      setPressed(name.id);
      act(name);
    }
  };
  if (names.length === 0) {
    return null;
  }
  const shown = names.filter(({ name }) => plain(name).includes(plain(search.trim())));
  return (
    <section className={css["search"]} aria-label="Lista de invitados">
      <p>
        <strong>Lista: {arrivedWords(names)}</strong>
      </p>
      {names.length < SEARCHED_FROM ? null : (
        <TextField
          label="Buscar en la lista"
          type="search"
          autoComplete="off"
          value={search}
          onChange={setSearch}
        />
      )}
      {shown.length === 0 ? <p className={css["none"]}>Nadie de la lista se llama así.</p> : null}
      <ul className={joined(css["names"], css["ticked"])}>
        {shown.map((name) => (
          <li key={name.id} data-state={name.state}>
            <span className={css["name"]}>{name.name}</span>
            <span className={css["state"]}>{nameStateWords(name, now, timeZone)}</span>
            {name.state === "inside" ? (
              <Button
                look="quiet"
                icon={<IconDoorExit aria-hidden="true" size={20} />}
                loading={isBusy && pressed === name.id}
                aria-label={`Salió ${name.name}`}
                onClick={() => press(name, onLeft)}
              >
                Salió
              </Button>
            ) : onCame === null ? null : (
              <Button
                look="quiet"
                icon={<IconDoorEnter aria-hidden="true" size={20} />}
                loading={isBusy && pressed === name.id}
                aria-label={`Entró ${name.name}`}
                onClick={() => press(name, onCame)}
              >
                Entró
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
