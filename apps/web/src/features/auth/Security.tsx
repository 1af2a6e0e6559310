import { lazy, Suspense } from "react";
import { useSignedIn } from "../../lib/useSession.ts";
import { PasswordCard } from "./PasswordCard.tsx";
import { SessionsCard } from "./SessionsCard.tsx";

const SecondFactorCard = lazy(async () => ({
  default: (await import("./SecondFactorCard.tsx")).SecondFactorCard,
}));

const PasskeysCard = lazy(async () => ({
  default: (await import("./PasskeysCard.tsx")).PasskeysCard,
}));

/** The part of the profile about who may come in as this person: the password, and where it was used. */
export function Security() {
  const { user } = useSignedIn();
  return (
    <>
      <PasswordCard />
      {user.userType === "ADMIN" ? (
        <Suspense fallback={null}>
          <SecondFactorCard />
          <PasskeysCard />
        </Suspense>
      ) : null}
      <SessionsCard />
    </>
  );
}
