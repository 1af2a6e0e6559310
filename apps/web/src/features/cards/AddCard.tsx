import { IconNfc, IconPlus } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { normalTag } from "@umbral/contract/cards/tags";
import { useEffect, useEffectEvent, useState } from "react";
import { sentenceFor } from "../../lib/sentences.ts";
import { connection } from "../../lib/socket.ts";
import { Button } from "../../ui/Button.tsx";
import { SelectField, TextField } from "../../ui/fields.tsx";
import { sayInvalid } from "../../ui/invalid.ts";
import { Modal } from "../../ui/Modal.tsx";
import { notify } from "../../ui/notices.ts";
import { optionsByName } from "../../ui/options.ts";
import { Form, Pair } from "../../ui/Panel.tsx";
import { useForm } from "../../ui/useForm.ts";
import { SpanFields, spanErrors } from "../access-control/index.ts";
import { useDoors } from "../doors/index.ts";
import css from "./AddCard.module.css";
import { timesOf } from "./card-times.ts";
import { giveCardTo, waitAtReader } from "./cards.api.ts";
import { asCardType, cardSentences, cardTypeOptions } from "./cards.strings.ts";

interface AddCardProps {
  person: { id: string; name: string };
  /** Whose readers may read it; the first one is offered. */
  buildings: readonly { id: string; name: string; timeZone: string }[];
  /** By whose clock from and until are typed. */
  timeZone: string;
  onAdded(): Promise<void>;
}

/** 'Registrar tarjeta': press, hold the card to the reader, and it is theirs. The only reader, or the last one, waits at once. */
export function AddCard({ person, buildings, timeZone, onAdded }: AddCardProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<IconPlus aria-hidden="true" size={20} />} onClick={() => setOpen(true)}>
        Registrar tarjeta
      </Button>
      <Modal isOpen={isOpen} title={`Registrar tarjeta a ${person.name}`} onClose={() => setOpen(false)}>
        {isOpen ? (
          <Adding
            person={person}
            buildings={buildings}
            timeZone={timeZone}
            onAdded={async () => {
              setOpen(false);
              notify(`La tarjeta quedó a nombre de ${person.name}.`, "good");
              await onAdded();
            }}
          />
        ) : null}
      </Modal>
    </>
  );
}

/** The reader that was last used on this page, by building: whoever gives many cards stays at one reader. */
const lastReader = new Map<string, string>();

function Adding({ person, buildings, timeZone, onAdded }: AddCardProps) {
  const [buildingId, setBuildingId] = useState(buildings[0]?.id ?? "");
  const [type, setType] = useState("PERSON");
  const [span, setSpan] = useState({ from: "", until: "" });
  const [isByHand, setByHand] = useState(false);
  const wrong = spanErrors(span, { timeZone, now: new Date() }).until;
  const doors = useDoors(buildingId, buildingId !== "");
  const readers = doors.data?.filter(({ hasReader }) => hasReader) ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const door = readerOf(readers, chosen ?? lastReader.get(buildingId));
  // Whoever types holds no card to it, and a day that is wrong gives none.
  const reader = isByHand || wrong !== undefined ? "" : door;
  const giving = useMutation({
    mutationFn: (tag: string) =>
      giveCardTo(person.id, { tag, type: asCardType(type), ...timesOf(span, timeZone) }),
    onSuccess: onAdded,
    onError: (error) => void sayInvalid(error),
  });
  const waiting = useWaiting({ buildingId, door: reader }, (tag) => giving.mutate(tag));
  const name = readers.find(({ localId }) => localId === door)?.name ?? door;
  return (
    <div className={css["adding"]}>
      <p role="status" className={css["status"]} data-waits={waiting.state === "waits"}>
        {doors.data !== undefined && readers.length === 0
          ? "Este edificio todavía no tiene puertas con lector."
          : waiting.state === "waits"
            ? `Acerca la tarjeta al lector de ${name}: te espera tres minutos.`
            : waiting.trouble}
      </p>
      {reader === "" || waiting.state !== "rests" ? null : (
        <Button
          wide
          loading={giving.isPending}
          icon={<IconNfc aria-hidden="true" size={22} />}
          onClick={waiting.again}
        >
          Leer la tarjeta
        </Button>
      )}
      <Pair>
        {buildings.length > 1 ? (
          <SelectField
            label="Edificio"
            value={buildingId}
            options={optionsByName(buildings)}
            onChange={(id) => {
              setBuildingId(id);
              setChosen(null);
            }}
          />
        ) : null}
        <SelectField
          label="Lector de la puerta"
          value={door}
          disabled={readers.length === 0}
          placeholder="Elige el lector"
          options={readers.map(({ localId, name: label }) => ({ value: localId, label }))}
          onChange={(localId) => {
            lastReader.set(buildingId, localId);
            setChosen(localId);
          }}
        />
        <SelectField label="Tipo" value={type} options={cardTypeOptions} onChange={setType} />
      </Pair>
      <SpanFields
        from={{ value: span.from, onChange: (from) => setSpan({ ...span, from }) }}
        until={{ value: span.until, onChange: (until) => setSpan({ ...span, until }), error: wrong }}
        hint="Sin fecha, hasta que se retire."
      />
      <ByHand
        isGoing={giving.isPending}
        onOpen={setByHand}
        onTag={(tag) => {
          if (wrong === undefined) {
            giving.mutate(tag);
          }
        }}
      />
    </div>
  );
}

/** The one that was wanted, or the only one there is; none where somebody has to choose. */
const readerOf = (readers: readonly { localId: string }[], wanted: string | undefined): string => {
  const found = readers.find(({ localId }) => localId === wanted);
  return (found ?? (readers.length === 1 ? readers[0] : undefined))?.localId ?? "";
};

/** A reader waits for a card from when it is known, until another is, a card came, or nobody looks any more. */
function useWaiting(
  { buildingId, door }: { buildingId: string; door: string },
  onTag: (tag: string) => void,
) {
  const [state, setState] = useState<"asked" | "waits" | "rests">("rests");
  const [trouble, setTrouble] = useState("");
  const [round, setRound] = useState(0);
  const take = useEffectEvent((tag: string) => {
    if (state === "waits") {
      setState("rests");
      onTag(tag);
    }
  });
  const rest = useEffectEvent(() => {
    if (state === "waits") {
      setState("rests");
      setTrouble("El lector ya no espera la tarjeta.");
    }
  });
  useEffect(() => connection.hear("read_tag", take), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further round asks again.
  useEffect(() => {
    setTrouble("");
    if (door === "") {
      setState("rests");
      return;
    }
    setState("asked");
    return waitAtReader(
      { buildingId, door },
      {
        waits: () => setState("waits"),
        over: rest,
        failed: (error) => {
          setState("rests");
          setTrouble(sentenceFor(error));
        },
      },
    );
  }, [buildingId, door, round]);
  return { state, trouble, again: () => setRound(round + 1) };
}

interface ByHandProps {
  isGoing: boolean;
  onOpen(isOpen: boolean): void;
  onTag(tag: string): void;
}

/** For who has the number and no reader at hand. */
function ByHand({ isGoing, onOpen, onTag }: ByHandProps) {
  const { form, text, submit } = useForm({ tag: "" }, ({ tag }) => ({
    tag: normalTag(tag) === null ? cardSentences.tagNotValid : undefined,
  }));
  return (
    <details className={css["hand"]} onToggle={(event) => onOpen(event.currentTarget.open)}>
      <summary>Escribir el número</summary>
      <Form ref={form} onSubmit={submit(({ tag }) => onTag(tag))}>
        <TextField
          {...text("tag")}
          label="Etiqueta"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={96}
        />
        <Button type="submit" look="quiet" loading={isGoing}>
          Guardar tarjeta
        </Button>
      </Form>
    </details>
  );
}
