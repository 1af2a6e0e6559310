import { isResident } from "@umbral/contract/lib/policy";
import { useSignedIn } from "../../lib/useSession.ts";

/** The homes of whoever is signed in, each once. */
export function useOwnHomes() {
  const homes = useSignedIn().spaces.flatMap(({ role, apartment, building }) =>
    apartment !== null && isResident(role.name) ? [{ id: apartment.id, name: apartment.name, building }] : [],
  );
  return homes.filter(({ id }, at) => homes.findIndex((other) => other.id === id) === at);
}
