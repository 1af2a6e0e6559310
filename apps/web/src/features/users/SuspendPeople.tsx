import { SuspendMany } from "../../ui/table/SuspendMany.tsx";
import { setUserActive, takeDeactivationBack } from "./user-details.api.ts";
import { peopleWords, userQuestions } from "./user-details.strings.ts";

interface SuspendPeopleProps {
  /** Those who are chosen. */
  people: readonly { id: string; name: string; active: boolean }[];
  refresh(): Promise<unknown>;
  onDone(): void;
}

/** Shuts several people out with their cards, which can be taken back. */
export const SuspendPeople = ({ people, refresh, onDone }: SuspendPeopleProps) => (
  <SuspendMany
    rows={people}
    isActive={({ active }) => active}
    suspend={async ({ id }) => {
      const { wasActive, cardIds = [] } = await setUserActive(id, false, true);
      // Somebody else was first: nothing was taken here that could be given back.
      return wasActive ? { takeBack: () => takeDeactivationBack(id, cardIds) } : null;
    }}
    refresh={refresh}
    countWords={peopleWords}
    nameOf={({ name }) => name}
    question={userQuestions.deactivateMany(people.filter(({ active }) => active).length)}
    suspended="sin acceso"
    onDone={onDone}
  />
);
