import { IconDoorEnter } from "@tabler/icons-react";
import type { Door } from "@umbral/contract/doors/doors.contract";
import type { PassAtDesk } from "@umbral/contract/passes/pass-desk.contract";
import { MOST_ENTRIES } from "@umbral/contract/passes/pass-limits";
import type { PassName } from "@umbral/contract/passes/passes.contract";
import { type MouseEvent, type ReactNode, useRef, useState } from "react";
import { usePress } from "../../lib/usePress.ts";
import { useUpload } from "../../lib/useUpload.ts";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/fields.tsx";
import { notify } from "../../ui/notices.ts";
import { PhotoPicker } from "../../ui/PhotoPicker.tsx";
import { UploadProgress } from "../../ui/UploadProgress.tsx";
import { openDoor, ShutDoor } from "../doors/index.ts";
import css from "./GuestFound.module.css";
import { GuestNames } from "./GuestNames.tsx";
import { countIn, type GuestActsProps, sayRefused } from "./guest-acts.ts";
import { moreOf } from "./guest-words.ts";
import { type Entry, letGuestIn, refreshGuests } from "./guests.api.ts";
import more from "./more.module.css";

interface EnterGuestProps extends GuestActsProps {
  /** Somebody of the list goes out. */
  onLeft(name: PassName): void;
  isLeaving: boolean;
}

/** Lets in one guest or several, or somebody of a party's list, with what the building asks for. */
export function EnterGuest(props: EnterGuestProps) {
  const { buildingId, guest, door, onActing, onUnsure } = props;
  const { asks } = guest;
  // What would not open is not promised.
  const opening = door?.line === "online" ? door : undefined;
  const most = Math.min(moreOf(guest) ?? MOST_ENTRIES, MOST_ENTRIES);
  const hasList = guest.names.length > 0;
  const [people, setPeople] = useState("1");
  const [picture, setPicture] = useState<File | null>(null);
  const [document, setDocument] = useState<File | null>(null);
  const [checked, setChecked] = useState<"nothing" | "pictures" | "all">("nothing");
  const nameOf = usePress();
  const opens = useRef<(() => void) | null>(null);
  // The button that was pressed is the one that shows it.
  const [isToOpen, setToOpen] = useState(false);
  const entering = useUpload((entry: Entry, sending) => letGuestIn(buildingId, entry, sending), {
    done: (pass, entry) => {
      onActing(false);
      opens.current?.();
      void refreshGuests(buildingId);
      if (hasList) {
        setPicture(null);
        setDocument(null);
        setPeople("1");
        setChecked("nothing");
      }
      sayEntered(props, pass, entry);
    },
    failed: (error) => {
      onActing(false);
      void refreshGuests(buildingId);
      void sayRefused(error, props);
    },
    cancelled: () => {
      onUnsure();
      void refreshGuests(buildingId);
    },
    goesOn: true,
  });
  const hasPicture = picture !== null || document !== null;
  const wrong = {
    people: countIn(people, most) === null ? `* Escribe un número de 1 a ${most}` : undefined,
    picture: asks.picture === "must" && picture === null ? "* Debes agregar la foto" : undefined,
    document:
      asks.document === "must" && document === null ? "* Debes agregar la foto del documento" : undefined,
  };
  /** @param nameId somebody of the list; undefined for as many as are written */
  const enter = (after: (() => void) | null, nameId?: string) => {
    setChecked(nameId === undefined ? "all" : "pictures");
    const count = nameId === undefined ? countIn(people, most) : 1;
    if (count === null || wrong.picture !== undefined || wrong.document !== undefined) {
      return;
    }
    opens.current = after;
    setToOpen(after !== null);
    onActing(true);
    const pictures = [picture?.name, picture?.lastModified, document?.name, document?.lastModified];
    // After each entry the same wish is another one.
    const wish = [count, nameId, hasList ? guest.entered : null, ...pictures].join(" ");
    entering.begin({ passId: guest.id, requestId: nameOf(wish), people: count, nameId, picture, document });
  };
  const enterAndOpen = (at: Pick<Door, "id">) => (event: MouseEvent) => {
    // The order is as old as the press, however long noting it takes.
    const pressedMs = event.timeStamp;
    enter(() => openDoor(buildingId, at, {}, Math.max(0, performance.now() - pressedMs)));
  };
  const anybody = (
    <>
      {most > 1 ? (
        <TextField
          label="Personas que entran"
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          value={people}
          onChange={setPeople}
          error={checked === "all" ? wrong.people : undefined}
        />
      ) : null}
      {opening === undefined ? null : (
        <Button
          wide
          look={hasList ? "quiet" : "primary"}
          loading={entering.isPending && isToOpen}
          disabled={entering.isPending && !isToOpen}
          onClick={enterAndOpen(opening)}
        >
          Dejar entrar y abrir
        </Button>
      )}
      <Button
        wide
        look={opening === undefined && !hasList ? "primary" : "quiet"}
        icon={<IconDoorEnter aria-hidden="true" size={20} />}
        loading={entering.isPending && !isToOpen}
        disabled={entering.isPending && isToOpen}
        onClick={() => enter(null)}
      >
        Dejar entrar
      </Button>
      {door === undefined ? null : <ShutDoor door={door} />}
    </>
  );
  return (
    <>
      <Asked kind={asks.picture} offer="Agregar foto (opcional)">
        <PhotoPicker
          label="Foto de quien entra"
          camera="environment"
          value={picture}
          onChange={setPicture}
          error={checked === "nothing" ? undefined : wrong.picture}
        />
      </Asked>
      <Asked kind={asks.document} offer="Agregar foto del documento (opcional)">
        <PhotoPicker
          label="Foto del documento"
          camera="environment"
          of="paper"
          value={document}
          onChange={setDocument}
          error={checked === "nothing" ? undefined : wrong.document}
        />
      </Asked>
      {hasList ? (
        <>
          <GuestNames
            guest={guest}
            timeZone={props.timeZone}
            isBusy={entering.isPending || props.isLeaving}
            onCame={({ id }) => enter(null, id)}
            onLeft={props.onLeft}
          />
          <details className={more["more"]}>
            <summary>Entra alguien que no está en la lista</summary>
            <div className={css["acts"]}>{anybody}</div>
          </details>
        </>
      ) : (
        anybody
      )}
      <UploadProgress
        share={hasPicture ? entering.share : null}
        what="la entrada"
        onCancel={entering.cancel}
      />
    </>
  );
}

/** Of a list the others are still to come: they go on standing there. */
function sayEntered({ guest, onChanged, onDone }: GuestActsProps, pass: PassAtDesk, entry: Entry): void {
  const { name } = guest.guest;
  const listed = guest.names.find(({ id }) => id === entry.nameId);
  if (listed !== undefined) {
    notify(`Entró ${listed.name}.`, "good");
    onChanged(pass);
    return;
  }
  const told =
    entry.people === 1
      ? `Dejaste entrar a ${guest.names.length > 0 ? "una persona de " : ""}${name}.`
      : `Dejaste entrar a ${entry.people} personas de ${name}.`;
  if (guest.names.length > 0) {
    notify(told, "good");
    onChanged(pass);
  } else {
    onDone(told);
  }
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
    <details className={more["more"]}>
      <summary>{offer}</summary>
      {children}
    </details>
  );
}
