import { useMutation } from "@tanstack/react-query";
import { spanWords } from "@umbral/contract/access-control/access-words";
import type { Pin } from "@umbral/contract/access-control/pins.contract";
import { useState } from "react";
import { capital } from "../../lib/capital.ts";
import { DEFAULT_TIME_ZONE, formatDate } from "../../lib/dates.ts";
import { sentenceFor } from "../../lib/sentences.ts";
import { Button } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { Modal } from "../../ui/Modal.tsx";
import { notify } from "../../ui/notices.ts";
import { offerToUndo } from "../../ui/undo.ts";
import css from "./Pins.module.css";
import type { PinActs } from "./pins.api.ts";
import { SpanForm } from "./SpanForm.tsx";

interface PinBoxProps {
  /** As its buttons and its digits name it: 'Mirador del Parque', 'Rosa Líder'. */
  of: string;
  pin: Pin | null;
  timeZone: string | undefined;
  /** Whoever holds it changes nothing of one that the administration suspended. */
  isOwn: boolean;
  acts: PinActs;
}

const questions = {
  replace: {
    title: "¿Crear un PIN nuevo?",
    text: "El de ahora deja de abrir de inmediato.",
    irrevocable: true,
  },
  withdraw: {
    title: "¿Retirar el PIN?",
    text: "Deja de abrir de inmediato. Después se puede crear otro.",
    irrevocable: true,
  },
};

/** One PIN: its state, and what can be done to it. Its digits are shown once, when it was made. */
export function PinBox({ of, pin, timeZone, isOwn, acts }: PinBoxProps) {
  const [digits, setDigits] = useState<string | null>(null);
  /** Whose times are changed now. */
  const [timed, setTimed] = useState<Pin | null>(null);
  const acting = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => acts.refresh(),
    onError: (error) => notify(sentenceFor(error), "trouble"),
  });
  const make = async () => {
    if (pin === null || (await dialogs.confirm(questions.replace))) {
      acting.mutate(async () => setDigits((await acts.make(pin)).digits));
    }
  };
  const withdraw = async () => {
    if (await dialogs.confirm(questions.withdraw)) {
      acting.mutate(() => acts.withdraw());
    }
  };
  const turn = (now: Pin) =>
    acting.mutate(async () => {
      const isOff = now.state === "suspended";
      await acts.setActive(isOff);
      if (!isOff) {
        const words = {
          done: `El PIN quedó desactivado: ${of}.`,
          undone: `El PIN está activo otra vez: ${of}.`,
        };
        offerToUndo(words, async () => {
          try {
            await acts.setActive(true);
          } finally {
            await acts.refresh();
          }
        });
      }
    });
  const mayAct = !(isOwn && pin?.isHeldBack);
  return (
    <div className={css["pin"]}>
      <div className={css["facts"]}>
        {pin === null ? (
          <span>Todavía no hay un PIN.</span>
        ) : (
          <Facts pin={pin} timeZone={timeZone} isOwn={isOwn} />
        )}
      </div>
      {mayAct ? (
        <div className={css["buttons"]}>
          {pin === null || acts.setTimes === undefined ? null : (
            <Button
              look="quiet"
              disabled={acting.isPending}
              aria-label={`Cambiar fechas: ${of}`}
              onClick={() => setTimed(pin)}
            >
              Cambiar fechas
            </Button>
          )}
          <Button
            look={pin === null ? "quiet" : "destructive"}
            loading={acting.isPending}
            aria-label={`${nameOfMaking(pin)}: ${of}`}
            onClick={() => void make()}
          >
            {nameOfMaking(pin)}
          </Button>
          {pin === null ? null : (
            <>
              <Button
                look={pin.state === "suspended" ? "quiet" : "destructive"}
                disabled={acting.isPending}
                aria-label={`${nameOfSwitch(pin)}: ${of}`}
                onClick={() => turn(pin)}
              >
                {nameOfSwitch(pin)}
              </Button>
              <Button
                look="destructive"
                disabled={acting.isPending}
                aria-label={`Retirar PIN: ${of}`}
                onClick={() => void withdraw()}
              >
                Retirar PIN
              </Button>
            </>
          )}
        </div>
      ) : null}
      <Modal isOpen={digits !== null} title={`PIN: ${of}`} onClose={() => setDigits(null)}>
        <div className={css["made"]}>
          <p className={css["digits"]}>{digits}</p>
          <p>Anótalo ahora: no se vuelve a mostrar. En el teclado, escríbelo y termina con #.</p>
          <Button onClick={() => setDigits(null)}>Ya lo anoté</Button>
        </div>
      </Modal>
      <Modal isOpen={timed !== null} title={`Fechas del PIN: ${of}`} onClose={() => setTimed(null)}>
        {timed === null ? null : (
          <SpanForm
            held={timed}
            timeZone={timeZone ?? DEFAULT_TIME_ZONE}
            save={(times) => acts.setTimes?.(times) ?? Promise.resolve()}
            onClose={() => setTimed(null)}
            onDone={() => void acts.refresh()}
          />
        )}
      </Modal>
    </div>
  );
}

const nameOfMaking = (pin: Pin | null): string => (pin === null ? "Crear PIN" : "Crear uno nuevo");
const nameOfSwitch = ({ state }: Pin): string => (state === "suspended" ? "Activar PIN" : "Desactivar PIN");

function Facts({ pin, timeZone, isOwn }: { pin: Pin; timeZone: string | undefined; isOwn: boolean }) {
  const span = spanWords(pin, timeZone ?? DEFAULT_TIME_ZONE);
  return (
    <>
      <strong data-state={pin.state}>{stateWords(pin, isOwn)}</strong>
      <span>
        Creado: {formatDate(pin.madeAt, timeZone)} ·{" "}
        {pin.lastTimeUsed === null ? "Sin uso" : `Último uso: ${formatDate(pin.lastTimeUsed, timeZone)}`}
      </span>
      {span === "" ? null : <span>{capital(span)}</span>}
      {pin.isTooShort ? (
        <span data-state="suspended">
          Ahora hay más códigos o teclados que cuando se creó. Crea uno nuevo, más largo.
        </span>
      ) : null}
    </>
  );
}

function stateWords({ state, isHeldBack }: Pin, isOwn: boolean): string {
  switch (state) {
    case "active":
      return "PIN activo";
    case "expired":
      return "PIN no vigente: no abre ninguna puerta";
    case "suspended":
      return isHeldBack && isOwn
        ? "PIN desactivado por la administración. Habla con ella para volver a usarlo."
        : "PIN desactivado: no abre ninguna puerta";
  }
}
