import { useQuery } from "@tanstack/react-query";
import type { DocumentType } from "@umbral/contract/registration/personal-data";
import type {
  changeStaff,
  exportStaff,
  inviteStaff,
  listStaff,
  removeStaff,
  StaffRole,
} from "@umbral/contract/users/staff.contract";
import { call } from "../../lib/call.ts";
import { download, type FileForm } from "../../lib/download.ts";
import { queryOf } from "../../lib/endpoint-query.ts";

/** Who works for a building. */
export function useStaff(buildingId: string) {
  return useQuery({
    ...queryOf<typeof listStaff>("GET", "/api/{product}/buildings/{id}/staff", {
      params: { id: buildingId },
    }),
    select: ({ staff }) => staff,
  });
}

export interface Invitation {
  /** Empty for who says it when they accept. */
  cedula: string;
  documentType: DocumentType;
  name: string;
  email: string;
  phone: string;
  role: StaffRole;
  endsAt: string | null;
  /** By mail or SMS; false to pass the link on oneself. */
  isSent: boolean;
}

export const inviteTo = (buildingId: string, body: Invitation) =>
  call<typeof inviteStaff>("POST", "/api/{product}/buildings/{id}/staff", {
    params: { id: buildingId },
    body,
  });

export const changeMemberOfStaff = (
  buildingId: string,
  spaceId: string,
  body: { role: StaffRole; endsAt: string | null },
) =>
  call<typeof changeStaff>("PUT", "/api/{product}/buildings/{id}/staff/{spaceId}", {
    params: { id: buildingId, spaceId },
    body,
  });

export const removeFromStaff = (buildingId: string, spaceId: string) =>
  call<typeof removeStaff>("DELETE", "/api/{product}/buildings/{id}/staff/{spaceId}", {
    params: { id: buildingId, spaceId },
  });

/** All of them, or those that were chosen. */
export const downloadStaff = (buildingId: string, ids?: string, form?: FileForm): Promise<void> =>
  download<typeof exportStaff>("GET", "/api/{product}/buildings/{id}/staff.csv", {
    params: { id: buildingId },
    query: ids === undefined ? {} : { ids },
    form,
  });
