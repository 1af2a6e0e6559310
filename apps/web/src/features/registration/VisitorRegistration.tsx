import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { paths } from "../../lib/paths.ts";
import { RegistrationPage } from "./RegistrationPage.tsx";
import { useRegistration } from "./useRegistration.ts";

/** /apartment/visitor/register */
export function VisitorRegistrationScreen() {
  const registration = useRegistration("visitor");
  return (
    <RegistrationPage
      registration={registration}
      aside={
        <>
          <OtherForm to={paths.expressRegistration}>¿Vienes solo una vez? Registro rápido</OtherForm>
          <ToCode />
        </>
      }
    />
  );
}

/** /apartment/visitor/express/register */
export function ExpressRegistrationScreen() {
  const registration = useRegistration("express");
  return (
    <RegistrationPage
      registration={registration}
      aside={
        <>
          <OtherForm to={paths.visitorRegistration}>
            ¿Vienes seguido? Regístrate como visitante frecuente
          </OtherForm>
          <ToCode />
        </>
      }
    />
  );
}

/** For who is registered already, and has no password to sign in with. */
const ToCode = () => <Link to={paths.visitCode}>¿Ya te registraste? Solicita tu código de ingreso</Link>;

/** In the place of this form, for the same person: both lead back to where they came from. */
function OtherForm({ to, children }: { to: string; children: ReactNode }) {
  const { state } = useLocation();
  return (
    <Link to={to} replace state={state}>
      {children}
    </Link>
  );
}
