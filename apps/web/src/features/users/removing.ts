import type { StaffMember } from "@umbral/contract/users/staff.contract";
import { dialogs } from "../../ui/dialogs.ts";
import { sayFailed } from "../../ui/failed.ts";
import { notify } from "../../ui/notices.ts";
import { type Home, useRemoveMember } from "./members.api.ts";
import { removeFromStaff } from "./staff.api.ts";
import { roleNames } from "./users.strings.ts";

/* Taking somebody out of a home or of who works for a building, wherever it is pressed. Each asks first. */

/** Out of one home: all that they are there. */
export function useRemovingMember(home: Home) {
  const removal = useRemoveMember(home.apartmentId);
  return {
    isPending: removal.isPending,
    /** @returns whether they have no access to it any more */
    async remove(user: { id: string; name: string }): Promise<boolean> {
      const isMeant = await dialogs.confirm({
        title: `¿Retirar a ${user.name}?`,
        text: `Dejará de tener acceso al apartamento ${home.apartmentName} de inmediato.`,
        irrevocable: true,
      });
      if (!isMeant) {
        return false;
      }
      try {
        await removal.mutateAsync(user.id);
        notify(`${user.name} ya no tiene acceso al apartamento ${home.apartmentName}.`, "good");
        return true;
      } catch (error) {
        await sayFailed(error);
        return false;
      }
    },
  };
}

/** One role in the building. @returns whether they have it no more */
export async function removeStaffMember(
  buildingId: string,
  { id, role, name }: Pick<StaffMember, "id" | "role"> & { name: string },
): Promise<boolean> {
  const isMeant = await dialogs.confirm({
    title: `¿Retirar a ${name}?`,
    text: `Dejará de tener el rol de ${roleNames[role]} en este edificio de inmediato.`,
    irrevocable: true,
  });
  if (!isMeant) {
    return false;
  }
  try {
    await removeFromStaff(buildingId, id);
    return true;
  } catch (error) {
    await sayFailed(error);
    return false;
  }
}
