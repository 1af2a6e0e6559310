import { IconDeviceDesktop, IconLogout } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { PersonPage } from "@umbral/contract/users/person.contract";
import { formatDate } from "../../../lib/dates.ts";
import { Button } from "../../../ui/Button.tsx";
import { dialogs } from "../../../ui/dialogs.ts";
import { sayFailed } from "../../../ui/failed.ts";
import { notify } from "../../../ui/notices.ts";
import { Panel } from "../../../ui/Panel.tsx";
import css from "./Person.module.css";
import { endSession } from "./person.api.ts";
import { buildingsOf } from "./person-buildings.ts";

type Session = NonNullable<PersonPage["sessions"]>[number];

interface PersonSessionsProps {
  person: PersonPage;
  sessions: readonly Session[];
  onChanged(): Promise<void>;
}

/** 'Sesiones abiertas': where they are signed in, each to be ended. */
export const PersonSessions = ({ person, sessions, onChanged }: PersonSessionsProps) => (
  <Panel title="Sesiones abiertas">
    {sessions.length === 0 ? (
      <p className={css["soft"]}>No tiene sesiones abiertas.</p>
    ) : (
      <ul className={css["rows"]}>
        {sessions.map((session) => (
          <Row key={session.id} person={person} session={session} onChanged={onChanged} />
        ))}
      </ul>
    )}
  </Panel>
);

function Row({
  person,
  session: { id, device, createdAt, lastUsedAt },
  onChanged,
}: Omit<PersonSessionsProps, "sessions"> & { session: Session }) {
  const timeZone = buildingsOf(person)[0]?.timeZone;
  const ending = useMutation({
    mutationFn: () => endSession(person.id, id),
    onSuccess: () => notify(`Se cerró la sesión de ${person.name}.`, "good"),
    onError: (error) => void sayFailed(error),
    onSettled: onChanged,
  });
  const end = async () => {
    const isMeant = await dialogs.confirm({
      title: `¿Cerrar la sesión de ${person.name}?`,
      text: `En ${device} tendrá que iniciar sesión otra vez, y termina la llamada que tenga allí.`,
      takesAway: true,
    });
    if (isMeant) {
      ending.mutate();
    }
  };
  return (
    <li className={css["event"]}>
      <IconDeviceDesktop aria-hidden="true" size={22} />
      <span>
        <strong>{device}</strong>
        <span className={css["soft"]}>
          Último uso: {formatDate(lastUsedAt, timeZone)} · desde el {formatDate(createdAt, timeZone)}
        </span>
        <span className={css["acts"]}>
          <Button
            look="destructive"
            icon={<IconLogout aria-hidden="true" size={20} />}
            aria-label={`Cerrar sesión en ${device}`}
            loading={ending.isPending}
            onClick={() => void end()}
          >
            Cerrar sesión
          </Button>
        </span>
      </span>
    </li>
  );
}
