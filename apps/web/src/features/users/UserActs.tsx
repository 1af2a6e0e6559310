import type { UserDetail } from "@umbral/contract/users/user-details.contract";
import { ExportChosen } from "../../ui/table/ExportChosen.tsx";
import { SuspendMany } from "../../ui/table/SuspendMany.tsx";
import {
  downloadUsers,
  refreshUserDetails,
  setUserActive,
  takeDeactivationBack,
} from "./user-details.api.ts";
import { peopleWords, userQuestions } from "./user-details.strings.ts";

interface UserActsProps {
  people: readonly UserDetail[];
  /** Chooses none of them any more. */
  leave(): void;
  maySuspend: boolean;
}

/** What can be done with several people at once: kept as a file, and shut out with their cards. */
export const UserActs = ({ people, leave, maySuspend }: UserActsProps) => (
  <>
    <ExportChosen rows={people} fetch={(ids, form) => downloadUsers("", ids, form)} />
    {maySuspend ? (
      <SuspendMany
        rows={people}
        isActive={({ active }) => active}
        suspend={async ({ id }) => {
          const { wasActive, cardIds = [] } = await setUserActive(id, false, true);
          // Somebody else was first: nothing was taken here that could be given back.
          return wasActive ? () => takeDeactivationBack(id, cardIds) : null;
        }}
        refresh={refreshUserDetails}
        countWords={peopleWords}
        question={userQuestions.deactivateMany(people.filter(({ active }) => active).length)}
        suspended="sin acceso"
        onDone={leave}
      />
    ) : null}
  </>
);
