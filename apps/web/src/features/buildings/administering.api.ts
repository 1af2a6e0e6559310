import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type {
  ApartmentOrder,
  changeApartment,
  createApartments,
  deleteApartment,
  exportApartments,
  readApartments,
  replaceApartment,
} from "@umbral/contract/buildings/administering-apartments.contract";
import type {
  BuildingChange,
  BuildingFields,
  changeBuilding,
  changeTower,
  createBuilding,
  createTower,
  deleteBuilding,
  deleteFloor,
  deleteTower,
  readBuildingSettings,
  readTowers,
} from "@umbral/contract/buildings/administering-buildings.contract";
import { call } from "../../lib/call.ts";
import { download, type FileForm } from "../../lib/download.ts";
import { queryOf } from "../../lib/endpoint-query.ts";
import type { Order } from "../../lib/useListOrder.ts";

/** A building's settings. */
export function useBuildingSettings(buildingId: string) {
  return useQuery({
    ...queryOf<typeof readBuildingSettings>("GET", "/api/{product}/buildings/{id}/settings", {
      params: { id: buildingId },
    }),
    select: ({ building }) => building,
  });
}

/** What a form sends: the server fills in the rest. */
export type NewBuilding = Omit<
  BuildingFields,
  | "timeZone"
  | "opensByPhone"
  | "siren"
  | "intrusionRetentionDays"
  | "identityRetentionDays"
  | "keepsClips"
  | "clipsKeptDays"
  | "clipsFetched"
  | "deskPicture"
  | "deskDocument"
> &
  BuildingChange;

export const makeBuilding = (body: NewBuilding) =>
  call<typeof createBuilding>("POST", "/api/{product}/buildings", { body });

export const saveBuilding = (id: string, body: BuildingChange) =>
  call<typeof changeBuilding>("PUT", "/api/{product}/buildings/{id}", { params: { id }, body });

export const dropBuilding = (id: string) =>
  call<typeof deleteBuilding>("DELETE", "/api/{product}/buildings/{id}", { params: { id } });

/** Towers with their floors and plans, in natural order. */
export function useStructure(buildingId: string) {
  return useQuery({
    ...queryOf<typeof readTowers>("GET", "/api/{product}/buildings/{id}/towers", {
      params: { id: buildingId },
    }),
    select: ({ towers }) => towers,
  });
}

export const makeTower = (buildingId: string, name: string) =>
  call<typeof createTower>("POST", "/api/{product}/buildings/{id}/towers", {
    params: { id: buildingId },
    body: { name },
  });

export const renameTower = (id: string, name: string) =>
  call<typeof changeTower>("PUT", "/api/{product}/towers/{id}", { params: { id }, body: { name } });

export const dropTower = (id: string) =>
  call<typeof deleteTower>("DELETE", "/api/{product}/towers/{id}", { params: { id } });

export const dropFloor = (id: string) =>
  call<typeof deleteFloor>("DELETE", "/api/{product}/floors/{id}", { params: { id } });

export interface ApartmentQuestion {
  search: string;
  active: "" | "true" | "false";
  page: number;
}

/** Rows of a page of apartments. */
const ROWS = 50;

/** One page of a building's apartments. */
export function useApartments(
  buildingId: string,
  { search, active, page, order }: ApartmentQuestion & { order: Order<ApartmentOrder> },
) {
  return useQuery({
    ...queryOf<typeof readApartments>("GET", "/api/{product}/buildings/{buildingId}/apartments", {
      params: { buildingId },
      query: {
        search,
        page,
        limit: ROWS,
        sort: order.by,
        direction: order.isDescending ? "desc" : "asc",
        ...(active === "" ? {} : { active }),
      },
    }),
    placeholderData: keepPreviousData,
  });
}

/** The homes that are found, all pages of them. */
export const downloadApartments = (
  buildingId: string,
  { search, active, ids }: Omit<ApartmentQuestion, "page"> & { ids?: string },
  form?: FileForm,
): Promise<void> =>
  download<typeof exportApartments>("GET", "/api/{product}/buildings/{buildingId}/apartments.csv", {
    params: { buildingId },
    query: { search, ...(active === "" ? {} : { active }), ...(ids === undefined ? {} : { ids }) },
    form,
  });

export const makeApartments = (
  floorId: string,
  body: { names: string[]; apartmentType: "APARTMENT" | "HOUSE" | "OFFICE" | "SHOP" },
) =>
  call<typeof createApartments>("POST", "/api/{product}/floors/{id}/apartments", {
    params: { id: floorId },
    body,
  });

export const saveApartment = (
  id: string,
  body: { name?: string; apartmentType?: "APARTMENT" | "HOUSE" | "OFFICE" | "SHOP" },
) => call<typeof changeApartment>("PUT", "/api/{product}/apartments/{id}", { params: { id }, body });

/** The specification's deletion: a fresh one takes its place. */
export const renewApartment = (buildingId: string, apartmentId: string) =>
  call<typeof replaceApartment>("DELETE", "/api/{product}/buildings/{buildingId}/apartments/{apartmentId}", {
    params: { buildingId, apartmentId },
  });

export const dropApartment = (id: string) =>
  call<typeof deleteApartment>("DELETE", "/api/{product}/apartments/{id}", { params: { id } });
