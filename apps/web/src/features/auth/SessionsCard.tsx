import { IconDeviceDesktop, IconDeviceMobile } from "@tabler/icons-react";
import type { OwnSession } from "@umbral/contract/auth/sessions.contract";
import { formatDate } from "../../lib/dates.ts";
import { sentenceFor } from "../../lib/sentences.ts";
import { useSignedIn } from "../../lib/useSession.ts";
import { Button } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { ListStates } from "../../ui/ListStates.tsx";
import { notify } from "../../ui/notices.ts";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import css from "./Security.module.css";
import { useCloseOtherSessions, useCloseSession, useOwnSessions } from "./sessions.api.ts";

/** Where the person is signed in, and the way to end each. */
export function SessionsCard() {
  const query = useOwnSessions();
  return (
    <section className={css["card"]} aria-labelledby="sessions-card">
      <h2 id="sessions-card">Dónde tienes la sesión abierta</h2>
      <ListStates
        query={query}
        isEmpty={({ sessions }) => sessions.length === 0}
        skeleton={<CardSkeletons count={2} />}
        empty={{ title: "No tienes sesiones abiertas" }}
      >
        {({ sessions }) => <Sessions sessions={sessions} />}
      </ListStates>
    </section>
  );
}

function Sessions({ sessions }: { sessions: readonly OwnSession[] }) {
  const closeOthers = useCloseOtherSessions();
  const closeThem = async () => {
    const goesOn = await dialogs.confirm({
      title: "¿Cerrar todas las demás sesiones?",
      text: "En esos dispositivos habrá que iniciar sesión otra vez. En este sigues como estás.",
      takesAway: true,
    });
    if (goesOn) {
      closeOthers.mutate(undefined, {
        onSuccess: () => notify("Se cerraron las demás sesiones.", "good"),
        onError: (error) => notify(sentenceFor(error), "trouble"),
      });
    }
  };
  return (
    <>
      <ul>
        {sessions.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Button look="destructive" loading={closeOthers.isPending} onClick={() => void closeThem()}>
          Cerrar todas las demás
        </Button>
      ) : null}
    </>
  );
}

const PHONE = /iPhone|Android|iPad/;

function Session({ session: { id, device, createdAt, lastUsedAt, isCurrent } }: { session: OwnSession }) {
  const timeZone = useSignedIn().spaces[0]?.building.timeZone;
  const close = useCloseSession();
  const Icon = PHONE.test(device) ? IconDeviceMobile : IconDeviceDesktop;
  const closeIt = () =>
    close.mutate(id, {
      onSuccess: () => notify("Se cerró la sesión.", "good"),
      onError: (error) => notify(sentenceFor(error), "trouble"),
    });
  return (
    <li className={css["session"]}>
      <Icon aria-hidden="true" size={28} stroke={1.6} />
      <div className={css["facts"]}>
        <strong>{device}</strong>
        <span className={css["soft"]}>Último uso: {formatDate(lastUsedAt, timeZone)}</span>
        <span className={css["soft"]}>Abierta desde: {formatDate(createdAt, timeZone)}</span>
      </div>
      {isCurrent ? (
        <span className={css["here"]}>esta sesión</span>
      ) : (
        <Button
          look="destructive"
          aria-label={`Cerrar la sesión de ${device}`}
          loading={close.isPending}
          onClick={closeIt}
        >
          Cerrar
        </Button>
      )}
    </li>
  );
}
