import type { Pass } from "@umbral/contract/passes/passes.contract";
import { dialogs } from "../../ui/dialogs.ts";
import { sayFailed } from "../../ui/failed.ts";
import { notify } from "../../ui/notices.ts";
import { useTakePassBack } from "./passes.api.ts";

/** 'Retirar' of a pass, once that is meant. */
export function useTakingBack(buildingId: string) {
  const taking = useTakePassBack(buildingId);
  return {
    isPending: taking.isPending,
    takeBack: async ({ id, guest }: Pick<Pass, "id"> & { guest: Pick<Pass["guest"], "name"> }) => {
      const isMeant = await dialogs.confirm({
        title: `¿Retirar la invitación de ${guest.name}?`,
        text: "Su código y su página dejan de servir de inmediato.",
        irrevocable: true,
      });
      if (!isMeant) {
        return;
      }
      try {
        await taking.mutateAsync(id);
        notify(`Retiraste la invitación de ${guest.name}.`, "good");
      } catch (error) {
        await sayFailed(error);
      }
    },
  };
}
