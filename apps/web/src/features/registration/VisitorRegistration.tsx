import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { paths } from "../../lib/paths.ts";
import {
  DocumentFields,
  EmailField,
  NameField,
  PasswordFields,
  PhoneField,
  PhotoField,
} from "./PersonFields.tsx";
import { BuildingField } from "./PlaceFields.tsx";
import { FormPart, RegistrationPage } from "./RegistrationPage.tsx";
import { useRegistration } from "./useRegistration.ts";

/** /apartment/visitor/register */
export function VisitorRegistrationScreen() {
  const registration = useRegistration("visitor");
  return (
    <RegistrationPage
      registration={registration}
      aside={<OtherForm to={paths.expressRegistration}>¿Vienes solo una vez? Registro rápido</OtherForm>}
    >
      <FormPart title="A dónde vienes">
        <BuildingField registration={registration} />
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

/** /apartment/visitor/express/register */
export function ExpressRegistrationScreen() {
  const registration = useRegistration("express");
  return (
    <RegistrationPage
      registration={registration}
      aside={
        <OtherForm to={paths.visitorRegistration}>
          ¿Vienes seguido? Regístrate como visitante frecuente
        </OtherForm>
      }
    >
      <FormPart title="A dónde vienes">
        <BuildingField registration={registration} />
      </FormPart>
      <FormPart title="Tus datos">
        <PhotoField registration={registration} />
        <DocumentFields registration={registration} />
        <PhoneField registration={registration} />
      </FormPart>
    </RegistrationPage>
  );
}

/** In the place of this form, for the same person: both lead back to where they came from. */
function OtherForm({ to, children }: { to: string; children: ReactNode }) {
  const { state } = useLocation();
  return (
    <Link to={to} replace state={state}>
      {children}
    </Link>
  );
}
