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
  return (
    <section className={css["panel"]} aria-label="Código de la visita">
      <form className={css["form"]} noValidate onSubmit={desk.submit}>
        <CodeField desk={desk} autoFocus />
        <div className={css["buttons"]}>
          <Button
            type="submit"
            look={found === null && guests.found === null && collected === null ? "primary" : "quiet"}
            loading={busy === "verifying"}
          >
            Verificar
          </Button>
          <Button look="quiet" onClick={() => desk.restart()}>
            Limpiar
          </Button>
        </div>
      </form>
      <p className={css["told"]} role="status">
        {told}
      </p>
      {letIn === null ? null : <EntranceDoor key={letIn.id} buildingId={buildingId} visitId={letIn.id} />}
      {collected === null ? null : (
        <ParcelsByCode
          key={code}
          buildingId={buildingId}
          timeZone={timeZone}
          found={collected}
          onDone={desk.restart}
        />
      )}
      {guests.found === null ? null : (
        <FoundGuest
          key={guests.found.id}
          buildingId={buildingId}
          guest={guests.found}
          timeZone={timeZone}
          door={undefined}
          onActing={guests.act}
          onUnsure={guests.askAgain}
          onChanged={guests.keep}
          onDone={desk.restart}
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
