import type { Role } from "@umbral/contract/lib/roles";
import type { StaffMember } from "@umbral/contract/users/staff.contract";
import { dialogs } from "../../ui/dialogs.ts";
import { sayFailed } from "../../ui/failed.ts";
import { notify } from "../../ui/notices.ts";
import { type Home, useRemoveMember } from "./members.api.ts";
import { endHomeRole } from "./places.api.ts";
import { removeFromStaff } from "./staff.api.ts";
import { roleNames } from "./users.strings.ts";

/* Taking somebody out of a home or of who works for a building, wherever it is pressed. Each asks first. */

/** Out of one home: all that they are there. */
export function useRemovingMember(home: Home) {
  const removal = useRemoveMember(home.apartmentId);
  return {
    isPending: removal.isPending,
    /** @returns whether they have no access to it any more */
    remove: (user: { id: string; name: string }) =>
      removeOnceMeant(user.name, outOf(home, user.name), () => removal.mutateAsync(user.id)),
  };
}

interface HomeRole {
  userId: string;
  spaceId: string;
  name: string;
  role: Role;
  /** What else they are there. */
  staysAs: readonly Role[];
}

/** One role in a home. @returns whether they have it no more */
export function removeFromHome(
  home: Home,
  { userId, spaceId, name, role, staysAs }: HomeRole,
): Promise<boolean> {
  const end = () => endHomeRole({ apartmentId: home.apartmentId, userId, spaceId });
  if (staysAs.length === 0) {
    return removeOnceMeant(name, outOf(home, name), end);
  }
  const roleThere = `el rol de ${roleNames[role]} en el apartamento ${home.apartmentName}`;
  const others = staysAs.map((other) => roleNames[other]).join(", ");
  return removeOnceMeant(
    name,
    {
      text: `Dejará de tener ${roleThere} de inmediato. Conserva allí: ${others}.`,
      done: `${name} ya no tiene ${roleThere}.`,
    },
    end,
  );
}

/** One role in the building. @returns whether they have it no more */
export function removeStaffMember(
  buildingId: string,
  { id, role, name }: Pick<StaffMember, "id" | "role"> & { name: string },
): Promise<boolean> {
  const roleThere = `el rol de ${roleNames[role]} en este edificio`;
  return removeOnceMeant(
    name,
    { text: `Dejará de tener ${roleThere} de inmediato.`, done: `${name} ya no tiene ${roleThere}.` },
    () => removeFromStaff(buildingId, id),
  );
}

const outOf = ({ apartmentName }: Home, name: string) => ({
  text: `Dejará de tener acceso al apartamento ${apartmentName} de inmediato.`,
  done: `${name} ya no tiene acceso al apartamento ${apartmentName}.`,
});

async function removeOnceMeant(
  name: string,
  { text, done }: { text: string; done: string },
  remove: () => Promise<unknown>,
): Promise<boolean> {
  if (!(await dialogs.confirm({ title: `¿Retirar a ${name}?`, text, irrevocable: true }))) {
    return false;
  }
  try {
    await remove();
    notify(done, "good");
    return true;
  } catch (error) {
    await sayFailed(error);
    return false;
  }
}
