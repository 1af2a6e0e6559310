import { lazy, Suspense } from "react";
import { useMay } from "../../lib/useMay.ts";
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
  const hasSecondFactor = useMay("second-factor.own");
  return (
    <>
      <PasswordCard />
      {hasSecondFactor ? (
        <Suspense fallback={null}>
          <SecondFactorCard />
          <PasskeysCard />
        </Suspense>
      ) : null}
      <SessionsCard />
    </>
  );
}
