import { IconRefresh } from "@tabler/icons-react";
import { useEffect } from "react";
import { listSentences } from "../../lib/sentences.ts";
import { Button } from "../../ui/Button.tsx";
import { SelectField } from "../../ui/fields.tsx";
import type { ListQuery } from "../../ui/ListStates.tsx";
import { useBuildings } from "../buildings/index.ts";
import css from "./PlaceFields.module.css";
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
    <PlaceSelect
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
    <PlaceSelect
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
    <PlaceSelect
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
    <PlaceSelect
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

interface PlaceSelectProps {
  label: string;
  words: { before?: string | undefined; choose: string; loading: string; empty: string };
  query: ListQuery<readonly { id: string; name: string }[]>;
  value: string;
  onChange(value: string): void;
  error: string | undefined;
}

/** A select whose choices are read from the server: waiting for another, loading, empty, failed or full. */
function PlaceSelect({ label, words, query, value, onChange, error }: PlaceSelectProps) {
  const { data } = query;
  // What a draft remembers may have been removed since.
  const isGone = value !== "" && data !== undefined && data.every(({ id }) => id !== value);
  useEffect(() => {
    if (isGone) {
      onChange("");
    }
  });

  const isFailed = data === undefined && Boolean(query.error) && !query.isFetching;
  const isEmpty = data?.length === 0 && words.before === undefined;
  const placeholder =
    words.before ?? (data === undefined ? (isFailed ? "Sin información" : words.loading) : words.choose);
  return (
    <div className={css["place"]}>
      <SelectField
        label={label}
        placeholder={placeholder}
        options={(data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={data === undefined ? "" : value}
        onChange={onChange}
        error={error}
        hint={isEmpty ? words.empty : undefined}
        disabled={data === undefined || data.length === 0}
        aria-busy={query.isFetching && data === undefined}
        required
      />
      {isFailed ? (
        <div role="alert" className={css["failure"]}>
          <p>{listSentences.failed}</p>
          <Button
            look="plain"
            icon={<IconRefresh aria-hidden="true" size={20} />}
            onClick={() => void query.refetch()}
          >
            {listSentences.again}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
