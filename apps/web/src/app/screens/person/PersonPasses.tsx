import { IconTicket, IconTrash } from "@tabler/icons-react";
import type { PersonPage, PersonPass } from "@umbral/contract/users/person.contract";
import {
  hostWords,
  OVERSTAYING,
  stateWords,
  timesWords,
  usedWords,
  useTakingBack,
} from "../../../features/passes/index.ts";
import { useNow } from "../../../lib/useNow.ts";
import { Button } from "../../../ui/Button.tsx";
import { Panel } from "../../../ui/Panel.tsx";
import css from "./Person.module.css";

/** 'Invitaciones': whom they let come, now and last. */
export function PersonPasses({ person, onChanged }: { person: PersonPage; onChanged(): Promise<void> }) {
  const now = useNow(60_000);
  if (person.isWithoutAccount) {
    return null;
  }
  return (
    <Panel title="Invitaciones">
      {person.passes.length === 0 ? (
        <p className={css["soft"]}>No tiene invitaciones.</p>
      ) : (
        <ul className={css["rows"]} aria-label="Invitaciones">
          {person.passes.map((pass) => (
            <Row key={pass.id} pass={pass} now={now} onChanged={onChanged} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Row({ pass, now, onChanged }: { pass: PersonPass; now: Date; onChanged(): Promise<void> }) {
  const { guest, building, may } = pass;
  const taking = useTakingBack(building.id);
  const details = [
    usedWords(pass, now, building.timeZone),
    guest.company,
    guest.plate === "" ? null : `Placa ${guest.plate}`,
  ].filter(Boolean);
  return (
    <li className={css["event"]}>
      <IconTicket aria-hidden="true" size={22} />
      <span>
        <strong>{guest.name}</strong>
        <span>
          {pass.isOverstaying ? OVERSTAYING : stateWords[pass.state]} ·{" "}
          {timesWords(pass, now, building.timeZone)}
        </span>
        {details.length === 0 ? null : <span>{details.join(" · ")}</span>}
        <span className={css["soft"]}>
          {hostWords(pass)} · {building.name}
        </span>
        {may.takeBack ? (
          <span className={css["acts"]}>
            <Button
              look="destructive"
              icon={<IconTrash aria-hidden="true" size={20} />}
              aria-label={`Retirar la invitación de ${guest.name}`}
              loading={taking.isPending}
              onClick={() => void taking.takeBack(pass).then(onChanged)}
            >
              Retirar
            </Button>
          </span>
        ) : null}
      </span>
    </li>
  );
}
