import { IconPhone, IconPhoneOutgoing } from "@tabler/icons-react";
import { isResident, may } from "@umbral/contract/lib/policy";
import { lazy, Suspense } from "react";
import { paths } from "../../lib/paths.ts";
import { principalOf } from "../../lib/useMay.ts";
import { useSignedIn } from "../../lib/useSession.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { useRingLobby } from "./calling/index.ts";
import css from "./HomeCalls.module.css";
import { LastCameSkeleton } from "./LastCameSkeleton.tsx";

/** Below the doors, and of an answer that comes after them. */
const LastCame = lazy(async () => ({ default: (await import("./LastCame.tsx")).LastCame }));

interface HomeCallsProps {
  building: { id: string; timeZone?: string | undefined };
}

/** The way to call the lobby of a building, who came to one's home there last, and the way to all calls. */
export function HomeCalls({ building }: HomeCallsProps) {
  const current = useSignedIn();
  const home = current.spaces.find(
    ({ role, apartment, building: { id } }) =>
      id === building.id && isResident(role.name) && apartment !== null,
  )?.apartment;
  const { ring, dialog } = useRingLobby();
  if (!may(principalOf(current), "calls.ring-lobby", { buildingId: building.id })) {
    return null;
  }
  return (
    <section className={css["calls"]} aria-label="Portería y llamadas">
      <Button icon={<IconPhoneOutgoing aria-hidden="true" size={22} />} onClick={() => ring(building.id)}>
        Llamar a portería
      </Button>
      <ButtonLink to={paths.calls} look="quiet" icon={<IconPhone aria-hidden="true" size={20} />}>
        Llamadas
      </ButtonLink>
      {home ? (
        <Suspense fallback={<LastCameSkeleton />}>
          <LastCame key={home.id} apartmentId={home.id} timeZone={building.timeZone} />
        </Suspense>
      ) : null}
      {dialog}
    </section>
  );
}
