import { isResident } from "@umbral/contract/lib/policy";
import { useSignedIn } from "../../lib/useSession.ts";
import { BellTestCard } from "./BellTestCard.tsx";
import { InstallHint } from "./InstallHint.tsx";
import { PushCard } from "./PushCard.tsx";

/** The part of the profile about this device and the person's others: pushes, the bell, the app's icon. */
export function MyDevices() {
  const { spaces } = useSignedIn();
  const isCalled = spaces.some(({ role }) => isResident(role.name) || role.name === "PORTERIA");
  return (
    <>
      <PushCard isCalled={isCalled} />
      <BellTestCard />
      <InstallHint />
    </>
  );
}
