import type { BuildingSettings, DeskAsks } from "@umbral/contract/buildings/administering-buildings.contract";
import type { ClipCause } from "@umbral/contract/clips/clip-wire.contract";
import { useState } from "react";
import { fieldSentences } from "../../lib/sentences.ts";
import { Button } from "../../ui/Button.tsx";
import { CheckField, SelectField, TextField } from "../../ui/fields.tsx";
import { optionsOfWords } from "../../ui/options.ts";
import { FieldGroup, Form, Pair } from "../../ui/Panel.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import {
  RelayDetails,
  RelayFields,
  RelayTrial,
  type RelayValues,
  relayErrors,
  relayOf,
  relayValuesOf,
  sayAtWire,
} from "../controllers/index.ts";
import type { NewBuilding } from "./administering.api.ts";
import { asBuildingType, buildingTypeOptions } from "./administering.strings.ts";
import { ClipFields, isClipDays } from "./ClipFields.tsx";

interface Values extends RelayValues {
  name: string;
  address1: string;
  city: string;
  state: string;
  type: string;
  timeZone: string;
  opensByPhone: boolean;
  days: string;
  documentDays: string;
  keepsClips: boolean;
  clipsDays: string;
  clipsFetched: readonly ClipCause[];
  deskPicture: DeskAsks;
  deskDocument: DeskAsks;
}

/** Where the product's buildings stand; another zone that a building has already is offered too. */
const zones = [
  { value: "America/Bogota", label: "Colombia" },
  { value: "America/Guayaquil", label: "Ecuador" },
  { value: "America/Lima", label: "Perú" },
  { value: "America/Panama", label: "Panamá" },
  { value: "America/Caracas", label: "Venezuela" },
  { value: "America/Mexico_City", label: "México (centro)" },
  { value: "America/Santiago", label: "Chile" },
];

const deskAsks: Readonly<Record<DeskAsks, string>> = {
  no: "No se pide",
  may: "Se puede tomar",
  must: "Siempre se pide",
};
const deskOptions = optionsOfWords(deskAsks);
const asDeskAsks = (value: string): DeskAsks => (value === "may" || value === "must" ? value : "no");

const isDays = (written: string) =>
  /^\d{1,3}$/.test(written) && Number(written) >= 1 && Number(written) <= 365;

/** Ten years: longer than any law asks for. */
const DOCUMENT_DAYS_AT_MOST = 3650;
const isDocumentDays = (written: string) =>
  /^\d{1,4}$/.test(written) && Number(written) <= DOCUMENT_DAYS_AT_MOST;

interface BuildingFormProps {
  building: BuildingSettings | null;
  isSaving: boolean;
  /** @param began what it said as the form began, or was last saved */
  onSave(fields: Asked, began: Asked, told: Told): void;
}

type Asked = Required<NewBuilding>;

/** What the form hears of its saving. */
interface Told {
  saved(): void;
  /** Says what the server refused. */
  failed(error: unknown): void;
}

const valuesOf = (building: BuildingSettings | null): Values => ({
  name: building?.name ?? "",
  address1: building?.address1 ?? "",
  city: building?.city ?? "",
  state: building?.state ?? "",
  type: building?.type ?? "RESIDENTIAL",
  timeZone: building?.timeZone ?? "America/Bogota",
  opensByPhone: building?.opensByPhone ?? true,
  days: String(building?.intrusionRetentionDays ?? 30),
  documentDays: String(building?.identityRetentionDays ?? 90),
  keepsClips: building?.keepsClips ?? true,
  clipsDays: String(building?.clipsKeptDays ?? 14),
  clipsFetched: building?.clipsFetched ?? [],
  deskPicture: building?.deskPicture ?? "may",
  deskDocument: building?.deskDocument ?? "no",
  ...relayValuesOf(building?.siren ?? null),
});

const askedOf = (given: Values): Asked => ({
  name: given.name.trim(),
  address1: given.address1.trim(),
  city: given.city.trim(),
  state: given.state.trim(),
  type: asBuildingType(given.type),
  timeZone: given.timeZone,
  opensByPhone: given.opensByPhone,
  siren: relayOf(given),
  intrusionRetentionDays: Number(given.days),
  identityRetentionDays: Number(given.documentDays),
  keepsClips: given.keepsClips,
  // Hidden while none are kept, with whatever was typed there.
  clipsKeptDays: isClipDays(given.clipsDays) ? Number(given.clipsDays) : 14,
  clipsFetched: [...given.clipsFetched],
  deskPicture: given.deskPicture,
  deskDocument: given.deskDocument,
});

/** Everything that is asked of a building. */
export function BuildingForm({ building, isSaving, onSave }: BuildingFormProps) {
  const [began, setBegan] = useState(() => valuesOf(building));
  const { form, text, values, set, reset, refuse, submit } = useForm<Values>(began, (given) => ({
    name: required(given.name, fieldSentences.required),
    address1: required(given.address1, fieldSentences.required),
    city: required(given.city, fieldSentences.required),
    state: required(given.state, fieldSentences.required),
    days: isDays(given.days) ? undefined : "* Escribe un número de 1 a 365",
    documentDays: isDocumentDays(given.documentDays) ? undefined : "* Escribe un número de 0 a 3650",
    clipsDays: !given.keepsClips || isClipDays(given.clipsDays) ? undefined : "* Escribe un número de 1 a 90",
    ...relayErrors(given),
  }));
  const changeRelay = (given: Partial<RelayValues>) => reset({ ...values, ...given });
  const knownZones = zones.some(({ value }) => value === values.timeZone)
    ? zones
    : [...zones, { value: values.timeZone, label: values.timeZone }];
  return (
    <Form
      ref={form}
      onSubmit={submit((given) =>
        onSave(askedOf(given), askedOf(began), {
          saved: () => setBegan(given),
          failed: (error) => sayAtWire(error, { "siren.line": "relayLine" }, refuse),
        }),
      )}
      foot={
        <Button type="submit" loading={isSaving}>
          {building === null ? "Crear edificio" : "Guardar cambios"}
        </Button>
      }
    >
      <Pair>
        <TextField {...text("name")} label="Nombre del edificio" autoComplete="off" maxLength={80} />
        <SelectField {...text("type")} label="Tipo" options={buildingTypeOptions} />
        <TextField {...text("address1")} label="Dirección" autoComplete="off" maxLength={120} />
        <TextField {...text("city")} label="Ciudad" autoComplete="off" maxLength={120} />
        <TextField {...text("state")} label="Departamento" autoComplete="off" maxLength={120} />
        <SelectField {...text("timeZone")} label="Zona horaria" options={knownZones} />
      </Pair>
      <CheckField checked={values.opensByPhone} onChange={(checked) => set("opensByPhone", checked)}>
        Los residentes pueden abrir desde una llamada telefónica
      </CheckField>
      <FieldGroup legend="Sirena y eventos">
        <RelayFields
          label="Sirena"
          isOptional
          kind={{ value: values.relayKind, onChange: (kind) => set("relayKind", kind) }}
          openAddress={text("openAddress")}
          closeAddress={text("closeAddress")}
          closeHint="Sin ella nadie puede silenciarla: suena hasta que el equipo la apague por sí mismo."
          chip={text("relayChip")}
          line={text("relayLine")}
          level={text("relayLevel")}
        />
        <RelayDetails values={values} change={changeRelay} />
        {building === null ? null : (
          <RelayTrial
            buildingId={building.id}
            values={values}
            keptOf="siren"
            onTrust={(relayCertificate) => changeRelay({ relayCertificate })}
          />
        )}
        <TextField
          {...text("days")}
          label="Días que se guardan los eventos de intrusión"
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
        />
      </FieldGroup>
      <TextField
        {...text("documentDays")}
        label="Días que se guardan las fotos de los documentos"
        hint="Desde que la identidad quedó validada. Con 0 se borran de inmediato; el rostro se conserva."
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
      />
      <ClipFields
        keepsClips={values.keepsClips}
        fetched={values.clipsFetched}
        days={text("clipsDays")}
        onKeeps={(keeps) => set("keepsClips", keeps)}
        onFetched={(causes) => set("clipsFetched", causes)}
      />
      <FieldGroup legend="Invitados en la portería">
        <Pair>
          <SelectField
            label="Foto de quien entra"
            value={values.deskPicture}
            onChange={(asked) => set("deskPicture", asDeskAsks(asked))}
            options={deskOptions}
          />
          <SelectField
            label="Foto de su documento"
            value={values.deskDocument}
            onChange={(asked) => set("deskDocument", asDeskAsks(asked))}
            options={deskOptions}
          />
        </Pair>
      </FieldGroup>
    </Form>
  );
}
