import { useQuery } from "@tanstack/react-query";
import type { listApartments, listFloors, listTowers } from "@umbral/contract/buildings/buildings.contract";
import { normalCedula, normalPhone } from "@umbral/contract/registration/personal-data";
import type {
  Registration,
  registerExpress,
  registerOwner,
  registerResident,
  registerVisitor,
} from "@umbral/contract/registration/registration.contract";
import type { readTerms } from "@umbral/contract/registration/terms.contract";
import { call } from "../../lib/call.ts";
import { type Sending, upload } from "../../lib/upload.ts";
import type { FormKind, FormValues } from "./form-values.ts";

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
  const { apartmentId } = values;
  switch (kind) {
    case "resident": {
      const isTemporary = values.residentRole === "RESIDENTE_TEMPORAL";
      const body = {
        ...homeOf(form),
        role: values.residentRole,
        ...(isTemporary ? { endsOn: values.endsOn } : {}),
      };
      const sent = { params: { apartmentId }, body, ...sending };
      return (await upload<typeof registerResident>("POST", "/api/apartments/{apartmentId}/users", sent))
        .registration;
    }
    case "owner": {
      const livesHere = values.ownerRole === "RESIDENTE_LIDER" || values.livesHere;
      const body = {
        ...homeOf(form),
        role: values.ownerRole,
        livesHere: livesHere ? ("true" as const) : ("false" as const),
      };
      const sent = { params: { apartmentId }, body, ...sending };
      return (await upload<typeof registerOwner>("POST", "/api/apartments/{apartmentId}/owner", sent))
        .registration;
    }
    case "visitor": {
      const sent = { body: accountOf(form), ...sending };
      return (await upload<typeof registerVisitor>("POST", "/api/visitors", sent)).registration;
    }
    case "express": {
      const sent = { body: passingByOf(form), ...sending };
      return (await upload<typeof registerExpress>("POST", "/api/visitors/express", sent)).registration;
    }
  }
}

function passingByOf({ values, claimCode }: WholeForm) {
  return {
    cedula: normalCedula(values.cedula),
    documentType: values.documentType,
    phone: phoneToSend(values.phone),
    photo: values.photo,
    buildingId: values.buildingId,
    acceptTerms: "true" as const,
    ...(claimCode === undefined ? {} : { claimCode }),
  };
}

function accountOf(form: WholeForm) {
  const { name, email, password, passwordConfirmation } = form.values;
  return { ...passingByOf(form), name: name.trim(), email: email.trim(), password, passwordConfirmation };
}

function homeOf(form: WholeForm) {
  const { towerId, floorId, apartmentId } = form.values;
  return { ...accountOf(form), towerId, floorId, apartmentId };
}

/** The towers of a building, once one is chosen. */
export function useTowers(buildingId: string) {
  return useQuery({
    queryKey: ["towers", buildingId],
    enabled: buildingId !== "",
    queryFn: async ({ signal }) => {
      const params = { id: buildingId };
      return (await call<typeof listTowers>("GET", "/api/buildings/{id}/towers", { params, signal })).towers;
    },
  });
}

/** The floors of a tower, once one is chosen. */
export function useFloors(towerId: string) {
  return useQuery({
    queryKey: ["floors", towerId],
    enabled: towerId !== "",
    queryFn: async ({ signal }) => {
      const params = { id: towerId };
      return (await call<typeof listFloors>("GET", "/api/towers/{id}/floors", { params, signal })).floors;
    },
  });
}

/** The apartments of a floor: those that somebody leads or owns, or all of them (decisions §5). */
export function useApartments(floorId: string, which: "led" | "all") {
  const active = which === "led" ? "true" : "false";
  return useQuery({
    queryKey: ["apartments", floorId, active],
    enabled: floorId !== "",
    queryFn: async ({ signal }) => {
      const given = { params: { id: floorId }, query: { active }, signal } as const;
      return (await call<typeof listApartments>("GET", "/api/floors/{id}/apartments", given)).apartments;
    },
  });
}

/** The terms of service in force. */
export function useTerms() {
  return useQuery({
    queryKey: ["terms"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await call<typeof readTerms>("GET", "/api/terms", { signal })).terms,
  });
}
