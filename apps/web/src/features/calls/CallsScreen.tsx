import { IconHomeOff, IconPhoneOutgoing } from "@tabler/icons-react";
import { isResident, may } from "@umbral/contract/lib/policy";
import { principalOf } from "../../lib/useMay.ts";
import { useSignedIn } from "../../lib/useSession.ts";
import { Button } from "../../ui/Button.tsx";
import { Empty } from "../../ui/ListStates.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { HomeSign } from "../entrance-sign/index.ts";
import { PushInvitation } from "../notifications/index.ts";
import css from "./CallsScreen.module.css";
import { useRingLobby } from "./calling/index.ts";
import { BlockedCallers, CallHistory } from "./history/index.ts";

/** '/building/dashboard/llamadas': the calls of one's home, and the way to call the lobby. */
export function CallsScreen() {
  const current = useSignedIn();
  const principal = principalOf(current);
  const home = current.spaces.find(({ role, apartment }) => isResident(role.name) && apartment !== null);
  const lobby = current.spaces.find(({ building }) =>
    may(principal, "calls.ring-lobby", { buildingId: building.id }),
  );
  const { ring, dialog } = useRingLobby();
  const mayRingFromHome =
    home !== undefined && may(principal, "calls.ring-lobby", { buildingId: home.building.id });
  return (
    <Screen loose className={css["column"]}>
      <header className={css["head"]}>
        <div>
          <h1>Llamadas</h1>
          <p className={css["place"]}>
            {home?.apartment ? `${home.apartment.name} · ${home.building.name}` : lobby?.building.name}
          </p>
        </div>
        {lobby === undefined ? null : (
          <Button
            icon={<IconPhoneOutgoing aria-hidden="true" size={22} />}
            onClick={() => ring(lobby.building.id)}
          >
            Llamar a portería
          </Button>
        )}
      </header>
      {home === undefined ? null : <PushInvitation />}
      {home?.apartment ? (
        <>
          <CallHistory
            key={home.apartment.id}
            apartmentId={home.apartment.id}
            buildingId={home.building.id}
            timeZone={home.building.timeZone}
            onCallBack={mayRingFromHome ? () => ring(home.building.id) : null}
          />
          <HomeSign apartmentId={home.apartment.id} />
          <BlockedCallers apartmentId={home.apartment.id} />
        </>
      ) : (
        <Empty
          icon={<IconHomeOff size={32} stroke={1.6} />}
          title="No tienes un apartamento en este edificio."
          hint="Aquí ven sus llamadas quienes viven en uno."
        />
      )}
      {dialog}
    </Screen>
  );
}
