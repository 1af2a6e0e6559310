import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { BuildingAccess } from "@umbral/contract/access-control/access-levels.contract";
import { useState } from "react";
import { localTimeOf, momentOf } from "../../lib/dates.ts";
import { sentenceFor } from "../../lib/sentences.ts";
import { Button } from "../../ui/Button.tsx";
import { SelectField, TextField } from "../../ui/fields.tsx";
import { optionsByName } from "../../ui/options.ts";
import { Form, Pair, Panel } from "../../ui/Panel.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { type Person, PersonChoice } from "../users/index.ts";
import css from "./Access.module.css";
import { type AskedAccess, tryAccess } from "./access.api.ts";

interface AccessTrialProps {
  building: { id: string; name: string };
  access: BuildingAccess;
  person: Person | null;
  /** Absent where it is about this person and no other. */
  onPerson?(person: Person | null): void;
}

/** 'Probar acceso': could somebody come in by a door at a time, and why not? */
export function AccessTrial({ building, access, person, onPerson }: AccessTrialProps) {
  const { doors, timeZone } = access;
  const [wasTried, setTried] = useState(false);
  const { form, text, values, submit } = useForm(
    { by: "person", tag: "", pin: "", doorId: doors[0]?.id ?? "", at: localTimeOf(new Date(), timeZone) },
    ({ by, tag, pin, doorId, at }) => ({
      tag: by === "tag" ? required(tag, "* Escribe el número de la tarjeta") : undefined,
      pin: by === "pin" && !/^\d{4,12}$/.test(pin) ? "* Escribe el PIN: solo números" : undefined,
      doorId: required(doorId, "* Elige una puerta"),
      at: momentOf(at, timeZone) === null ? "* Escribe el día y la hora" : undefined,
    }),
    { isFleeting: true },
  );
  const { by } = values;
  const asked: AskedAccess = {
    ...(by === "tag"
      ? { tag: values.tag }
      : by === "pin"
        ? { pin: values.pin }
        : { userId: person?.id ?? "" }),
    doorId: values.doorId,
    at: momentOf(values.at, timeZone) ?? "",
  };
  const trial = useMutation({ mutationFn: (body: AskedAccess) => tryAccess(building.id, body) });
  // An answer is one to what was asked, and not to what stands in the form by now.
  const isOf = JSON.stringify(trial.variables) === JSON.stringify(asked);
  const nobody = wasTried && person === null ? "* Elige una persona" : undefined;
  return (
    <Panel title="Probar acceso">
      <p className={css["soft"]}>
        Pregunta si alguien puede entrar por una puerta en un momento, y por qué no. Con una tarjeta o un PIN
        dice también de quién es.
      </p>
      <div className={css["trial"]}>
        {onPerson === undefined || by !== "person" ? null : (
          <PersonChoice buildingName={building.name} chosen={person} onChoose={onPerson} error={nobody} />
        )}
        <Form
          ref={form}
          onSubmit={(event) => {
            setTried(true);
            submit(() => {
              if (by !== "person" || person !== null) {
                trial.mutate(asked);
              }
            })(event);
          }}
        >
          <Pair>
            {onPerson === undefined ? null : (
              <SelectField {...text("by")} label="Por qué se pregunta" options={ways} />
            )}
            {by === "tag" ? (
              <TextField {...text("tag")} {...typed} label="Número de la tarjeta" maxLength={80} />
            ) : null}
            {by === "pin" ? (
              <TextField {...text("pin")} {...typed} label="PIN" inputMode="numeric" maxLength={12} />
            ) : null}
            <SelectField
              {...text("doorId")}
              label="Puerta"
              options={optionsByName(doors)}
              hint={doors.length === 0 ? "Este edificio todavía no tiene puertas." : undefined}
            />
            <TextField {...text("at")} type="datetime-local" label="Día y hora" />
          </Pair>
          <Button type="submit" loading={trial.isPending}>
            Probar acceso
          </Button>
        </Form>
      </div>
      <div role="status">
        {trial.data && isOf ? (
          <>
            {by === "person" || trial.data.person === null ? null : <p>Es de {trial.data.person.name}.</p>}
            <Answer {...trial.data} />
            {trial.data.alone === undefined ? null : <p>{trial.data.alone}</p>}
          </>
        ) : null}
        {trial.error && isOf ? (
          <p className={css["answer"]} data-outcome="refused">
            {sentenceFor(trial.error)}
          </p>
        ) : null}
      </div>
    </Panel>
  );
}

const ways = [
  { value: "person", label: "Una persona" },
  { value: "tag", label: "Una tarjeta" },
  { value: "pin", label: "Un PIN" },
];
const typed = { autoComplete: "off", spellCheck: false } as const;

/** Said with a picture and in words: nobody has to tell green from ochre. */
function Answer({ outcome, sentence }: { outcome: string; sentence: string }) {
  const isGranted = outcome === "granted";
  const Icon = isGranted ? IconCircleCheck : IconCircleX;
  return (
    <p className={css["answer"]} data-outcome={isGranted ? "granted" : "refused"}>
      <Icon aria-hidden="true" size={28} />
      <span>{sentence}</span>
    </p>
  );
}
