import type { InputHTMLAttributes } from "react";
import {
  asDocumentType,
  asRole,
  type Bodies,
  type FieldName,
  type FormKind,
  type FormValues,
  type TextName,
} from "./form-values.ts";

/*
 * Every field of the registration forms, once: what a form is before anybody typed, what it asks for, what a draft
 * keeps, and what is said of a field all follow from here. The contract's schema says which fields there are: one
 * that stands not here does not compile.
 */

/** A field that is a line of text: its label, and what the browser should know of it. */
type Line = { label: string; hint?: string } & Pick<
  InputHTMLAttributes<HTMLInputElement>,
  "type" | "inputMode" | "autoComplete" | "autoCapitalize" | "spellCheck" | "maxLength"
>;

/** Homes' forms and visitors' have sentences of their own (specification §5). */
type Sentence = string | { home: string; visit: string };

interface Field<Value> {
  empty: Value;
  /** As the list of errors names it. `cedula` and `email` stay as the specification's client shows them. */
  called: string;
  /** What is said under it when it is empty; without it, it may be. */
  missing?: Sentence;
  /** What a draft kept of it; without it, no draft does. */
  restore?(kept: unknown, kind: FormKind): Value;
  /** Is it asked for, as the form is filled in so far? */
  isAsked?(values: FormValues): boolean;
  line?: Line;
}

/** Fields that the contract does not let be left out. */
type RequiredName = {
  [Name in FieldName]: undefined extends (Bodies["resident"] & Bodies["owner"])[Name] ? never : Name;
}[FieldName];

/** A text that a reload brings back. */
const kept = { empty: "", restore: (text: unknown) => (typeof text === "string" ? text : "") };

/** Sentences are the specification's, letter by letter (§5). */
export const fields: { readonly [Name in FieldName]: Field<FormValues[Name]> } & {
  readonly [Name in RequiredName]: { missing: Sentence };
} & { readonly [Name in TextName]: { line: Line } } = {
  buildingId: { ...kept, called: "edificio", missing: "* Debes seleccionar un edificio" },
  towerId: { ...kept, called: "torre", missing: "* Debes seleccionar la torre" },
  floorId: { ...kept, called: "piso", missing: "* Debes seleccionar el piso" },
  apartmentId: { ...kept, called: "apartamento", missing: "* Debes seleccionar el apartamento" },
  role: { empty: "RESIDENTE", called: "rol", restore: (role, kind) => asRole(kind, role) },
  endsOn: {
    ...kept,
    called: "fecha de salida",
    missing: "* El campo es obligatorio",
    isAsked: ({ role }) => role === "RESIDENTE_TEMPORAL",
    line: { label: "Fecha de salida", hint: "El último día de tu estadía.", type: "date" },
  },
  // A leader always lives there.
  livesHere: {
    empty: false,
    called: "vivo aquí",
    restore: (ticked) => ticked === true,
    isAsked: ({ role }) => role === "PROPIETARIO",
  },
  photo: { empty: null, called: "foto", missing: "* Debes agregar la foto" },
  name: {
    ...kept,
    called: "nombre",
    missing: "* Debes diligenciar el nombre",
    line: { label: "Nombre completo", autoComplete: "name", maxLength: 120 },
  },
  documentType: { empty: "CEDULA_CIUDADANIA", called: "tipo de documento", restore: asDocumentType },
  cedula: {
    ...kept,
    called: "cedula",
    missing: "* Debes diligenciar la cédula",
    line: {
      label: "Número de documento",
      autoComplete: "username",
      autoCapitalize: "characters",
      maxLength: 40,
    },
  },
  email: {
    ...kept,
    called: "email",
    missing: {
      home: "* Debes diligenciar el email",
      visit: "* Debes diligenciar el correo electrónico",
    },
    line: {
      label: "Correo",
      type: "email",
      inputMode: "email",
      autoComplete: "email",
      autoCapitalize: "none",
      spellCheck: false,
      maxLength: 254,
    },
  },
  phone: {
    ...kept,
    called: "teléfono",
    missing: {
      home: "* Debes diligenciar el teléfono",
      visit: "* Debes diligenciar el número de teléfono",
    },
    line: {
      label: "Celular",
      hint: "Con 10 dígitos: nosotros agregamos el +57. Si es de otro país, comienza con + y su código.",
      type: "tel",
      inputMode: "tel",
      autoComplete: "tel-national",
      maxLength: 20,
    },
  },
  password: {
    empty: "",
    called: "contraseña",
    missing: { home: "* Debes ingresar una contraseña", visit: "* Debes diligenciar una contraseña" },
    line: {
      label: "Contraseña",
      hint: "8 caracteres o más.",
      type: "password",
      autoComplete: "new-password",
      maxLength: 200,
    },
  },
  passwordConfirmation: {
    empty: "",
    called: "confirmación de la contraseña",
    missing: "* Debes confirmar la contraseña",
    line: {
      label: "Confirmar contraseña",
      type: "password",
      autoComplete: "new-password",
      maxLength: 200,
    },
  },
  acceptTerms: {
    empty: false,
    called: "términos y condiciones",
    missing: "* Debes aceptar los términos y condiciones",
  },
};

/** The steps of the forms, as they are called over their fields. Each is one screenful of a phone. */
export const stepTitles = {
  home: "Tu apartamento",
  role: "Qué eres en el apartamento",
  visit: "Tu visita",
  person: "Tus datos",
  contact: "Tu foto y tu contacto",
  photo: "Tu foto",
  password: "Tu contraseña",
} as const;
export type Step = keyof typeof stepTitles;
type FieldsOf<Kind extends FormKind> = Record<Exclude<keyof Bodies[Kind], "claimCode">, Step>;

const home = { buildingId: "home", towerId: "home", floorId: "home", apartmentId: "home" } as const;
const person = { name: "person", documentType: "person", cedula: "person" } as const;
const contact = { photo: "contact", email: "contact", phone: "contact" } as const;
// A visitor's passwords are compared when the form is sent (specification §5): they stand in its last step.
const ending = { password: "password", passwordConfirmation: "password", acceptTerms: "password" } as const;

/** What each form asks for: from its first step to its last, each field by the step that it stands in. */
export const formFields = {
  resident: {
    ...home,
    role: "role",
    endsOn: "role",
    ...person,
    ...contact,
    ...ending,
  } satisfies FieldsOf<"resident">,
  owner: {
    ...home,
    role: "role",
    livesHere: "role",
    ...person,
    ...contact,
    ...ending,
  } satisfies FieldsOf<"owner">,
  visitor: {
    buildingId: "visit",
    name: "visit",
    documentType: "visit",
    cedula: "visit",
    ...contact,
    ...ending,
  } satisfies FieldsOf<"visitor">,
  express: {
    buildingId: "visit",
    documentType: "visit",
    cedula: "visit",
    phone: "visit",
    photo: "photo",
    acceptTerms: "photo",
  } satisfies FieldsOf<"express">,
} as const;

/** The steps of a form, from its first to its last. */
export const stepsOf = (kind: FormKind): readonly Step[] => [
  ...new Set(Object.values<Step>(formFields[kind])),
];

export const isField = (name: string): name is FieldName => Object.hasOwn(fields, name);

/** Is this field a line of text, drawn by what stands in the table alone? */
export const isText = (name: FieldName): name is TextName => fields[name].line !== undefined;

/** All fields, each with what `of` says of it. */
function eachField<Value>(of: (name: FieldName) => Value): [FieldName, Value][] {
  return Object.keys(fields)
    .filter(isField)
    .map((name) => [name, of(name)]);
}

/** A form before anybody typed. */
export function emptyForm(kind: FormKind): FormValues {
  const empty = Object.fromEntries(eachField((name) => fields[name].empty)) as FormValues;
  return { ...empty, role: asRole(kind, "") };
}

/** The fields as the list of errors names them, and the code that is sent with a form. */
export const fieldNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(eachField((name) => fields[name].called)),
  claimCode: "código",
};

/** The fields of a form that are asked for as it is filled in so far, from its beginning to its end. */
export function askedIn(kind: FormKind, values: FormValues): { name: FieldName; step: Step }[] {
  return Object.entries<Step>(formFields[kind]).flatMap(([name, step]) =>
    isField(name) && (fields[name].isAsked?.(values) ?? true) ? [{ name, step }] : [],
  );
}

/** What this form says under a field that is empty; undefined where it may be. */
export function missingOf(kind: FormKind, name: FieldName): string | undefined {
  const { missing } = fields[name];
  return typeof missing === "object"
    ? missing[kind === "resident" || kind === "owner" ? "home" : "visit"]
    : missing;
}
