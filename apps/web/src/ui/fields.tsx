import { IconAlertCircle, IconEye, IconEyeOff, IconX } from "@tabler/icons-react";
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useRef,
  useState,
} from "react";
import { joined } from "./Button.tsx";
import css from "./fields.module.css";
import type { Option } from "./options.ts";
import typing from "./typing.module.css";

interface FieldBasics {
  label: string;
  /** What is wrong with it, beginning with '* '. */
  error?: string | undefined;
  /** One line that helps before anything is wrong. */
  hint?: string | undefined;
}

interface TextFieldProps
  extends FieldBasics,
    Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value"> {
  value: string;
  onChange(value: string): void;
  ref?: Ref<HTMLInputElement>;
}

/** One line of text with its label, its hint and what is wrong with it. */
export function TextField({ label, error, hint, value, onChange, className, ...rest }: TextFieldProps) {
  const ids = useFieldIds(error, hint);
  const input = (
    <input
      type="text"
      {...rest}
      {...ids.control}
      className={joined(css["control"], typing["typing"], className)}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
  return (
    <Field label={label} error={error} hint={hint} ids={ids}>
      {rest.type === "search" ? (
        <Clearable isEmpty={value === ""} onClear={() => onChange("")}>
          {input}
        </Clearable>
      ) : (
        input
      )}
    </Field>
  );
}

interface AreaFieldProps
  extends FieldBasics,
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "onChange" | "value"> {
  value: string;
  onChange(value: string): void;
}

/** Several lines of text. */
export function AreaField({ label, error, hint, value, onChange, className, ...rest }: AreaFieldProps) {
  const ids = useFieldIds(error, hint);
  return (
    <Field label={label} error={error} hint={hint} ids={ids}>
      <textarea
        rows={5}
        {...rest}
        {...ids.control}
        className={joined(css["control"], css["area"], typing["typing"], className)}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

interface ClearableProps {
  isEmpty: boolean;
  onClear(): void;
  children: ReactNode;
}

/** A search with a button of ours that empties it: the browser's own is small, and looks as each browser likes. */
function Clearable({ isEmpty, onClear, children }: ClearableProps) {
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} className={css["withButton"]}>
      {children}
      {isEmpty ? null : (
        <button
          type="button"
          className={css["reveal"]}
          aria-label="Borrar la búsqueda"
          onClick={() => {
            onClear();
            // The button is gone with what it emptied.
            place.current?.querySelector("input")?.focus();
          }}
        >
          <IconX aria-hidden="true" size={20} />
        </button>
      )}
    </div>
  );
}

/** A password that can be shown while it is typed. */
export function PasswordField({ label, error, hint, value, onChange, className, ...rest }: TextFieldProps) {
  const ids = useFieldIds(error, hint);
  const [isShown, setShown] = useState(false);
  return (
    <Field label={label} error={error} hint={hint} ids={ids}>
      <div className={css["withButton"]}>
        <input
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          {...rest}
          {...ids.control}
          type={isShown ? "text" : "password"}
          className={joined(css["control"], typing["typing"], className)}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <button
          type="button"
          className={css["reveal"]}
          aria-label={isShown ? "Ocultar contraseña" : "Mostrar contraseña"}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <IconEyeOff aria-hidden="true" size={22} /> : <IconEye aria-hidden="true" size={22} />}
        </button>
      </div>
    </Field>
  );
}

interface SelectFieldProps
  extends FieldBasics,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, "onChange" | "value"> {
  value: string;
  onChange(value: string): void;
  options: readonly Option[];
  /** Shown while nothing is chosen. Without it the first option is. */
  placeholder?: string;
  ref?: Ref<HTMLSelectElement>;
}

/** One choice among a few dozen, with the picker that each device has. */
export function SelectField({
  label,
  error,
  hint,
  value,
  onChange,
  options,
  placeholder,
  className,
  ...rest
}: SelectFieldProps) {
  const ids = useFieldIds(error, hint);
  return (
    <Field label={label} error={error} hint={hint} ids={ids}>
      <select
        {...rest}
        {...ids.control}
        className={joined(css["control"], typing["typing"], css["select"], className)}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {placeholder === undefined ? null : (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

interface ChoiceFieldProps {
  label: string;
  /** Kept for who cannot see: the choices speak for themselves. */
  labelHidden?: boolean;
  name: string;
  value: string;
  onChange(value: string): void;
  options: readonly Option[];
}

/** Two or three choices, all in sight. */
export function ChoiceField({ label, labelHidden, name, value, onChange, options }: ChoiceFieldProps) {
  return (
    <fieldset className={css["choices"]}>
      <legend className={labelHidden ? "um-hidden" : css["label"]}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={css["choice"]}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface CheckFieldProps {
  checked: boolean;
  onChange(checked: boolean): void;
  error?: string | undefined;
  /** Id of what says that the boxes of its group are wrong. */
  wrongBy?: string | undefined;
  children: ReactNode;
}

/** A box to tick, with its sentence beside it. */
export function CheckField({ checked, onChange, error, wrongBy, children }: CheckFieldProps) {
  const ids = useFieldIds(error, undefined);
  const ofGroup = wrongBy === undefined ? {} : { "aria-invalid": true, "aria-describedby": wrongBy };
  return (
    <div className={css["field"]}>
      <label className={css["check"]}>
        <input
          type="checkbox"
          {...ids.control}
          {...ofGroup}
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{children}</span>
      </label>
      <FieldError id={ids.error} error={error} />
    </div>
  );
}

interface FieldProps extends FieldBasics {
  ids: ReturnType<typeof useFieldIds>;
  children: ReactNode;
}

function Field({ label, error, hint, ids, children }: FieldProps) {
  return (
    <div className={css["field"]}>
      <label className={css["label"]} htmlFor={ids.control.id}>
        {label}
      </label>
      {children}
      {hint === undefined ? null : (
        <p id={ids.hint} className={css["hint"]}>
          {hint}
        </p>
      )}
      <FieldError id={ids.error} error={error} />
    </div>
  );
}

/** What is wrong with one field, for parts that draw their own control. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <p id={id} className={css["error"]} aria-live="polite">
      {error === undefined ? null : (
        <>
          <IconAlertCircle aria-hidden="true" size={18} />
          <span>{error}</span>
        </>
      )}
    </p>
  );
}

function useFieldIds(error: string | undefined, hint: string | undefined) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return {
    hint: `${id}-hint`,
    error: `${id}-error`,
    control: {
      id,
      "aria-invalid": error === undefined ? undefined : true,
      "aria-describedby": described === "" ? undefined : described,
    },
  };
}
