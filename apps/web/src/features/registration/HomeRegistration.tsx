import { RegistrationPage } from "./RegistrationPage.tsx";
import { useRegistration } from "./useRegistration.ts";

/** /apartment/user/register */
export function ResidentRegistrationScreen() {
  return <RegistrationPage registration={useRegistration("resident")} />;
}

/** /apartment/owner/register */
export function OwnerRegistrationScreen() {
  return <RegistrationPage registration={useRegistration("owner")} />;
}
