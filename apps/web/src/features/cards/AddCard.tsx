import { IconNfc, IconPlus } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { normalTag } from "@umbral/contract/cards/tags";
import { useEffect, useEffectEvent, useState } from "react";
import { DEFAULT_TIME_ZONE } from "../../lib/dates.ts";
import { validationSentence } from "../../lib/sentences.ts";
import { connection } from "../../lib/socket.ts";
import { Button } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { SelectField, TextField } from "../../ui/fields.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { notify } from "../../ui/notices.ts";
import { optionsByName } from "../../ui/options.ts";
import { Form, Pair } from "../../ui/Panel.tsx";
import { useForm } from "../../ui/useForm.ts";
import { SpanFields, spanErrors } from "../access-control/index.ts";
import { useDoors } from "../doors/index.ts";
import css from "./AddCard.module.css";
import { timesOf } from "./card-times.ts";
import { giveCardTo, setReaderUp } from "./cards.api.ts";
import { asCardType, cardSentences, cardTypeOptions } from "./cards.strings.ts";

interface AddCardProps {
  person: { id: string; name: string };
  /** Whose readers may read it; the first one is offered. */
  buildings: readonly { id: string; name: string }[];
  onAdded(): Promise<void>;
}

/** 'Registrar tarjeta': press, hold the card to the reader, and it is theirs. */
export function AddCard({ person, buildings, onAdded }: AddCardProps) {
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

function Adding({ person, buildings, onAdded }: AddCardProps) {
  const [buildingId, setBuildingId] = useState(buildings[0]?.id ?? "");
  const [type, setType] = useState("PERSON");
  const [span, setSpan] = useState({ from: "", until: "" });
  const wrong = spanErrors(span, { timeZone: DEFAULT_TIME_ZONE, now: new Date() }).until;
  const doors = useDoors(buildingId, buildingId !== "");
  const [chosen, setChosen] = useState<string | null>(null);
  const door = chosen ?? lastReader.get(buildingId) ?? doors.data?.[0]?.localId ?? "";
  const [waitsAt, setWaitsAt] = useState<string | null>(null);
  const giving = useMutation({
    mutationFn: (tag: string) => giveCardTo(person.id, { tag, type: asCardType(type), ...timesOf(span) }),
    onSuccess: onAdded,
    onError: (error) => void dialogs.failure({ text: validationSentence(error) }),
  });
  const setup = useMutation({
    mutationFn: () => setReaderUp(buildingId, door),
    onSuccess: () => {
      lastReader.set(buildingId, door);
      setWaitsAt(doors.data?.find(({ localId }) => localId === door)?.name ?? door);
    },
    onError: (error) => void dialogs.failure({ text: validationSentence(error) }),
  });
  const take = useEffectEvent((tag: string) => {
    if (waitsAt !== null) {
      setWaitsAt(null);
      giving.mutate(tag);
    }
  });
  useEffect(() => connection.hear("read_tag", take), []);
  return (
    <div className={css["adding"]}>
      <Pair>
        {buildings.length > 1 ? (
          <SelectField
            label="Edificio"
            value={buildingId}
            options={optionsByName(buildings)}
            onChange={(id) => {
              setBuildingId(id);
              setChosen(null);
              setWaitsAt(null);
            }}
          />
        ) : null}
        <SelectField
          label="Lector de la puerta"
          value={door}
          disabled={!doors.data?.length}
          options={(doors.data ?? []).map(({ localId, name }) => ({ value: localId, label: name }))}
          onChange={(localId) => {
            setChosen(localId);
            setWaitsAt(null);
          }}
        />
        <SelectField label="Tipo" value={type} options={cardTypeOptions} onChange={setType} />
      </Pair>
      <SpanFields
        from={{ value: span.from, onChange: (from) => setSpan({ ...span, from }) }}
        until={{ value: span.until, onChange: (until) => setSpan({ ...span, until }), error: wrong }}
        hint="Sin fecha, hasta que se retire."
      />
      <Button
        wide
        loading={setup.isPending || giving.isPending}
        disabled={door === "" || wrong !== undefined}
        icon={<IconNfc aria-hidden="true" size={22} />}
        onClick={() => setup.mutate()}
      >
        Leer la tarjeta
      </Button>
      <p role="status" className={css["status"]} data-waits={waitsAt !== null}>
        {waitsAt === null
          ? doors.data?.length === 0
            ? "Este edificio todavía no tiene puertas con lector."
            : ""
          : `Acerca la tarjeta al lector de ${waitsAt}: te espera tres minutos.`}
      </p>
      <ByHand
        isGoing={giving.isPending}
        onTag={(tag) => {
          if (wrong === undefined) {
            giving.mutate(tag);
          }
        }}
      />
    </div>
  );
}

/** For who has the number and no reader at hand. */
function ByHand({ isGoing, onTag }: { isGoing: boolean; onTag(tag: string): void }) {
  const { form, text, submit } = useForm({ tag: "" }, ({ tag }) => ({
    tag: normalTag(tag) === null ? cardSentences.tagNotValid : undefined,
  }));
  return (
    <details className={css["hand"]}>
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
