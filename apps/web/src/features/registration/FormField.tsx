import type { ReactNode } from "react";
import { dayOf } from "../../lib/dates.ts";
import { CheckField, ChoiceField, PasswordField, SelectField, TextField } from "../../ui/fields.tsx";
import { PhotoPicker } from "../../ui/PhotoPicker.tsx";
import { isText, stepTitles } from "./form-fields.ts";
import {
  asDocumentType,
  asRole,
  type FieldName,
  hasLetters,
  typedCedula,
  typedPhone,
} from "./form-values.ts";
import { ApartmentField, BuildingField, FloorField, TowerField } from "./PlaceFields.tsx";
import { documentOptions, roleOptionsOf } from "./registration.strings.ts";
import { TermsField } from "./TermsField.tsx";
import type { RegistrationForm } from "./useRegistration.ts";

interface FieldProps {
  registration: RegistrationForm;
}

/** A field as it is drawn: by its own control, or as the line of text that the table says. */
export function FormField({ name, registration }: FieldProps & { name: FieldName }): ReactNode {
  const Own = controls[name];
  if (Own !== undefined) {
    return <Own registration={registration} />;
  }
  return isText(name) ? <TextField {...registration.text(name)} /> : null;
}

/** Those that are more than a line of text. */
const controls: { [Name in FieldName]?: (props: FieldProps) => ReactNode } = {
  buildingId: BuildingField,
  towerId: TowerField,
  floorId: FloorField,
  apartmentId: ApartmentField,
  role: RoleField,
  endsOn: LastDayField,
  livesHere: LivesHereField,
  photo: PhotoField,
  documentType: DocumentTypeField,
  cedula: CedulaField,
  phone: PhoneField,
  password: ({ registration }) => <PasswordField {...registration.text("password")} />,
  passwordConfirmation: ({ registration }) => (
    <PasswordField {...registration.text("passwordConfirmation")} />
  ),
  acceptTerms: ({ registration: { values, set, errorOf } }) => (
    <TermsField
      isAccepted={values.acceptTerms}
      error={errorOf("acceptTerms")}
      onChange={(isAccepted) => set("acceptTerms", isAccepted)}
    />
  ),
};

function RoleField({ registration: { kind, values, set } }: FieldProps) {
  return (
    <ChoiceField
      label={stepTitles.role}
      labelHidden
      name="role"
      options={roleOptionsOf(kind)}
      value={values.role}
      onChange={(chosen) => set("role", asRole(kind, chosen))}
    />
  );
}

function LastDayField({ registration: { text } }: FieldProps) {
  return <TextField {...text("endsOn")} min={dayOf(new Date())} />;
}

function LivesHereField({ registration: { values, set } }: FieldProps) {
  return (
    <CheckField checked={values.livesHere} onChange={(livesHere) => set("livesHere", livesHere)}>
      Vivo aquí
    </CheckField>
  );
}

/** The face by which the lobby and the home know somebody. */
function PhotoField({ registration: { values, set, errorOf } }: FieldProps) {
  return (
    <PhotoPicker
      label="Foto de tu rostro"
      value={values.photo}
      error={errorOf("photo")}
      onChange={(photo) => set("photo", photo)}
    />
  );
}

function DocumentTypeField({ registration: { values, set, errorOf } }: FieldProps) {
  return (
    <SelectField
      label="Tipo de documento"
      name="documentType"
      options={documentOptions}
      value={values.documentType}
      error={errorOf("documentType")}
      onChange={(chosen) => {
        const type = asDocumentType(chosen);
        set("documentType", type);
        // Letters that the new kind has not would stay where nobody can type them.
        set("cedula", typedCedula(type, values.cedula));
      }}
    />
  );
}

function CedulaField({ registration: { values, set, text } }: FieldProps) {
  const { documentType } = values;
  return (
    <TextField
      {...text("cedula")}
      onChange={(written) => set("cedula", typedCedula(documentType, written))}
      inputMode={hasLetters(documentType) ? "text" : "numeric"}
    />
  );
}

function PhoneField({ registration: { text, set } }: FieldProps) {
  return <TextField {...text("phone")} onChange={(written) => set("phone", typedPhone(written))} />;
}
