import { useQuery } from "@tanstack/react-query";
import type { endSessionOfPerson, readPerson } from "@umbral/contract/users/person.contract";
import type { changeUser } from "@umbral/contract/users/user-details.contract";
import { call } from "../../../lib/call.ts";
import { queryOf } from "../../../lib/endpoint-query.ts";
import { refresh } from "../../../lib/queries.ts";

const personQuery = (id: string) =>
  queryOf<typeof readPerson>("GET", "/api/{product}/users/{id}/page", { params: { id } });

/** Somebody's page. Faces are not kept after they were looked at. */
export const usePerson = (id: string) =>
  useQuery({ ...personQuery(id), select: ({ person }) => person, gcTime: 0 });

/** After something about them changed. */
export const refreshPerson = (id: string): Promise<void> => refresh(personQuery(id).queryKey);

/** What is not named stays as it is. */
export const changePerson = (id: string, body: { alias?: string; phone?: string }) =>
  call<typeof changeUser>("PUT", "/api/{product}/userV2/{id}", { params: { id }, body });

/** Ends where they are signed in, at once. */
export const endSession = (id: string, sessionId: string) =>
  call<typeof endSessionOfPerson>("DELETE", "/api/{product}/users/{id}/sessions/{sessionId}", {
    params: { id, sessionId },
  });
