import { IconDoorEnter, IconDoorExit } from "@tabler/icons-react";
import type { Door } from "@umbral/contract/doors/doors.contract";
import type { PassAtDesk } from "@umbral/contract/passes/pass-desk.contract";
import { MOST_ENTRIES } from "@umbral/contract/passes/pass-limits";
import { type MouseEvent, type ReactNode, useRef, useState } from "react";
import { CallRefused } from "../../lib/failures.ts";
import { sentenceFor } from "../../lib/sentences.ts";
import { useUpload } from "../../lib/useUpload.ts";
import { Button } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { TextField } from "../../ui/fields.tsx";
import { PhotoPicker } from "../../ui/PhotoPicker.tsx";
import { UploadProgress } from "../../ui/UploadProgress.tsx";
import { openDoor } from "../doors/index.ts";
import css from "./GuestFound.module.css";
import { insideOf, moreOf, refusedSentence } from "./guest-words.ts";
import { type Entry, letGuestIn, noteGuestLeft, refreshGuests } from "./guests.api.ts";

export interface GuestActsProps {
  buildingId: string;
  guest: PassAtDesk;
  /** The entrance, where whoever stands here may open it. */
  door: Pick<Door, "id"> | undefined;
  timeZone: string | undefined;
  /** It is under way, or over. */
  onActing(isActing: boolean): void;
  /** It is done, and this is said of it. */
  onDone(told: string): void;
}

/** Lets a guest in, with what the building asks for, or notes that they left. */
export function GuestActs(props: GuestActsProps) {
  const { guest } = props;
  const mayEnter = guest.refusal === null;
  const inside = insideOf(guest);
  return (
    <div className={css["acts"]}>
      {mayEnter ? <Enter {...props} /> : null}
      {inside > 0 ? <Leave {...props} isOnly={!mayEnter} /> : null}
    </div>
  );
}

/** What is shown is not so any more. */
const outdated: readonly string[] = ["PASS_REFUSED", "PASS_NOT_FOUND", "NOBODY_INSIDE"];

/** Says why not. Where that is because the pass is another one by now, no old verdict goes on standing there. */
async function sayRefused(error: unknown, { guest, timeZone, onDone }: GuestActsProps): Promise<void> {
  const why = refusedSentence(error, guest, timeZone) ?? sentenceFor(error);
  await dialogs.failure({ text: why });
  if (error instanceof CallRefused && outdated.includes(error.code)) {
    onDone(why);
  }
}

const countIn = (written: string, most: number): number | null =>
  /^\d{1,3}$/.test(written) && Number(written) >= 1 && Number(written) <= most ? Number(written) : null;

/** One press is sent once, however often its answer is lost; other pictures or numbers are another press. */
function usePress(): (wish: string) => string {
  const press = useRef({ wish: "", requestId: "" });
  return (wish) => {
    if (press.current.wish !== wish) {
      press.current = { wish, requestId: crypto.randomUUID() };
    }
    return press.current.requestId;
  };
}

function Enter(props: GuestActsProps) {
  const { buildingId, guest, door, onActing, onDone } = props;
  const { asks } = guest;
  const most = Math.min(moreOf(guest) ?? MOST_ENTRIES, MOST_ENTRIES);
  const [people, setPeople] = useState("1");
  const [picture, setPicture] = useState<File | null>(null);
  const [document, setDocument] = useState<File | null>(null);
  const [isChecked, setChecked] = useState(false);
  const nameOf = usePress();
  const opens = useRef<(() => void) | null>(null);
  const count = countIn(people, most);
  const entering = useUpload((entry: Entry, sending) => letGuestIn(buildingId, entry, sending), {
    done: (_pass, entry) => {
      onActing(false);
      opens.current?.();
      void refreshGuests(buildingId);
      onDone(
        entry.people === 1
          ? `Dejaste entrar a ${guest.guest.name}.`
          : `Dejaste entrar a ${entry.people} personas de ${guest.guest.name}.`,
      );
    },
    failed: (error) => {
      onActing(false);
      void refreshGuests(buildingId);
      void sayRefused(error, props);
    },
  });
  const wrong = {
    people: count === null ? `* Escribe un número de 1 a ${most}` : undefined,
    picture: asks.picture === "must" && picture === null ? "* Debes agregar la foto" : undefined,
    document:
      asks.document === "must" && document === null ? "* Debes agregar la foto del documento" : undefined,
  };
  const enter = (after: (() => void) | null) => {
    setChecked(true);
    if (count === null || wrong.picture !== undefined || wrong.document !== undefined) {
      return;
    }
    opens.current = after;
    onActing(true);
    const wish = [count, picture?.name, picture?.lastModified, document?.name, document?.lastModified].join(
      " ",
    );
    entering.begin({ passId: guest.id, requestId: nameOf(wish), people: count, picture, document });
  };
  const enterAndOpen = (at: Pick<Door, "id">) => (event: MouseEvent) => {
    // The order is as old as the press, however long noting it takes.
    const pressedMs = event.timeStamp;
    enter(() => openDoor(buildingId, at, {}, Math.max(0, performance.now() - pressedMs)));
  };
  return (
    <>
      {most > 1 ? (
        <TextField
          label="Personas que entran"
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          value={people}
          onChange={setPeople}
          error={isChecked ? wrong.people : undefined}
        />
      ) : null}
      <Asked kind={asks.picture} offer="Agregar foto (opcional)">
        <PhotoPicker
          label="Foto de quien entra"
          camera="environment"
          value={picture}
          onChange={setPicture}
          error={isChecked ? wrong.picture : undefined}
        />
      </Asked>
      <Asked kind={asks.document} offer="Agregar foto del documento (opcional)">
        <PhotoPicker
          label="Foto del documento"
          camera="environment"
          of="paper"
          value={document}
          onChange={setDocument}
          error={isChecked ? wrong.document : undefined}
        />
      </Asked>
      <UploadProgress share={entering.share} what="la entrada" onCancel={entering.cancel} />
      {door === undefined ? null : (
        <Button wide loading={entering.isPending} onClick={enterAndOpen(door)}>
          Dejar entrar y abrir
        </Button>
      )}
      <Button
        wide
        look={door === undefined ? "primary" : "quiet"}
        icon={<IconDoorEnter aria-hidden="true" size={20} />}
        loading={entering.isPending && door === undefined}
        disabled={entering.isPending && door !== undefined}
        onClick={() => enter(null)}
      >
        Dejar entrar
      </Button>
    </>
  );
}

interface AskedProps {
  kind: PassAtDesk["asks"]["picture"];
  /** What opens it where it may be left out. */
  offer: string;
  children: ReactNode;
}

/** A picture as the building wants it: in sight, folded, or not at all. */
function Asked({ kind, offer, children }: AskedProps) {
  if (kind === "no") {
    return null;
  }
  return kind === "must" ? (
    children
  ) : (
    <details className={css["optional"]}>
      <summary>{offer}</summary>
      {children}
    </details>
  );
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
