import { useRef } from "react";
import { Button } from "../../ui/Button.tsx";
import { ParcelsByCode } from "../parcels/index.ts";
import { FoundGuest, useGuestDesk } from "../passes/index.ts";
import { CodeField } from "./CodeField.tsx";
import css from "./CodePanel.module.css";
import { EntranceDoor } from "./EntranceDoor.tsx";
import { FoundVisit } from "./FoundVisit.tsx";
import { useCodeDesk } from "./useCodeDesk.ts";

interface CodePanelProps {
  buildingId: string;
  timeZone: string | undefined;
}

/**
 * The code that a visitor tells, and who is behind it: found, authorised, cleared. Everything by keyboard
 * (type, Enter, look, Tab, Enter) or by thumb.
 */
export function CodePanel({ buildingId, timeZone }: CodePanelProps) {
  const field = useRef<HTMLInputElement>(null);
  const guests = useGuestDesk(buildingId);
  const desk = useCodeDesk({ buildingId, timeZone, guests, field, goesOnInField: true });
  const { code, found, collected, busy, told, letIn } = desk;
  const guest = guests.found;
  const isFree = found === null && guest === null && collected === null;
  return (
    <section className={css["panel"]} aria-label="Código de la visita">
      <form className={css["form"]} noValidate onSubmit={desk.submit}>
        <CodeField desk={desk} autoFocus />
        <div className={css["buttons"]}>
          <Button type="submit" look={isFree ? "primary" : "quiet"} loading={busy === "verifying"}>
            Verificar
          </Button>
          <Button look="quiet" onClick={desk.restart}>
            Limpiar
          </Button>
        </div>
      </form>
      <p className={css["told"]} role="status">
        {told}
      </p>
      {/* Beside somebody else it would be opened for whoever was let in before. */}
      {letIn === null || !isFree ? null : (
        <EntranceDoor key={letIn.id} buildingId={buildingId} visitId={letIn.id} />
      )}
      {collected === null ? null : (
        <ParcelsByCode
          key={code}
          buildingId={buildingId}
          timeZone={timeZone}
          found={collected}
          onDone={desk.parcelsDone}
        />
      )}
      {guest === null ? null : (
        <FoundGuest
          key={guest.id}
          buildingId={buildingId}
          guest={guest}
          timeZone={timeZone}
          door={undefined}
          isShown={() => guests.isFound(guest.id)}
          onActing={(isActing) => guests.act(guest.id, isActing)}
          onUnsure={guests.askAgain}
          onChanged={guests.keep}
          onDone={(said) => desk.guestDone(guest.id, said)}
        />
      )}
      {found === null ? null : (
        <FoundVisit key={found.id} visit={found} timeZone={timeZone}>
          <Button wide loading={busy === "authorising"} onClick={() => desk.authorise()}>
            Autorizar acceso
          </Button>
        </FoundVisit>
      )}
    </section>
  );
}
