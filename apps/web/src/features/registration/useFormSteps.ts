import { useEffect, useEffectEvent, useRef } from "react";
import type { useForm } from "../../ui/useForm.ts";
import { askedIn, isField, stepsOf, stepTitles } from "./form-fields.ts";
import { wrongIn } from "./form-rules.ts";
import type { FieldName, FormKind, FormValues } from "./form-values.ts";
import { useLeftFields } from "./useLeftFields.ts";
import { useSteps } from "./useSteps.ts";

type Form = Pick<ReturnType<typeof useForm<FormValues>>, "form" | "values" | "check" | "focusWrong">;

/** The steps of a form: what each asks for, when one is done, and where something is wrong. */
export function useFormSteps(kind: FormKind, { form, values, check, focusWrong }: Form) {
  const names = stepsOf(kind);
  const heading = useRef<HTMLHeadingElement>(null);
  /** The field that is wrong is where one arrives, instead of the step's own title. */
  const seeksWrong = useRef(false);
  const { step, isFirst, isLast, goOn, goBackTo } = useSteps(names.length - 1, () => {
    if (seeksWrong.current) {
      focusWrong();
    } else {
      heading.current?.focus();
    }
    seeksWrong.current = false;
  });
  const open = names[step] ?? "password";
  const asked = askedIn(kind, values);
  const fields = asked.filter((field) => field.step === open).map(({ name }) => name);

  /** The first step in which one of these stands; this one when none does. */
  const firstOf = (wrong: readonly FieldName[]): number => {
    const found = asked.find(({ name }) => wrong.includes(name));
    return found === undefined ? step : names.indexOf(found.step);
  };

  // What a reload does not bring back, and an entry of the history after a form that was sent, has to be given again.
  const beginAtMissing = useEffectEvent(() => goBackTo(firstOf(namesIn(wrongIn(kind, values)))));
  useEffect(() => beginAtMissing(), []);
  useLeftFields(form, (left) => check(left.filter(isField)));

  return {
    isFirst,
    isLast,
    heading,
    title: `Paso ${step + 1} de ${names.length} · ${stepTitles[open]}`,
    step,
    count: names.length,
    fields,
    goBack: () => goBackTo(step - 1),
    goBackTo,
    /** On to the next step, or to what is wrong in this one. */
    finish(): void {
      if (check(fields)) {
        goOn();
      } else {
        focusWrong();
      }
    },
    /** To the first of these fields, in whichever step it stands. */
    showWrong(wrong: readonly string[]): void {
      const target = firstOf(wrong.filter(isField));
      if (target < step) {
        seeksWrong.current = true;
        goBackTo(target);
      } else {
        focusWrong();
      }
    },
  };
}

const namesIn = (wrong: Partial<Record<FieldName, string | undefined>>): FieldName[] =>
  Object.keys(wrong).filter(isField);
