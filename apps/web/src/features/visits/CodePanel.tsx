import type { Visit } from "@umbral/contract/visits/visits.contract";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { formatDate } from "../../lib/dates.ts";
import { CallRefused } from "../../lib/failures.ts";
import { sentenceFor } from "../../lib/sentences.ts";
import { Button, joined } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { FieldError } from "../../ui/fields.tsx";
import typing from "../../ui/typing.module.css";
import css from "./CodePanel.module.css";
import { EntranceDoor } from "./EntranceDoor.tsx";
import { FoundVisit } from "./FoundVisit.tsx";
import { digitsOf, isWhole } from "./typed-code.ts";
import { authoriseVisitOf, findVisitOf } from "./visits.api.ts";
import { codeFieldSentences, visitSentences } from "./visits.strings.ts";

interface CodePanelProps {
  buildingId: string;
  timeZone: string | undefined;
}

interface Found {
  visit: Visit;
  /** Names the press that authorises it, however often it is sent. */
  requestId: string;
}

/**
 * The code that a visitor tells, and who is behind it: found, authorised, cleared. Everything by keyboard
 * (type, Enter, look, Tab, Enter) or by thumb.
 */
export function CodePanel({ buildingId, timeZone }: CodePanelProps) {
  const [code, setCode] = useState("");
  const [wrong, setWrong] = useState<string | undefined>();
  const [found, setFound] = useState<Found | null>(null);
  const [busy, setBusy] = useState<"verifying" | "authorising" | null>(null);
  const [told, setTold] = useState<string | null>(null);
  const [letIn, setLetIn] = useState<Visit | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isHere = useIsHere();

  const clear = () => {
    setCode("");
    setWrong(undefined);
    setFound(null);
    field.current?.focus();
  };
  /** The one before is over. */
  const begin = () => {
    setTold(null);
    setLetIn(null);
  };
  /** What was typed stands selected: the next digit takes its place. */
  const typeAgain = () => {
    field.current?.focus();
    field.current?.select();
  };

  const verify = async () => {
    setBusy("verifying");
    const end = await endOf(findVisitOf(buildingId, code));
    if (!isHere()) {
      return;
    }
    setBusy(null);
    if (end.isGood) {
      setFound({ visit: end.value, requestId: crypto.randomUUID() });
    } else {
      await dialogs.failure(wordsOf(end.error, visitSentences.notValid));
      typeAgain();
    }
  };

  const authorise = async ({ visit, requestId }: Found) => {
    setBusy("authorising");
    const end = await endOf(authoriseVisitOf(buildingId, visit.code, requestId));
    if (!isHere()) {
      return;
    }
    setBusy(null);
    if (end.isGood) {
      await dialogs.success(visitSentences.authorised);
      setTold(`Autorizaste el ingreso de ${visit.user.name}.`);
      setLetIn(visit);
      clear();
      return;
    }
    await dialogs.failure(wordsOf(end.error, visitSentences.notAuthorised));
    if (isOver(end.error)) {
      setTold(decidedIn(end.error, timeZone));
      clear();
    }
  };

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (busy !== null) {
      return;
    }
    begin();
    if (!isWhole(code)) {
      setWrong(code === "" ? codeFieldSentences.empty : codeFieldSentences.short);
      field.current?.focus();
      return;
    }
    void verify();
  };

  return (
    <section className={css["panel"]} aria-label="Código de la visita">
      <form className={css["form"]} noValidate onSubmit={handleSubmit}>
        <label className={css["label"]} htmlFor="visit-code">
          Código de ingreso
        </label>
        <input
          ref={field}
          id="visit-code"
          className={joined(css["code"], typing["typing"])}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="search"
          // The screen is for this: who stands at the lobby types without looking for the field.
          // biome-ignore lint/a11y/noAutofocus: nothing stands before it that a reader would miss.
          autoFocus
          placeholder="000000"
          value={code}
          aria-invalid={wrong === undefined ? undefined : true}
          aria-describedby={wrong === undefined ? undefined : "visit-code-error"}
          onChange={(event) => {
            setCode(digitsOf(event.target.value));
            setWrong(undefined);
            setFound(null);
          }}
          onFocus={(event) => event.target.select()}
          onKeyDown={(event) => {
            if (event.key === "Escape") {
              clear();
            }
          }}
        />
        <FieldError id="visit-code-error" error={wrong} />
        <div className={css["buttons"]}>
          <Button type="submit" look={found === null ? "primary" : "quiet"} loading={busy === "verifying"}>
            Verificar
          </Button>
          <Button
            look="quiet"
            onClick={() => {
              begin();
              clear();
            }}
          >
            Limpiar
          </Button>
        </div>
      </form>
      <p className={css["told"]} role="status">
        {told}
      </p>
      {letIn === null ? null : <EntranceDoor key={letIn.id} buildingId={buildingId} visitId={letIn.id} />}
      {found === null ? null : (
        <FoundVisit
          key={found.visit.id}
          visit={found.visit}
          timeZone={timeZone}
          isAuthorising={busy === "authorising"}
          onAuthorise={() => {
            if (busy === null) {
              void authorise(found);
            }
          }}
        />
      )}
    </section>
  );
}

type End<Value> = { isGood: true; value: Value } | { isGood: false; error: unknown };

const endOf = <Value,>(running: Promise<Value>): Promise<End<Value>> =>
  running.then(
    (value) => ({ isGood: true, value }),
    (error: unknown) => ({ isGood: false, error }),
  );

/** The specification's words for a code that is refused; what happened for everything else. */
function wordsOf(error: unknown, refused: { title: string; text: string }) {
  return isOver(error) ? refused : { title: refused.title, text: sentenceFor(error) };
}

/** The code is good for nothing any more: it makes no sense to try again. */
const isOver = (error: unknown): error is CallRefused =>
  error instanceof CallRefused &&
  (error.code === "VISIT_CODE_NOT_VALID" || error.code === "VISIT_ALREADY_AUTHORISED");

function decidedIn({ decided }: CallRefused, timeZone: string | undefined): string | null {
  return decided === null
    ? null
    : `Ya lo había autorizado ${decided.by?.name ?? "otra persona"} el ${formatDate(decided.at, timeZone)}.`;
}

/** Says whether the screen still stands when an answer comes. */
function useIsHere(): () => boolean {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return () => here.current;
}
