import { useQuery } from "@tanstack/react-query";
import type { ClipCause } from "@umbral/contract/clips/clip-wire.contract";
import type {
  Clip,
  fetchClip,
  listClipsOf,
  readCameraDay,
  showClip,
  takeEvidence,
} from "@umbral/contract/clips/clips.contract";
import { call } from "../../lib/call.ts";
import { download } from "../../lib/download.ts";
import { queryOf } from "../../lib/endpoint-query.ts";

/** What a clip is of. */
export interface ClipSubject {
  buildingId: string;
  cause: ClipCause;
  causeId: string;
}

/** What cameras saw of one thing that happened. */
export function useClipsOf({ buildingId, cause, causeId }: ClipSubject) {
  return useQuery({
    ...queryOf<typeof listClipsOf>("GET", "/api/buildings/{buildingId}/clips", {
      params: { buildingId },
      query: { cause, causeId },
    }),
    select: ({ clips }) => clips,
  });
}

type Asked = Pick<Clip, "id" | "buildingId">;
const given = ({ id, buildingId }: Asked) => ({ params: { buildingId, clipId: id }, body: {} });

/** Brings a clip from its controller, or says how far it is. */
export const askForClip = (clip: Asked, signal: AbortSignal) =>
  call<typeof fetchClip>("POST", "/api/buildings/{buildingId}/clips/{clipId}/fetch", {
    ...given(clip),
    signal,
  });

/** The address of a clip that is here. That it is seen is written down. */
export const addressOfClip = (clip: Asked, signal: AbortSignal) =>
  call<typeof showClip>("POST", "/api/buildings/{buildingId}/clips/{clipId}/video", {
    ...given(clip),
    signal,
  });

export const downloadEvidence = (clip: Asked): Promise<void> =>
  download<typeof takeEvidence>("POST", "/api/buildings/{buildingId}/clips/{clipId}/evidence", given(clip));

/** What happened before a camera on a day, a page of it with pictures. */
export const useCameraDay = (cameraId: string, date: string | undefined, page: number) =>
  useQuery({
    ...queryOf<typeof readCameraDay>("GET", "/api/{product}/cameras/{id}/day", {
      params: { id: cameraId },
      query: { ...(date === undefined ? {} : { date }), page },
    }),
    // Another page of the same day: what another day was is nothing of this one.
    placeholderData: (before) => (date === undefined || before?.date === date ? before : undefined),
  });
