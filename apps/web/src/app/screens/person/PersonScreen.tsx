import type { PersonPage } from "@umbral/contract/users/person.contract";
import { useNavigate, useParams } from "react-router";
import { PersonalDataPanel } from "../../../features/personal-data/index.ts";
import { adminPaths } from "../../../lib/admin-paths.ts";
import { ListStates } from "../../../ui/ListStates.tsx";
import { notify } from "../../../ui/notices.ts";
import { Screen } from "../../../ui/Screen.tsx";
import { keys, Skeleton } from "../../../ui/Skeletons.tsx";
import css from "./Person.module.css";
import { PersonCards } from "./PersonCards.tsx";
import { PersonEntry } from "./PersonEntry.tsx";
import { PersonHead } from "./PersonHead.tsx";
import { PersonEvents, PersonKept } from "./PersonHistory.tsx";
import { PersonPasses } from "./PersonPasses.tsx";
import { PersonPlaces } from "./PersonPlaces.tsx";
import { PersonSessions } from "./PersonSessions.tsx";
import { refreshPerson, usePerson } from "./person.api.ts";

/** '/admin-dashboard/people/{personId}': somebody with all that is known of them, and every act about them. */
export function PersonScreen() {
  const { personId = "" } = useParams();
  const query = usePerson(personId);
  return (
    <Screen key={personId}>
      {query.data === undefined ? <h1 className="um-hidden">Persona</h1> : null}
      <ListStates query={query} skeleton={<PersonSkeleton />}>
        {(person) => <Page person={person} />}
      </ListStates>
    </Screen>
  );
}

function Page({ person }: { person: PersonPage }) {
  const navigate = useNavigate();
  const refresh = () => refreshPerson(person.id);
  return (
    <>
      <PersonHead person={person} onChanged={refresh} />
      <div className={css["columns"]}>
        <div className={css["column"]}>
          <PersonPlaces person={person} />
          <PersonCards person={person} onChanged={refresh} />
          <PersonEntry person={person} />
          <PersonPasses person={person} onChanged={refresh} />
          {person.sessions === null ? null : (
            <PersonSessions person={person} sessions={person.sessions} onChanged={refresh} />
          )}
        </div>
        <div className={css["column"]}>
          <PersonEvents person={person} />
          <PersonKept person={person} />
          <PersonalDataPanel
            person={person}
            onErased={() => {
              notify("Sus datos quedaron borrados.", "good");
              // Nobody has this page any more: the way back does not lead here.
              void navigate(adminPaths.users, { replace: true });
            }}
          />
        </div>
      </div>
    </>
  );
}

/** The head with its face, and the parts in their columns. */
const PersonSkeleton = () => (
  <>
    <div className={css["person"]}>
      <Skeleton width="96px" height="96px" round />
      <div className={css["who"]}>
        <Skeleton width="16rem" height="2rem" />
        <Skeleton width="10rem" height="1.5rem" />
        <Skeleton width="80%" height="3rem" />
      </div>
    </div>
    <div className={css["columns"]}>
      {keys(2).map((key) => (
        <div key={key} className={css["column"]}>
          <Skeleton height="14rem" />
          <Skeleton height="10rem" />
        </div>
      ))}
    </div>
  </>
);
