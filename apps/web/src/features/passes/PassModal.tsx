import type { Pass } from "@umbral/contract/passes/passes.contract";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { CallRefused } from "../../lib/failures.ts";
import { sentenceFor } from "../../lib/sentences.ts";
import { usePress } from "../../lib/usePress.ts";
import { useWhileHere } from "../../lib/useWhileHere.ts";
import { Button } from "../../ui/Button.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { Modal } from "../../ui/Modal.tsx";
import { notify } from "../../ui/notices.ts";
import { Actions, Footed, Form } from "../../ui/Panel.tsx";
import { useForm } from "../../ui/useForm.ts";
import css from "./Passes.module.css";
import type { PassPlace } from "./pass-places.ts";
import { actFields, emptyValues, type PassValues, passErrors, valuesOf, wantedOf } from "./pass-values.ts";
import { useChangePass, useMakePass, type WantedPass } from "./passes.api.ts";
import { SharePass, type Sharing } from "./SharePass.tsx";
import { WhenFields } from "./WhenFields.tsx";
import { WhoFields } from "./WhoFields.tsx";

interface PassModalProps {
  place: PassPlace;
  isOpen: boolean;
  /** The one that is changed; null for a new one. */
  pass: Pass | null;
  onClose(): void;
}

type Made = { pass: Pass; sharing: Sharing };

/** A pass in three acts: who comes, when, and how they hear of it. One that is there already has the first two. */
export function PassModal({ place, isOpen, pass, onClose }: PassModalProps) {
  const [made, setMade] = useState<Made | null>(null);
  const [act, setAct] = useState<"who" | "when">("who");
  const [wasOpen, setWasOpen] = useState(isOpen);
  const [drawn, setDrawn] = useState(pass);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) {
      setMade(null);
      setDrawn(pass);
      // Who extends one comes for its times.
      setAct(pass !== null && isOverFor(pass) ? "when" : "who");
    }
  }
  const step = made !== null ? 3 : act === "who" ? 1 : 2;
  const stepTitle = useArrival(isOpen ? step : null);
  const heading = <StepTitle ref={stepTitle} at={step} isNew={drawn === null} />;
  return (
    <Modal
      isOpen={isOpen}
      title={drawn === null ? titles[step] : `Invitación de ${drawn.guest.name}`}
      narrow
      onClose={onClose}
    >
      {!isOpen ? null : made !== null ? (
        <Footed
          foot={
            <Button look="quiet" wide onClick={onClose}>
              Listo
            </Button>
          }
        >
          {heading}
          <SharePass pass={made.pass} sharing={made.sharing} building={place.building} isNew />
        </Footed>
      ) : drawn === null ? (
        <MakeForm place={place} heading={heading} act={act} onAct={setAct} onMade={setMade} />
      ) : (
        <ChangeForm place={place} heading={heading} pass={drawn} act={act} onAct={setAct} onDone={onClose} />
      )}
    </Modal>
  );
}

const titles = { 1: "¿Quién viene?", 2: "¿Cuándo viene?", 3: "Comparte la invitación" } as const;
const isOverFor = ({ state, isOverstaying }: Pass): boolean =>
  state === "expired" || state === "used-up" || isOverstaying;

interface StepTitleProps {
  ref: RefObject<HTMLParagraphElement | null>;
  at: keyof typeof titles;
  /** The modal of one that is there says whose it is, and there is no third step to count. */
  isNew: boolean;
}

/** Where one is, in full for who hears it: the modal's own title changes without being read again. */
const StepTitle = ({ ref, at, isNew }: StepTitleProps) => (
  <p ref={ref} className={css["step"]} tabIndex={-1}>
    {isNew ? (
      <>
        Paso {at} de 3<span className="um-hidden">: {titles[at]}</span>
      </>
    ) : (
      titles[at]
    )}
  </p>
);

/**
 * Gives the title of a step the focus as soon as another step was drawn: what was pressed is gone. A modal that opens
 * has it elsewhere.
 *
 * @param step null while the modal is closed
 */
function useArrival(step: number | null): RefObject<HTMLParagraphElement | null> {
  const title = useRef<HTMLParagraphElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== null && shown.current !== step) {
      title.current?.focus();
    }
    shown.current = step;
  }, [step]);
  return title;
}

interface ActProps {
  place: PassPlace;
  /** The title of the act. */
  heading: ReactNode;
  act: "who" | "when";
  onAct(act: "who" | "when"): void;
}

function MakeForm({ place, onMade, ...acts }: ActProps & { onMade(made: Made): void }) {
  const making = useMakePass(place);
  const share = useWhileHere(onMade);
  const nameOf = usePress();
  const make = async (wanted: WantedPass) =>
    share(await making.mutateAsync({ wanted, requestId: nameOf(JSON.stringify({ ...wanted, from: null })) }));
  return (
    <PassForm
      {...acts}
      place={place}
      initial={emptyValues(new Date(), place.building.timeZone)}
      isNew
      isGoing={making.isPending}
      onSave={make}
    />
  );
}

function ChangeForm({ place, pass, onDone, ...acts }: ActProps & { pass: Pass; onDone(): void }) {
  const leave = useWhileHere(onDone);
  const changing = useChangePass(place.building.id, pass.id);
  const change = async (wanted: WantedPass) => {
    await changing.mutateAsync(wanted);
    notify("Guardamos los cambios. El código y la página siguen siendo los mismos.", "good");
    leave();
  };
  return (
    <PassForm
      {...acts}
      place={place}
      initial={valuesOf(pass, new Date(), place.building.timeZone)}
      isNew={false}
      isGoing={changing.isPending}
      onSave={change}
    />
  );
}

interface PassFormProps extends ActProps {
  initial: PassValues;
  isNew: boolean;
  isGoing: boolean;
  onSave(wanted: WantedPass): Promise<void>;
}

function PassForm({ place, heading, act, onAct, initial, isNew, isGoing, onSave }: PassFormProps) {
  const { timeZone } = place.building;
  const fields = useForm<PassValues>(initial, (values) => passErrors(values, { now: new Date(), timeZone }));
  const { form, values, check, focusWrong, refuse, submit } = fields;
  const save = async (given: PassValues) => {
    try {
      await onSave(wantedOf(given, { now: new Date(), timeZone }));
    } catch (error) {
      if (error instanceof CallRefused && error.code === "PASS_TIMES_NOT_VALID") {
        const field = given.when === "days" || given.when === "weekly" ? "lastDay" : "untilTime";
        refuse({ [field]: `* ${sentenceFor(error)}` });
      } else {
        await sayFailed(error);
      }
    }
  };
  const goOn = () => {
    if (check(actFields.who)) {
      onAct("when");
    } else {
      focusWrong();
    }
  };
  return (
    <Form
      ref={form}
      onSubmit={
        act === "who"
          ? (event) => {
              event.preventDefault();
              goOn();
            }
          : submit((given) => void save(given))
      }
      foot={
        <Actions fills>
          {act === "who" ? null : (
            <Button look="quiet" onClick={() => onAct("who")}>
              Atrás
            </Button>
          )}
          {/* Another button for each: Enter held down on the one is not Enter on the other. */}
          <Button key={act} type="submit" loading={isGoing}>
            {act === "who" ? "Continuar" : isNew ? "Crear invitación" : "Guardar cambios"}
          </Button>
        </Actions>
      }
    >
      {heading}
      {act === "who" ? (
        <WhoFields fields={fields} />
      ) : (
        <WhenFields
          fields={fields}
          isOfHome={place.as === "home"}
          isForToday={place.as === "lobby"}
          mayBeToday={isNew || values.when === "today"}
        />
      )}
    </Form>
  );
}
