import { CheckField, ChoiceField, TextField } from "../../ui/fields.tsx";
import { asOwnerRole, asResidentRole } from "./form-values.ts";
import {
  DocumentFields,
  EmailField,
  NameField,
  PasswordFields,
  PhoneField,
  PhotoField,
} from "./PersonFields.tsx";
import { BuildingField, HomeFields } from "./PlaceFields.tsx";
import { FormPart, RegistrationPage } from "./RegistrationPage.tsx";
import { ownerRoleOptions, residentRoleOptions } from "./registration.strings.ts";
import { type RegistrationForm, useRegistration } from "./useRegistration.ts";

/** /apartment/user/register */
export function ResidentRegistrationScreen() {
  return <HomeRegistration registration={useRegistration("resident")} />;
}

/** /apartment/owner/register */
export function OwnerRegistrationScreen() {
  return <HomeRegistration registration={useRegistration("owner")} />;
}

/** The two forms that are about an apartment. */
function HomeRegistration({ registration }: { registration: RegistrationForm }) {
  const isOwner = registration.kind === "owner";
  return (
    <RegistrationPage registration={registration}>
      <FormPart title="Tu apartamento">
        <BuildingField registration={registration} />
        <HomeFields registration={registration} />
      </FormPart>
      <FormPart title="Qué eres en el apartamento">
        {isOwner ? <OwnerRole registration={registration} /> : <ResidentRole registration={registration} />}
      </FormPart>
      <FormPart title="Tus datos">
        <PhotoField registration={registration} />
        <NameField registration={registration} />
        <DocumentFields registration={registration} />
        <EmailField registration={registration} />
        <PhoneField registration={registration} />
      </FormPart>
      <FormPart title="Tu contraseña">
        <PasswordFields registration={registration} />
      </FormPart>
    </RegistrationPage>
  );
}

function ResidentRole({ registration: { values, set, text } }: { registration: RegistrationForm }) {
  return (
    <>
      <ChoiceField
        label="Qué eres en el apartamento"
        labelHidden
        name="role"
        options={residentRoleOptions}
        value={values.residentRole}
        onChange={(chosen) => set("residentRole", asResidentRole(chosen))}
      />
      {values.residentRole === "RESIDENTE_TEMPORAL" ? (
        <TextField
          {...text("endsOn")}
          label="Fecha de salida"
          hint="El último día de tu estadía."
          type="date"
          min={today()}
          required
        />
      ) : null}
    </>
  );
}

function OwnerRole({ registration: { values, set } }: { registration: RegistrationForm }) {
  return (
    <>
      <ChoiceField
        label="Qué eres en el apartamento"
        labelHidden
        name="role"
        options={ownerRoleOptions}
        value={values.ownerRole}
        onChange={(chosen) => set("ownerRole", asOwnerRole(chosen))}
      />
      {/* A leader always lives there. */}
      {values.ownerRole === "PROPIETARIO" ? (
        <CheckField checked={values.livesHere} onChange={(livesHere) => set("livesHere", livesHere)}>
          Vivo aquí
        </CheckField>
      ) : null}
    </>
  );
}

/** `2026-11-21`, as a date field takes it, in the buildings' own time. */
const today = (): string => new Date().toLocaleDateString("sv-SE", { timeZone: "America/Bogota" });
