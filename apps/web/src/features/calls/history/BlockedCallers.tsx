import type { BlockedCaller } from "@umbral/contract/calls/blocked-callers.contract";
import { useId } from "react";
import { formatDate } from "../../../lib/dates.ts";
import { useSignedIn } from "../../../lib/useSession.ts";
import { Button } from "../../../ui/Button.tsx";
import { sayFailed } from "../../../ui/failed.ts";
import { ListStates } from "../../../ui/ListStates.tsx";
import { notify } from "../../../ui/notices.ts";
import { CardSkeletons } from "../../../ui/Skeletons.tsx";
import { useBlockedCallers, useUnblock } from "./blocked-callers.api.ts";
import css from "./CallHistory.module.css";

/** Whose calls this home does not hear. Somebody else of it who blocks one is seen at once. */
export function BlockedCallers({ apartmentId }: { apartmentId: string }) {
  const id = useId();
  const query = useBlockedCallers(apartmentId);
  return (
    <section className={css["blocked"]} aria-labelledby={id}>
      <h2 id={id}>Personas bloqueadas</h2>
      <ListStates
        query={query}
        isEmpty={({ blockedCallers }) => blockedCallers.length === 0}
        skeleton={<CardSkeletons count={1} />}
        empty={{ title: "No hay nadie bloqueado.", isShort: true }}
      >
        {({ blockedCallers }) => (
          <>
            <p className={css["ending"]}>Sus llamadas no suenan en tu hogar.</p>
            <ul className={css["calls"]}>
              {blockedCallers.map((caller) => (
                <li key={caller.id}>
                  <Blocked apartmentId={apartmentId} caller={caller} />
                </li>
              ))}
            </ul>
          </>
        )}
      </ListStates>
    </section>
  );
}

function Blocked({ apartmentId, caller }: { apartmentId: string; caller: BlockedCaller }) {
  const unblock = useUnblock(apartmentId);
  const timeZone = useSignedIn().spaces.find(({ apartment }) => apartment?.id === apartmentId)?.building
    .timeZone;
  const press = () =>
    unblock.mutate(caller.id, {
      onSuccess: () => notify(`Desbloqueaste a ${caller.name}.`),
      onError: (error) => void sayFailed(error),
    });
  return (
    <div className={css["blockedCaller"]}>
      <div className={css["words"]}>
        <h3 className={css["title"]}>{caller.name}</h3>
        <p className={css["ending"]}>
          {caller.by === null ? "Bloqueada" : `La bloqueó ${caller.by.name}`} ·{" "}
          {formatDate(caller.at, timeZone)}
        </p>
      </div>
      <Button look="quiet" loading={unblock.isPending} onClick={press}>
        Desbloquear<span className="um-hidden"> a {caller.name}</span>
      </Button>
    </div>
  );
}
