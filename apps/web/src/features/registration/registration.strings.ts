import { documentLabels } from "@umbral/contract/registration/document-words";
import type { OwnerRole, ResidentRole } from "@umbral/contract/registration/registration.contract";
import { optionsOfWords } from "../../ui/options.ts";
import type { FormKind } from "./form-values.ts";

/** Titles of the specification (§2); the quick form's is ours. */
export const titles: Readonly<Record<FormKind, string>> = {
  resident: "Registro de Residentes y Personal Autorizado",
  owner: "Registro de Propietario o Residente Líder",
  visitor: "Registro Visitantes",
  express: "Registro rápido de visitantes",
};

export const intros: Readonly<Record<FormKind, string>> = {
  resident:
    "Para quien vive o trabaja en un apartamento. El residente líder o la administración aprueba tu solicitud.",
  owner: "Para quien es dueño o lidera un apartamento. La administración aprueba tu solicitud.",
  visitor: "Para quien viene seguido. Quedas registrado de inmediato y pides tus códigos de ingreso aquí.",
  express: "Para quien viene una vez. No necesitas contraseña.",
};

export const PASSWORDS_DIFFER = "* Las contraseñas no coinciden";

/** What is wrong with something that was filled in. The specification leaves these to us. */
export const shapeMessages = {
  cedula: "* El número no corresponde al tipo de documento",
  phone: "* El número de teléfono no es válido",
  email: "* El correo electrónico no es válido",
  password: "* La contraseña debe tener 8 caracteres o más",
} as const;

export const BLOCKED = "Por favor completar los campos requeridos";
export const EXPRESS_FAILED = "Hubo un error en el proceso de su registro.";
/** After a failure without an answer: what to do, and that nothing was lost. */
export const TRY_AGAIN = "Revisa tu internet e intenta de nuevo: lo que escribiste sigue en el formulario.";

/** What comes after a registration that went well. */
export const nextSteps: Readonly<Record<FormKind, string>> = {
  resident: "Tu solicitud está pendiente de aprobación. Inicia sesión cuando quieras para ver cómo va.",
  owner: "Tu solicitud está pendiente de aprobación. Inicia sesión cuando quieras para ver cómo va.",
  visitor: "Ya puedes iniciar sesión con tu documento y tu contraseña.",
  express:
    "Ya puedes pedir tu código de ingreso. Si vienes seguido, completa después tu registro de visitante.",
};

export const ASK_FOR_CODE = "Solicitar código";

export const claimSentences = {
  title: "Confirma que eres tú",
  text: "Ya tienes un registro rápido con este documento. Enviamos por mensaje de texto un código de seis dígitos al teléfono con el que te registraste.",
  empty: "* Debes ingresar el código",
  wrong: "* El código no es válido o ya venció",
} as const;

/** By label, as the specification asks for. */
export const documentOptions = optionsOfWords(documentLabels).sort((one, other) =>
  one.label.localeCompare(other.label, "es"),
);

const residentRoleOptions = optionsOfWords({
  RESIDENTE: "Residente",
  RESIDENTE_TEMPORAL: "Residente temporal",
  EMPLEADO_ADMINISTRATIVO: "Empleado administrativo",
  SERVICIOS: "Servicios (aseo, cuidado, reparaciones)",
} satisfies Readonly<Record<ResidentRole, string>>);

const ownerRoleOptions = optionsOfWords({
  PROPIETARIO: "Propietario",
  RESIDENTE_LIDER: "Residente líder",
} satisfies Readonly<Record<OwnerRole, string>>);

export const roleOptionsOf = (kind: FormKind) => (kind === "owner" ? ownerRoleOptions : residentRoleOptions);

/** After ten minutes in which nobody typed. */
export const FORGOTTEN_DRAFT = "Borramos lo que habías escrito: pasaron 10 minutos sin cambios.";
