import { IconClock, IconShare2, IconTrash } from "@tabler/icons-react";
import type { Pass } from "@umbral/contract/passes/passes.contract";
import { Button } from "../../ui/Button.tsx";
import cards from "../../ui/RecordCards.module.css";
import { OVERSTAYING } from "./guest-count.ts";
import css from "./Passes.module.css";
import { PassNames } from "./PassNames.tsx";
import type { PassPlace } from "./pass-places.ts";
import { stateWords, timesWords, usedWords } from "./pass-words.ts";
import { useTakingBack } from "./useTakingBack.ts";

interface PassCardProps {
  pass: Pass;
  place: PassPlace;
  now: Date;
  onChange(): void;
  onShare(): void;
}

/** One pass: who, when, what became of it, and what can be done with it. */
export function PassCard({ pass, place, now, onChange, onShare }: PassCardProps) {
  const { guest, state, isOverstaying, madeBy } = pass;
  const { timeZone } = place.building;
  const used = usedWords(pass, now, timeZone);
  const details = [guest.company, guest.plate === "" ? "" : `Placa ${guest.plate}`].filter(
    (word) => word !== "",
  );
  return (
    <article className={cards["card"]}>
      <div className={cards["head"]}>
        <h2>{guest.name}</h2>
        <span className={cards["state"]} data-state={state}>
          {stateWords[state]}
        </span>
      </div>
      {isOverstaying ? (
        <p className={css["overstaying"]}>
          <IconClock aria-hidden="true" size={20} />
          {OVERSTAYING}
        </p>
      ) : null}
      <div className={cards["facts"]}>
        <p>{timesWords(pass, now, timeZone)}</p>
        {used === null ? null : <p>{used}</p>}
        {details.length === 0 ? null : <p>{details.join(" · ")}</p>}
        {madeBy === null ? null : <p>Invitó {madeBy.name}</p>}
      </div>
      <PassNames names={pass.names} now={now} timeZone={timeZone} />
      <Acts pass={pass} buildingId={place.building.id} onChange={onChange} onShare={onShare} />
    </article>
  );
}

/** One that was taken back is over for good: a new one is made. */
function Acts({
  pass,
  buildingId,
  onChange,
  onShare,
}: Pick<PassCardProps, "pass" | "onChange" | "onShare"> & { buildingId: string }) {
  const taking = useTakingBack(buildingId);
  const { guest, state, isOverstaying } = pass;
  if (state === "taken-back") {
    return null;
  }
  const isOver = state === "expired" || state === "used-up" || isOverstaying;
  return (
    <div className={cards["acts"]}>
      {state === "expired" || state === "used-up" ? null : (
        <Button
          look="quiet"
          icon={<IconShare2 aria-hidden="true" size={20} />}
          aria-label={`Compartir la invitación de ${guest.name}`}
          onClick={onShare}
        >
          Compartir
        </Button>
      )}
      <Button
        look="quiet"
        aria-label={`${isOver ? "Extender" : "Cambiar"} la invitación de ${guest.name}`}
        onClick={onChange}
      >
        {isOver ? "Extender" : "Cambiar"}
      </Button>
      {state === "expired" || state === "used-up" ? null : (
        <Button
          look="destructive"
          icon={<IconTrash aria-hidden="true" size={20} />}
          aria-label={`Retirar la invitación de ${guest.name}`}
          loading={taking.isPending}
          onClick={() => void taking.takeBack(pass)}
        >
          Retirar
        </Button>
      )}
    </div>
  );
}
