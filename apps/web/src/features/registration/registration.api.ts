import { useQuery } from "@tanstack/react-query";
import type { listApartments, listFloors, listTowers } from "@umbral/contract/buildings/buildings.contract";
import { pick } from "@umbral/contract/lib/pick";
import { normalCedula, normalPhone } from "@umbral/contract/registration/personal-data";
import type {
  Registration,
  registerExpress,
  registerOwner,
  registerResident,
  registerVisitor,
} from "@umbral/contract/registration/registration.contract";
import type { readTerms } from "@umbral/contract/registration/terms.contract";
import { queryOf } from "../../lib/endpoint-query.ts";
import { type Sending, upload } from "../../lib/upload.ts";
import { formFields } from "./form-fields.ts";
import { asOwnerRole, asResidentRole, type FormKind, type FormValues } from "./form-values.ts";

/** A form with its picture, and the code sent by SMS when the server asked for one. */
export interface WholeForm {
  values: FormValues & { photo: File };
  claimCode?: string;
}

/** What the form writes before every number, without the spaces (specification §5). Foreign ones keep their own. */
export const phoneToSend = (written: string): string =>
  normalPhone(written) ?? `+57${written.replace(/\s/g, "")}`;

/** Sends a form to where its kind belongs. */
export async function register(kind: FormKind, form: WholeForm, sending: Sending): Promise<Registration> {
  const { values } = form;
  const { apartmentId, role } = values;
  switch (kind) {
    case "resident": {
      const endsOn = role === "RESIDENTE_TEMPORAL" ? values.endsOn : undefined;
      const asked = { role: asResidentRole(role), endsOn };
      const body = { ...pick(values, formFields.resident), ...common(form), ...asked };
      const sent = { params: { apartmentId }, body, ...sending };
      return (await upload<typeof registerResident>("POST", "/api/apartments/{apartmentId}/users", sent))
        .registration;
    }
    case "owner": {
      const isThere = role === "RESIDENTE_LIDER" || values.livesHere;
      const asked = { role: asOwnerRole(role), livesHere: isThere ? ("true" as const) : ("false" as const) };
      const body = { ...pick(values, formFields.owner), ...common(form), ...asked };
      const sent = { params: { apartmentId }, body, ...sending };
      return (await upload<typeof registerOwner>("POST", "/api/apartments/{apartmentId}/owner", sent))
        .registration;
    }
    case "visitor": {
      const sent = { body: { ...pick(values, formFields.visitor), ...common(form) }, ...sending };
      return (await upload<typeof registerVisitor>("POST", "/api/visitors", sent)).registration;
    }
    case "express": {
      const sent = { body: { ...pick(values, formFields.express), ...common(form) }, ...sending };
      return (await upload<typeof registerExpress>("POST", "/api/visitors/express", sent)).registration;
    }
  }
}

/** Of all forms, what travels otherwise than it stands in its field. */
const common = ({ values, claimCode }: WholeForm) => ({
  cedula: normalCedula(values.cedula),
  phone: phoneToSend(values.phone),
  acceptTerms: "true" as const,
  ...(claimCode === undefined ? {} : { claimCode }),
});

/** The towers of a building, once one is chosen. */
export function useTowers(buildingId: string) {
  return useQuery({
    ...queryOf<typeof listTowers>("GET", "/api/buildings/{id}/towers", { params: { id: buildingId } }),
    enabled: buildingId !== "",
    select: ({ towers }) => towers,
  });
}

/** The floors of a tower, once one is chosen. */
export function useFloors(towerId: string) {
  return useQuery({
    ...queryOf<typeof listFloors>("GET", "/api/towers/{id}/floors", { params: { id: towerId } }),
    enabled: towerId !== "",
    select: ({ floors }) => floors,
  });
}

/** The apartments of a floor: those that somebody leads or owns, or all of them (decisions §5). */
export function useApartments(floorId: string, which: "led" | "all") {
  const active = which === "led" ? "true" : "false";
  return useQuery({
    ...queryOf<typeof listApartments>("GET", "/api/floors/{id}/apartments", {
      params: { id: floorId },
      query: { active },
    }),
    enabled: floorId !== "",
    select: ({ apartments }) => apartments,
  });
}

/** The terms of service in force. */
export function useTerms() {
  return useQuery({
    ...queryOf<typeof readTerms>("GET", "/api/terms"),
    staleTime: Number.POSITIVE_INFINITY,
    select: ({ terms }) => terms,
  });
}
