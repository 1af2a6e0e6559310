import type { StaffMember } from "@umbral/contract/users/staff.contract";
import { useState } from "react";
import { refreshEverything } from "../../lib/queries.ts";
import { sentenceFor } from "../../lib/sentences.ts";
import { Button } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { notify } from "../../ui/notices.ts";
import { ExportChosen } from "../../ui/table/ExportChosen.tsx";
import { oneByOne } from "../../ui/table/one-by-one.ts";
import { sayRefused } from "../../ui/table/refused-rows.ts";
import { SuspendPeople } from "./SuspendPeople.tsx";
import { downloadStaff, removeFromStaff } from "./staff.api.ts";
import { peopleWords } from "./user-details.strings.ts";

interface StaffActsProps {
  buildingId: string;
  /** The roles that are chosen. */
  members: readonly StaffMember[];
  /** Chooses none of them any more. */
  leave(): void;
  isOfPlatform: boolean;
}

/** No administrator makes, changes or removes another (decisions §9). */
export const mayChange = ({ role }: Pick<StaffMember, "role">, isOfPlatform: boolean): boolean =>
  isOfPlatform || role !== "ADMINISTRADOR";

/** What can be done with several who work for a building: kept as a file, shut out by the platform, or taken out of their roles. */
export function StaffActs({ buildingId, members, leave, isOfPlatform }: StaffActsProps) {
  return (
    <>
      <ExportChosen rows={members} fetch={(ids, form) => downloadStaff(buildingId, ids, form)} />
      {isOfPlatform ? (
        <SuspendPeople people={peopleOf(members)} refresh={refreshEverything} onDone={leave} />
      ) : null}
      <RemoveMany
        buildingId={buildingId}
        members={members.filter((member) => mayChange(member, isOfPlatform))}
        onDone={leave}
      />
    </>
  );
}

/** Each once: somebody may have several roles. */
const peopleOf = (members: readonly StaffMember[]): StaffMember["user"][] => [
  ...new Map(members.map(({ user }) => [user.id, user])).values(),
];

interface RemoveManyProps {
  buildingId: string;
  members: readonly StaffMember[];
  onDone(): void;
}

function RemoveMany({ buildingId, members, onDone }: RemoveManyProps) {
  const [isBusy, setBusy] = useState(false);
  const removeAll = async () => {
    const isMeant = await dialogs.confirm({
      title: `¿Retirar a ${peopleWords(peopleOf(members).length)}?`,
      text: "Dejarán de tener estos roles en este edificio de inmediato.",
      irrevocable: true,
    });
    if (!isMeant) {
      return;
    }
    setBusy(true);
    const { done, refused } = await oneByOne(members, ({ id }) => removeFromStaff(buildingId, id));
    await refreshEverything();
    setBusy(false);
    if (done.length > 0) {
      const gone = peopleOf(done.map(({ row }) => row));
      notify(`${peopleWords(gone.length)} sin rol en este edificio.`, "good");
    }
    if (refused.length === 0) {
      onDone();
    }
    await sayRefused(refused, { nameOf: ({ user }) => user.name, sentenceOf: sentenceFor });
  };
  return (
    <Button
      look="destructive"
      disabled={members.length === 0}
      loading={isBusy}
      onClick={() => void removeAll()}
    >
      Retirar
    </Button>
  );
}
