import { type ComponentProps, useEffect } from "react";
import { QuerySelect } from "../../ui/QuerySelect.tsx";
import { buildingWords, useBuildings } from "../buildings/index.ts";
import { useApartments, useFloors, useTowers } from "./registration.api.ts";
import type { PlaceName, RegistrationForm } from "./useRegistration.ts";

interface PlacesProps {
  registration: RegistrationForm;
}

type PlaceFieldProps = PlacesProps & { level: PlaceName } & Pick<
    ComponentProps<typeof QuerySelect>,
    "label" | "words" | "query"
  >;

/** One of the levels; what was chosen below it is forgotten with another choice. */
function PlaceField({ registration, level, ...rest }: PlaceFieldProps) {
  const { values, choosePlace, errorOf } = registration;
  return (
    <QuerySelect
      required
      {...rest}
      value={values[level]}
      error={errorOf(level)}
      onChange={(id) => choosePlace(level, id)}
    />
  );
}

/** The building; chosen by itself when there is only one. */
export function BuildingField({ registration }: PlacesProps) {
  const { values, choosePlace } = registration;
  const buildings = useBuildings();
  const [only, ...others] = buildings.data ?? [];
  const single = others.length === 0 ? only?.id : undefined;
  useEffect(() => {
    if (values.buildingId === "" && single !== undefined) {
      choosePlace("buildingId", single);
    }
  });
  return (
    <PlaceField
      registration={registration}
      level="buildingId"
      label="Edificio"
      words={buildingWords}
      query={buildings}
    />
  );
}

/** Tower, floor and apartment, each once the one before is chosen. */
export function TowerField({ registration }: PlacesProps) {
  const { values } = registration;
  return (
    <PlaceField
      registration={registration}
      level="towerId"
      label="Torre"
      words={{
        before: values.buildingId === "" ? "Selecciona primero el edificio" : undefined,
        choose: "Selecciona la torre",
        loading: "Cargando torres…",
        empty: "Este edificio no tiene torres registradas. Avisa a la administración.",
      }}
      query={useTowers(values.buildingId)}
    />
  );
}

export function FloorField({ registration }: PlacesProps) {
  const { values } = registration;
  return (
    <PlaceField
      registration={registration}
      level="floorId"
      label="Piso"
      words={{
        before: values.towerId === "" ? "Selecciona primero la torre" : undefined,
        choose: "Selecciona el piso",
        loading: "Cargando pisos…",
        empty: "Esta torre no tiene pisos registrados. Avisa a la administración.",
      }}
      query={useFloors(values.towerId)}
    />
  );
}

export function ApartmentField({ registration }: PlacesProps) {
  const { kind, values } = registration;
  return (
    <PlaceField
      registration={registration}
      level="apartmentId"
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
    />
  );
}
