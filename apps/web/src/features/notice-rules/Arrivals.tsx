import type {
  HomeNotices,
  WatchedPerson,
  Watcher,
} from "@umbral/contract/notice-rules/notice-rules.contract";
import { Button } from "../../ui/Button.tsx";
import { CheckField } from "../../ui/fields.tsx";
import { Actions } from "../../ui/Panel.tsx";
import { useDecideArrivals, useWatchArrivals } from "./home-notices.api.ts";
import css from "./Notices.module.css";

/** What stands under the name of somebody whose coming one wants to know. */
function stateWords({ name, hasAccount, state }: WatchedPerson): string | null {
  switch (state) {
    case "asked":
      return hasAccount
        ? `Le preguntamos a ${name}. Te avisamos cuando diga que sí.`
        : "Le preguntamos al residente líder. Te avisamos cuando diga que sí.";
    case "refused":
      return hasAccount
        ? `${name} prefiere que no avisemos.`
        : "El residente líder prefiere que no avisemos.";
    case "allowed":
    case null:
      return null;
  }
}

/** The others of a home, each to be told of or not. */
export function People({ apartmentId, people }: { apartmentId: string; people: HomeNotices["people"] }) {
  const watch = useWatchArrivals(apartmentId);
  if (people.length === 0) {
    return <p className={css["soft"]}>Todavía no hay nadie más en tu hogar.</p>;
  }
  return (
    <ul className={css["list"]}>
      {people.map((person) => {
        const words = stateWords(person);
        return (
          <li key={person.id}>
            {person.state === "refused" ? (
              <p>{person.name}</p>
            ) : (
              <CheckField
                checked={person.state !== null}
                onChange={(wants) => watch.mutate({ personId: person.id, wants })}
              >
                {person.name}
              </CheckField>
            )}
            {words === null ? null : <p className={css["soft"]}>{words}</p>}
          </li>
        );
      })}
    </ul>
  );
}

/** Who is told of this person, or asks to be, and of who has no account: with the yes and the no. */
export function Watchers({
  apartmentId,
  watchers,
}: {
  apartmentId: string;
  watchers: HomeNotices["watchers"];
}) {
  return watchers.length === 0 ? (
    <p className={css["soft"]}>A nadie. Si alguien de tu hogar quiere saberlo, te preguntamos primero.</p>
  ) : (
    <ul className={css["list"]}>
      {watchers.map((one) => (
        <WatcherRow key={`${one.watcher.id}-${one.of.id}`} apartmentId={apartmentId} {...one} />
      ))}
    </ul>
  );
}

const answers: Readonly<Record<Watcher["state"], string>> = {
  asked: "Espera tu respuesta",
  allowed: "Le avisamos",
  refused: "No le avisamos",
};

function WatcherRow({ apartmentId, watcher, of, isMe, state }: Watcher & { apartmentId: string }) {
  const decide = useDecideArrivals(apartmentId);
  const about = isMe ? "" : ` cuando llega ${of.name}`;
  const answer = (allows: boolean) => decide.mutate({ personId: of.id, watcherId: watcher.id, allows });
  return (
    <li className={css["watcher"]}>
      <div>
        <p>{isMe ? watcher.name : `${watcher.name}, cuando llega ${of.name}`}</p>
        <p className={css["soft"]}>{answers[state]}</p>
      </div>
      <Actions>
        {state === "refused" ? null : (
          <Button
            look="quiet"
            aria-label={`No avisar a ${watcher.name}${about}`}
            disabled={decide.isPending}
            onClick={() => answer(false)}
          >
            No avisar
          </Button>
        )}
        {state === "allowed" ? null : (
          <Button
            look={state === "asked" ? "primary" : "quiet"}
            aria-label={`Avisar a ${watcher.name}${about}`}
            disabled={decide.isPending}
            onClick={() => answer(true)}
          >
            Avisar
          </Button>
        )}
      </Actions>
    </li>
  );
}
