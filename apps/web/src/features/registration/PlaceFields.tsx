import { useEffect } from "react";
import { QuerySelect } from "../../ui/QuerySelect.tsx";
import { useBuildings } from "../buildings/index.ts";
import { useApartments, useFloors, useTowers } from "./registration.api.ts";
import type { RegistrationForm } from "./useRegistration.ts";

interface PlacesProps {
  registration: RegistrationForm;
}

/** The building; chosen by itself when there is only one. */
export function BuildingField({ registration: { values, set, errorOf } }: PlacesProps) {
  const buildings = useBuildings();
  const [only, ...others] = buildings.data ?? [];
  const single = others.length === 0 ? only?.id : undefined;
  useEffect(() => {
    if (values.buildingId === "" && single !== undefined) {
      set("buildingId", single);
    }
  });
  return (
    <QuerySelect
      required
      label="Edificio"
      words={{
        choose: "Selecciona un edificio",
        loading: "Cargando edificios…",
        empty: "Todavía no hay edificios registrados.",
      }}
      query={buildings}
      value={values.buildingId}
      error={errorOf("buildingId")}
      onChange={(buildingId) => {
        set("buildingId", buildingId);
        set("towerId", "");
        set("floorId", "");
        set("apartmentId", "");
      }}
    />
  );
}

/** Tower, floor and apartment, each once the one before is chosen. */
export function TowerField({ registration: { values, set, errorOf } }: PlacesProps) {
  return (
    <QuerySelect
      required
      label="Torre"
      words={{
        before: values.buildingId === "" ? "Selecciona primero el edificio" : undefined,
        choose: "Selecciona la torre",
        loading: "Cargando torres…",
        empty: "Este edificio no tiene torres registradas. Avisa a la administración.",
      }}
      query={useTowers(values.buildingId)}
      value={values.towerId}
      error={errorOf("towerId")}
      onChange={(towerId) => {
        set("towerId", towerId);
        set("floorId", "");
        set("apartmentId", "");
      }}
    />
  );
}

export function FloorField({ registration: { values, set, errorOf } }: PlacesProps) {
  return (
    <QuerySelect
      required
      label="Piso"
      words={{
        before: values.towerId === "" ? "Selecciona primero la torre" : undefined,
        choose: "Selecciona el piso",
        loading: "Cargando pisos…",
        empty: "Esta torre no tiene pisos registrados. Avisa a la administración.",
      }}
      query={useFloors(values.towerId)}
      value={values.floorId}
      error={errorOf("floorId")}
      onChange={(floorId) => {
        set("floorId", floorId);
        set("apartmentId", "");
      }}
    />
  );
}

export function ApartmentField({ registration: { kind, values, set, errorOf } }: PlacesProps) {
  return (
    <QuerySelect
      required
      label="Apartamento"
      words={{
        before: values.floorId === "" ? "Selecciona primero el piso" : undefined,
        choose: "Selecciona el apartamento",
        loading: "Cargando apartamentos…",
        empty:
          kind === "owner"
            ? "Este piso no tiene apartamentos registrados. Avisa a la administración."
            : "En este piso ningún apartamento tiene todavía líder o propietario. Pídele que se registre primero.",
      }}
      query={useApartments(values.floorId, kind === "owner" ? "all" : "led")}
      value={values.apartmentId}
      error={errorOf("apartmentId")}
      onChange={(apartmentId) => set("apartmentId", apartmentId)}
    />
  );
}
