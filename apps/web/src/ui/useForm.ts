import { type FormEvent, useEffect, useRef, useState } from "react";

type Values = Record<string, unknown>;
export type Errors<V extends Values> = { [Field in keyof V]?: string | undefined };

/** What is wrong with each field, from all of them, so that two fields can be compared. */
export type Rules<V extends Values> = (values: V) => Errors<V>;

/** A rule for a field that may not be left empty. */
export const required = (value: unknown, sentence: string): string | undefined =>
  value === null ||
  value === undefined ||
  value === false ||
  (typeof value === "string" && value.trim() === "")
    ? sentence
    : undefined;

const stillRefused = <V extends Values>(refused: { values: V; errors: Errors<V> }, values: V): Errors<V> =>
  pickFields(refused.errors, (_error, field) => refused.values[field] === values[field]);

function pickFields<V extends Values>(
  errors: Errors<V>,
  keep: (error: string | undefined, field: keyof V) => boolean,
): Errors<V> {
  const kept: Errors<V> = {};
  for (const field in errors) {
    if (keep(errors[field], field)) {
      kept[field] = errors[field];
    }
  }
  return kept;
}

interface FormOptions {
  /** A code, a search, a question: it is typed again in a moment, and whoever leaves it is not asked whether they mean to. */
  isFleeting?: boolean;
}

/**
 * The values of a form and what is wrong with them. Errors appear on the first submission, or once a field was
 * checked, and then follow the typing; the first field that is wrong takes the focus.
 */
export function useForm<V extends Values>(
  initial: V,
  rules: Rules<V>,
  { isFleeting = false }: FormOptions = {},
) {
  const [began] = useState(initial);
  const [values, setValues] = useState(initial);
  const [wasSubmitted, setSubmitted] = useState(false);
  const [checked, setChecked] = useState<readonly (keyof V)[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const [refused, setRefused] = useState<{ values: V; errors: Errors<V> }>({ values: initial, errors: {} });
  const errors: Errors<V> = {
    ...stillRefused(refused, values),
    ...pickFields(
      rules(values),
      (error, field) => error !== undefined && (wasSubmitted || checked.includes(field)),
    ),
  };
  const [focusAsked, setFocusAsked] = useState(0);
  useEffect(() => {
    if (focusAsked > 0) {
      form.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
    }
  }, [focusAsked]);
  useEffect(() => {
    form.current?.toggleAttribute(
      "data-unsaved",
      !isFleeting && JSON.stringify(values) !== JSON.stringify(began),
    );
  });
  // Drawn together with what makes the field wrong: a frame of the browser may come before that on a slow phone.
  const focusWrong = () => setFocusAsked((asked) => asked + 1);

  return {
    form,
    values,
    errors,
    /** Value, setter and error of one text field, to spread on it. */
    text<Field extends keyof V & string>(field: Field & (V[Field] extends string ? Field : never)) {
      return {
        name: field,
        value: String(values[field]),
        onChange: (value: string) => setValues((before) => ({ ...before, [field]: value })),
        error: errors[field],
      };
    },
    set<Field extends keyof V>(field: Field, value: V[Field]) {
      setValues((before) => ({ ...before, [field]: value }));
    },
    /** Other values, as if nothing had been typed or sent yet. */
    reset(fresh: V) {
      setValues(fresh);
      setSubmitted(false);
      setChecked([]);
    },
    /** From now on what is wrong with these fields is said. Is nothing? */
    check(fields: readonly (keyof V)[]): boolean {
      setChecked((before) => [...new Set([...before, ...fields])]);
      const wrong = rules(values);
      return fields.every((field) => wrong[field] === undefined);
    },
    /** Gives the focus to the first field that is wrong, once it knows. */
    focusWrong,
    /**
     * What the server refused, said at its fields until they are changed. It stops nobody from asking again.
     * `now` are the values that stand there, where the form was reset to others just before.
     */
    refuse(fields: Errors<V>, now = values) {
      setRefused({ values: now, errors: fields });
      focusWrong();
    },
    /**
     * For `onSubmit`: calls `submit` when nothing is wrong, `blocked` otherwise. The first wrong field
     * takes the focus when `blocked` is over.
     */
    submit:
      (submit: (values: V) => void, blocked?: (wrong: Errors<V>) => Promise<void> | undefined) =>
      (event: FormEvent) => {
        event.preventDefault();
        setSubmitted(true);
        const wrong = rules(values);
        if (Object.values(wrong).every((error) => error === undefined)) {
          submit(values);
          return;
        }
        void Promise.resolve(blocked?.(wrong)).then(focusWrong);
      },
  };
}
