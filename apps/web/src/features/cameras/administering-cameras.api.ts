import { useQuery } from "@tanstack/react-query";
import type {
  CameraChange,
  CameraFields,
  changeCamera,
  createCamera,
  deleteCamera,
  exportCameras,
  readCameraStreams,
  readCameras,
  searchCameras,
  testCamera,
} from "@umbral/contract/cameras/administering-cameras.contract";
import type { CameraSource } from "@umbral/contract/cameras/camera-source";
import { call } from "../../lib/call.ts";
import { download, type FileForm } from "../../lib/download.ts";
import { queryOf } from "../../lib/endpoint-query.ts";

/** The cameras of a building with their sources, without passwords. */
export function useCameraSettings(buildingId: string) {
  return useQuery({
    ...queryOf<typeof readCameras>("GET", "/api/{product}/buildings/{id}/cameras", {
      params: { id: buildingId },
    }),
    select: ({ cameras }) => cameras,
  });
}

export const makeCamera = (buildingId: string, body: CameraFields) =>
  call<typeof createCamera>("POST", "/api/{product}/buildings/{id}/cameras", {
    params: { id: buildingId },
    body,
  });

export const saveCamera = (id: string, body: CameraChange) =>
  call<typeof changeCamera>("PUT", "/api/{product}/cameras/{id}", { params: { id }, body });

export const dropCamera = (id: string) =>
  call<typeof deleteCamera>("DELETE", "/api/{product}/cameras/{id}", { params: { id } });

/** One picture from this source, taken now by the building's controller; not asked while there is no source. */
export function useCameraTrial(
  buildingId: string,
  source: CameraSource | null,
  { cameraId, controllerId }: { cameraId: string | undefined; controllerId: string },
) {
  return useQuery({
    ...queryOf<typeof testCamera>("POST", "/api/{product}/buildings/{id}/cameras/test", {
      params: { id: buildingId },
      body: {
        // No camera has this address: what another source showed is not kept under it.
        source: source ?? { kind: "mjpeg", address: "" },
        ...(cameraId === undefined ? {} : { cameraId }),
        ...(controllerId === "" ? {} : { controllerId }),
      },
    }),
    enabled: source !== null,
    // An address is tried when it was typed and when somebody asks again, never by itself.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Where cameras are looked for. */
export interface SearchedPlace {
  /** "" for the building's only one. */
  controllerId: string;
  /** "" for all that answer in its network. */
  host: string;
}

/** The cameras that the building's controller finds there now; not asked while there is no place. */
export function useCameraSearch(buildingId: string, place: SearchedPlace | null) {
  return useQuery({
    ...queryOf<typeof searchCameras>("POST", "/api/{product}/buildings/{id}/cameras/search", {
      params: { id: buildingId },
      body: {
        ...(place?.controllerId ? { controllerId: place.controllerId } : {}),
        ...(place?.host ? { host: place.host } : {}),
      },
    }),
    enabled: place !== null,
    // Looked for when somebody asks, never by itself.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Where a camera's streams are, as it says to who knows its password. */
export const askForStreams = (
  buildingId: string,
  body: { controllerId?: string; address: string; username: string; password: string },
) =>
  call<typeof readCameraStreams>("POST", "/api/{product}/buildings/{id}/cameras/streams", {
    params: { id: buildingId },
    body,
  });

/** All of them, or those that were chosen. */
export const downloadCameras = (buildingId: string, ids?: string, form?: FileForm): Promise<void> =>
  download<typeof exportCameras>("GET", "/api/{product}/buildings/{id}/cameras.csv", {
    params: { id: buildingId },
    query: ids === undefined ? {} : { ids },
    form,
  });
