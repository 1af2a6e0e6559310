import { useMutation, useQuery } from "@tanstack/react-query";
import type {
  activateAdministrator,
  createAdministrator,
  deactivateAdministrator,
  exportAdministrators,
  inviteAdministrator,
  listAdministrators,
  resetSecondFactor,
} from "@umbral/contract/auth/administrators.contract";
import { call } from "../../lib/call.ts";
import { download, type FileForm } from "../../lib/download.ts";
import { queryOf } from "../../lib/endpoint-query.ts";
import { refresh } from "../../lib/queries.ts";

const administratorsQuery = queryOf<typeof listAdministrators>("GET", "/api/{product}/administrators");

export function useAdministrators() {
  return useQuery({ ...administratorsQuery, select: ({ administrators }) => administrators });
}

export const createOne = (body: { cedula: string; name: string; email: string }) =>
  call<typeof createAdministrator>("POST", "/api/{product}/administrators", { body });

export function useInviteAgain() {
  return useMutation({
    mutationFn: (id: string) =>
      call<typeof inviteAdministrator>("POST", "/api/{product}/administrators/{id}/invitation", {
        params: { id },
      }),
  });
}

/** Lets an administrator sign in again. */
export const useActivateAdministrator = () =>
  useMutation({ mutationFn: activateOne, onSettled: readAdministratorsAgain });

/** Shuts an administrator out. */
export const useDeactivateAdministrator = () =>
  useMutation({ mutationFn: deactivateOne, onSettled: readAdministratorsAgain });

export const deactivateOne = (id: string) =>
  call<typeof deactivateAdministrator>("PUT", "/api/{product}/administrators/{id}/deactivate", {
    params: { id },
  });

/** Takes back that an administrator was shut out. */
export const takeDeactivationBack = (id: string): Promise<unknown> =>
  activateOne(id).finally(() => void readAdministratorsAgain());

const activateOne = (id: string) =>
  call<typeof activateAdministrator>("PUT", "/api/{product}/administrators/{id}/activate", {
    params: { id },
  });

/** Also when something was refused: then somebody else has changed something. */
export const readAdministratorsAgain = () => refresh(administratorsQuery.queryKey);

export function useResetSecondFactor() {
  return useMutation({
    mutationFn: (id: string) =>
      call<typeof resetSecondFactor>("DELETE", "/api/{product}/administrators/{id}/second-factor", {
        params: { id },
      }),
    onSettled: () => refresh(administratorsQuery.queryKey),
  });
}

/** All of them, or those that were chosen. */
export const downloadAdministrators = (ids?: string, form?: FileForm): Promise<void> =>
  download<typeof exportAdministrators>("GET", "/api/{product}/administrators.csv", {
    query: ids === undefined ? {} : { ids },
    form,
  });
