import { PasswordCard } from "./PasswordCard.tsx";
import { SessionsCard } from "./SessionsCard.tsx";

/** The part of the profile about who may come in as this person: the password, and where it was used. */
export function Security() {
  return (
    <>
      <PasswordCard />
      <SessionsCard />
    </>
  );
}
