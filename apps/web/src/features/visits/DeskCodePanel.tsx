import type { Door } from "@umbral/contract/doors/doors.contract";
import { type MouseEvent, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { isElsewhere, useTypedAnywhere } from "../../lib/useTypedAnywhere.ts";
import { Button, joined } from "../../ui/Button.tsx";
import { DigitPad } from "../../ui/DigitPad.tsx";
import { useIsRoomy } from "../../ui/useIsRoomy.ts";
import { openDoor, ShutDoor } from "../doors/index.ts";
import { ParcelsByCode } from "../parcels/index.ts";
import { FoundGuest, type GuestDesk, QrButton } from "../passes/index.ts";
import { CodeField } from "./CodeField.tsx";
import css from "./CodePanel.module.css";
import pad from "./DeskCodePanel.module.css";
import { EntranceDoor } from "./EntranceDoor.tsx";
import { FoundVisit } from "./FoundVisit.tsx";
import { digitsOf, isWhole } from "./typed-code.ts";
import { useCodeDesk } from "./useCodeDesk.ts";

interface DeskCodePanelProps {
  building: { id: string; timeZone?: string | undefined };
  /** The entrance, where whoever stands here may open it. */
  door: Pick<Door, "id" | "name" | "line"> | undefined;
  /** The guest who stands there, also one that was chosen elsewhere on the desk. */
  guests: GuestDesk;
  /** Where else one comes to the field from. */
  field: RefObject<HTMLInputElement | null>;
}

/**
 * The same at the lobby's desk, always there: a number pad for the thumb; digits that are typed and codes that are
 * pasted anywhere on the screen; and one press that authorises and opens the entrance, where that would open.
 */
export function DeskCodePanel({ building, door, guests, field }: DeskCodePanelProps) {
  const desk = useCodeDesk({
    buildingId: building.id,
    timeZone: building.timeZone,
    guests,
    field,
    goesOnInField: false,
  });
  const { code, busy, told, letIn } = desk;
  const guest = guests.found;
  // Authorising spends the code: an opening that would not come is not promised with it.
  const opening = door?.line === "online" ? door : undefined;
  // Whoever was chosen last is looked at.
  const found = guest === null ? desk.found : null;
  const collected = guest === null ? desk.collected : null;
  const isFree = found === null && guest === null && collected === null;
  // A phone's own keyboard has the digits, and its window no room for others.
  const hasPad = useIsRoomy();
  const panel = useFocusOnceFree(isFree);
  useTypedAnywhere(field, DIGIT);
  usePastedAnywhere(field, desk.type);

  const authoriseAndOpen = (at: Pick<Door, "id">) => (event: MouseEvent) => {
    // The order is as old as the press, however long authorising takes.
    const pressedMs = event.timeStamp;
    desk.authorise(({ id: visitId }) =>
      openDoor(building.id, at, { visitId }, Math.max(0, performance.now() - pressedMs)),
    );
  };

  return (
    <section
      ref={panel}
      className={joined(css["panel"], pad["panel"])}
      aria-label="Código de la visita"
      tabIndex={-1}
    >
      <form className={css["form"]} noValidate onSubmit={desk.submit}>
        <CodeField desk={desk} hasPad={hasPad} />
        {isFree && hasPad ? <DigitPad label="Teclado del código" typed={code} onType={desk.type} /> : null}
        <div className={css["buttons"]}>
          <Button type="submit" look={isFree ? "primary" : "quiet"} loading={busy === "verifying"}>
            Verificar
          </Button>
          <Button look="quiet" onClick={desk.restart}>
            Limpiar
          </Button>
          <QrButton onCode={desk.take} />
        </div>
      </form>
      <p className={css["told"]} role="status">
        {told}
      </p>
      {/* Beside somebody else it would be opened for whoever was let in before. */}
      {letIn === null || !isFree ? null : (
        <EntranceDoor key={letIn.id} buildingId={building.id} visitId={letIn.id} />
      )}
      {collected === null ? null : (
        <ParcelsByCode
          key={code}
          buildingId={building.id}
          timeZone={building.timeZone}
          found={collected}
          onDone={desk.parcelsDone}
        />
      )}
      {guest === null ? null : (
        <FoundGuest
          key={guest.id}
          buildingId={building.id}
          guest={guest}
          timeZone={building.timeZone}
          door={door}
          isShown={() => guests.isFound(guest.id)}
          onActing={(isActing) => guests.act(guest.id, isActing)}
          onUnsure={guests.askAgain}
          onChanged={guests.keep}
          onDone={(said) => desk.guestDone(guest.id, said)}
        />
      )}
      {found === null ? null : (
        <FoundVisit key={found.id} visit={found} timeZone={building.timeZone}>
          {opening === undefined ? null : (
            <Button wide loading={busy === "authorising"} onClick={authoriseAndOpen(opening)}>
              Autorizar y abrir
            </Button>
          )}
          <Button
            wide
            look={opening === undefined ? "primary" : "quiet"}
            loading={busy === "authorising" && opening === undefined}
            disabled={busy === "authorising" && opening !== undefined}
            onClick={() => desk.authorise()}
          >
            Autorizar acceso
          </Button>
          {door === undefined ? null : <ShutDoor door={door} />}
        </FoundVisit>
      )}
    </section>
  );
}

/**
 * With whoever is through goes the button that was pressed: the focus stays where the next one stands, unless somebody is
 * elsewhere by then. Not in the field, where others are typed to as well.
 */
function useFocusOnceFree(isFree: boolean): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null);
  const wasFree = useRef(true);
  useEffect(() => {
    if (isFree && !wasFree.current && document.activeElement === document.body) {
      panel.current?.focus({ preventScroll: true });
    }
    wasFree.current = isFree;
  }, [isFree]);
  return panel;
}

const DIGIT = /^\d$/;
/** A code that is pasted while no field has the focus. */
function usePastedAnywhere(field: RefObject<HTMLInputElement | null>, onCode: (text: string) => void): void {
  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text") ?? "";
    if (isWhole(digitsOf(text)) && !isElsewhere(event.target, field.current)) {
      event.preventDefault();
      onCode(text);
    }
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => handlePaste(event);
    document.addEventListener("paste", listener);
    return () => document.removeEventListener("paste", listener);
  }, []);
}
