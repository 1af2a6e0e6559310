import { useMutation } from "@tanstack/react-query";
import type { useSpace } from "@umbral/contract/auth/auth.contract";
import { call } from "../../lib/call.ts";
import { refreshEverything } from "../../lib/queries.ts";
import { session } from "../../lib/useSession.ts";

/** Makes one of the person's spaces the one that the next screens are about. */
export function useChangeSpace() {
  return useMutation({
    mutationFn: async (spaceId: string) => {
      const token = session.current()?.token ?? "";
      const person = await call<typeof useSpace>("PUT", "/api/user/spaces/{spaceId}/current", {
        params: { spaceId },
      });
      session.refresh(token, person);
    },
    // Everything on screen was about the other place.
    onSuccess: refreshEverything,
  });
}
