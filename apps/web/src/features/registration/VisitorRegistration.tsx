import { Link } from "react-router";
import { paths } from "../../app/paths.ts";
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
      aside={<Link to={paths.expressRegistration}>¿Vienes solo una vez? Registro rápido</Link>}
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
      aside={<Link to={paths.visitorRegistration}>¿Vienes seguido? Regístrate como visitante frecuente</Link>}
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
