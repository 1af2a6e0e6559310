import type { UserDetail } from "@umbral/contract/users/user-details.contract";
import { ExportChosen } from "../../ui/table/ExportChosen.tsx";
import { SuspendPeople } from "./SuspendPeople.tsx";
import { downloadUsers, refreshUserDetails } from "./user-details.api.ts";

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
    {maySuspend ? <SuspendPeople people={people} refresh={refreshUserDetails} onDone={leave} /> : null}
  </>
);
