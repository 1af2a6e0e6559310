import { IconDoorExit } from "@tabler/icons-react";
import type { PassName } from "@umbral/contract/passes/passes.contract";
import { useState } from "react";
import { usePress } from "../../lib/usePress.ts";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/fields.tsx";
import { notify } from "../../ui/notices.ts";
import { EnterGuest } from "./EnterGuest.tsx";
import css from "./GuestFound.module.css";
import { GuestNames } from "./GuestNames.tsx";
import { countIn, type GuestActsProps, sayRefused } from "./guest-acts.ts";
import { insideOf } from "./guest-words.ts";
import { noteGuestLeft, refreshGuests } from "./guests.api.ts";

/** Lets a guest in, with what the building asks for, or notes that they left. */
export function GuestActs(props: GuestActsProps) {
  const { guest, timeZone } = props;
  const mayEnter = guest.refusal === null;
  const inside = insideOf(guest);
  const { leave, isLeaving } = useNameLeaves(props);
  return (
    <div className={css["acts"]}>
      {mayEnter ? (
        <EnterGuest {...props} onLeft={leave} isLeaving={isLeaving} />
      ) : (
        <GuestNames guest={guest} timeZone={timeZone} isBusy={isLeaving} onCame={null} onLeft={leave} />
      )}
      {inside > 0 ? <Leave key={inside} {...props} isOnly={!mayEnter} /> : null}
    </div>
  );
}

/** Somebody of a party's list goes out. */
function useNameLeaves(props: GuestActsProps) {
  const { buildingId, guest, onActing, onChanged } = props;
  const [isLeaving, setLeaving] = useState(false);
  const nameOf = usePress();
  const leave = async ({ id: nameId, name, at }: PassName) => {
    if (isLeaving) {
      return;
    }
    setLeaving(true);
    onActing(true);
    try {
      const wish = `${nameId} ${at}`;
      const left = { passId: guest.id, requestId: nameOf(wish), people: 1, nameId };
      const pass = await noteGuestLeft(buildingId, left);
      setLeaving(false);
      onActing(false);
      notify(`Salió ${name}.`, "good");
      onChanged(pass);
    } catch (error) {
      setLeaving(false);
      onActing(false);
      await sayRefused(error, props);
    }
    await refreshGuests(buildingId);
  };
  return { leave: (name: PassName) => void leave(name), isLeaving };
}

function Leave({ isOnly, ...props }: GuestActsProps & { isOnly: boolean }) {
  const { buildingId, guest, onActing, onDone } = props;
  const inside = insideOf(guest);
  const [people, setPeople] = useState(String(inside));
  const [isChecked, setChecked] = useState(false);
  const [isGoing, setGoing] = useState(false);
  const nameOf = usePress();
  const count = countIn(people, inside);
  const leave = async () => {
    setChecked(true);
    if (count === null || isGoing) {
      return;
    }
    setGoing(true);
    onActing(true);
    try {
      await noteGuestLeft(buildingId, { passId: guest.id, requestId: nameOf(String(count)), people: count });
      onActing(false);
      onDone(
        count === 1
          ? `Anotaste la salida de ${guest.guest.name}.`
          : `Anotaste la salida de ${count} personas de ${guest.guest.name}.`,
      );
    } catch (error) {
      setGoing(false);
      onActing(false);
      await sayRefused(error, props);
    }
    await refreshGuests(buildingId);
  };
  return (
    <>
      {inside > 1 ? (
        <TextField
          label="Personas que salen"
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          value={people}
          onChange={setPeople}
          error={isChecked && count === null ? `* Escribe un número de 1 a ${inside}` : undefined}
        />
      ) : null}
      <Button
        wide
        look={isOnly ? "primary" : "quiet"}
        icon={<IconDoorExit aria-hidden="true" size={20} />}
        loading={isGoing}
        onClick={() => void leave()}
      >
        Anotar salida
      </Button>
    </>
  );
}
