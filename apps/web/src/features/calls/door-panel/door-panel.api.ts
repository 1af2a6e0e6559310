import { useQuery } from "@tanstack/react-query";
import type { createVisitor, listVisitors, Visitor } from "@umbral/contract/calls/door-panel.contract";
import { call } from "../../../lib/call.ts";
import { queryOf } from "../../../lib/endpoint-query.ts";
import { CallRefused } from "../../../lib/failures.ts";
import { sentenceFor } from "../../../lib/sentences.ts";
import type { PanelErrors, PanelField, PanelParts, WholeVisitor } from "./door-panel.ts";

/** Whom the apartment knows. Their faces are asked for when they are looked at, and not kept after. */
export function useKnownVisitors(apartmentId: string) {
  return useQuery({
    ...queryOf<typeof listVisitors>("GET", "/api/apartments/{apartmentId}/visitors", {
      params: { apartmentId },
    }),
    select: ({ visitors }) => visitors,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

export async function writeVisitorDown(
  { apartmentId, callId }: { apartmentId: string; callId: string },
  { type, name, photo, cedulaFrontal }: WholeVisitor,
): Promise<Visitor> {
  const trimmed = name.trim();
  const { visitor } = await call<typeof createVisitor>("POST", "/api/apartments/{apartmentId}/visitors", {
    params: { apartmentId },
    body: { photo, cedulaFrontal, callId, type, ...(trimmed === "" ? {} : { name: trimmed }) },
  });
  return visitor;
}

const isField = (name: string): name is PanelField =>
  name === "name" || name === "photo" || name === "cedulaFrontal";

/** A picture that the server could not read is said under that picture; all the rest as one sentence. */
export const explainRefusal: PanelParts["explain"] = (error) => {
  const sentence = sentenceFor(error);
  const errors: PanelErrors = {};
  if (error instanceof CallRefused && error.code === "PICTURE_NOT_VALID") {
    for (const { property } of error.errors) {
      if (isField(property)) {
        errors[property] = `* ${sentence}`;
      }
    }
  }
  return { errors, sentence: Object.keys(errors).length > 0 ? null : sentence };
};
