import { IconNfc } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { normalTag } from "@umbral/contract/cards/tags";
import { useEffect, useRef, useState } from "react";
import { DEFAULT_TIME_ZONE } from "../../lib/dates.ts";
import { fieldSentences } from "../../lib/sentences.ts";
import { connection } from "../../lib/socket.ts";
import { Button } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { sayFailed } from "../../ui/failed.ts";
import { SelectField, TextField } from "../../ui/fields.tsx";
import { sayInvalid } from "../../ui/invalid.ts";
import { Modal } from "../../ui/Modal.tsx";
import { optionsByName } from "../../ui/options.ts";
import { FieldGroup, Form, Pair } from "../../ui/Panel.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { SpanFields, spanErrors } from "../access-control/index.ts";
import { useAllBuildings } from "../buildings/index.ts";
import { useDoors } from "../doors/index.ts";
import { timesOf } from "./card-times.ts";
import { giveCardTo, waitAtReader } from "./cards.api.ts";
import { asCardType, cardSentences, cardTypeOptions } from "./cards.strings.ts";
import css from "./RegisterCardModal.module.css";

interface RegisterCardProps {
  userId: string;
  /** By whose clock from and until are typed. */
  timeZone: string | undefined;
  /** The building whose readers are offered first. */
  buildingId?: string;
  onRegistered(message: string): void;
}

/** A new card: read at the reader of a door, or typed; its type; and it is theirs. */
export function RegisterCardModal({
  isOpen,
  onClose,
  ...rest
}: RegisterCardProps & { isOpen: boolean; onClose(): void }) {
  return (
    <Modal isOpen={isOpen} title="Registrar tarjeta" onClose={onClose}>
      <RegisterCardForm {...rest} />
    </Modal>
  );
}

function RegisterCardForm({
  userId,
  timeZone = DEFAULT_TIME_ZONE,
  buildingId = "",
  onRegistered,
}: RegisterCardProps) {
  const { form, text, values, set, submit } = useForm(
    { tag: "", type: "", from: "", until: "" },
    ({ tag, type, ...span }) => ({
      tag:
        required(tag, fieldSentences.required) ??
        (normalTag(tag) === null ? cardSentences.tagNotValid : undefined),
      type: required(type, fieldSentences.required),
      ...spanErrors(span, { timeZone, now: new Date() }),
    }),
  );
  const giving = useMutation({
    mutationFn: () =>
      giveCardTo(userId, {
        tag: values.tag,
        type: asCardType(values.type),
        ...timesOf(values, timeZone),
      }),
    onSuccess: ({ message }) => onRegistered(message),
    onError: (error) => void sayInvalid(error),
  });
  return (
    <Form
      ref={form}
      onSubmit={submit(
        () => giving.mutate(),
        () => dialogs.failure(cardSentences.incomplete),
      )}
    >
      <ReaderSetup at={buildingId} onTag={(tag) => set("tag", tag)} />
      <Pair>
        <TextField
          {...text("tag")}
          label="Etiqueta"
          hint="La llena el lector, o escríbela tú."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={96}
        />
        <SelectField {...text("type")} label="Tipo" placeholder="Elige el tipo" options={cardTypeOptions} />
      </Pair>
      <SpanFields from={text("from")} until={text("until")} hint="Sin fecha, hasta que se retire." />
      <Button type="submit" wide loading={giving.isPending}>
        Guardar tarjeta
      </Button>
    </Form>
  );
}

/** Chooses a door and makes its reader tell the next card to this page, for as long as somebody looks. */
function ReaderSetup({ at, onTag }: { at: string; onTag(tag: string): void }) {
  const [buildingId, setBuildingId] = useState(at);
  const [door, setDoor] = useState("");
  const [waitsAt, setWaitsAt] = useState<string | null>(null);
  const [read, setRead] = useState(false);
  const [rests, setRests] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const setup = useRef<{ at: string; stop(): void } | null>(null);
  const buildings = useAllBuildings();
  const doors = useDoors(buildingId, buildingId !== "");
  // Whoever comes by next opens the door with their card.
  useEffect(() => () => setup.current?.stop(), []);
  useEffect(
    () =>
      connection.hear("read_tag", (tag) => {
        setup.current = null;
        setWaitsAt(null);
        setRead(true);
        onTag(tag);
      }),
    [onTag],
  );
  const choose = () => {
    if (buildingId === "" || door === "") {
      void dialogs.failure({ text: cardSentences.noPlace });
    } else {
      setUp();
    }
  };
  const setUp = () => {
    const at = `${buildingId} ${door}`;
    // At the same reader the new wait takes the place of the old one: stopped after it, it would end both.
    if (setup.current?.at !== at) {
      setup.current?.stop();
    }
    setAsking(true);
    setWaitsAt(null);
    setRead(false);
    setRests(false);
    const waiting = {
      at,
      stop: waitAtReader(
        { buildingId, door },
        {
          waits: () => {
            setAsking(false);
            setWaitsAt(doors.data?.find(({ localId }) => localId === door)?.name ?? door);
          },
          over: () => {
            // A card may have come, or another reader been chosen.
            if (setup.current === waiting) {
              setup.current = null;
              setWaitsAt(null);
              setRests(true);
            }
          },
          failed: (error) => {
            setAsking(false);
            setup.current = null;
            void sayFailed(error);
          },
        },
      ),
    };
    setup.current = waiting;
  };
  return (
    <FieldGroup legend="Leer en una puerta">
      <Pair>
        <SelectField
          label="Edificio"
          placeholder="Elige un edificio"
          value={buildingId}
          options={optionsByName(buildings.data ?? [])}
          onChange={(id) => {
            setBuildingId(id);
            setDoor("");
          }}
        />
        <SelectField
          label="Puerta"
          placeholder={buildingId === "" ? "Primero el edificio" : "Elige una puerta"}
          disabled={buildingId === ""}
          value={door}
          options={(doors.data ?? []).map(({ localId, name }) => ({
            value: localId,
            label: name,
          }))}
          onChange={setDoor}
        />
      </Pair>
      <Button
        look="quiet"
        wide
        loading={isAsking}
        icon={<IconNfc aria-hidden="true" size={22} />}
        onClick={choose}
      >
        Configurar Lector
      </Button>
      <div role="status" className={css["status"]}>
        {waitsAt === null ? null : (
          <>
            <p className={css["ready"]}>{cardSentences.readerReady}</p>
            <p>Acerca la tarjeta al lector de {waitsAt}: te espera tres minutos.</p>
          </>
        )}
        {read ? <p className={css["ready"]}>Tarjeta leída.</p> : null}
        {rests ? <p>{cardSentences.readerRests}</p> : null}
      </div>
    </FieldGroup>
  );
}
