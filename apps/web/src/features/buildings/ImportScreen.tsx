import { IconDownload, IconFileSpreadsheet, IconUpload } from "@tabler/icons-react";
import { useId, useState } from "react";
import { CallRefused } from "../../lib/failures.ts";
import { fieldSentences, sentenceFor } from "../../lib/sentences.ts";
import { useMay } from "../../lib/useMay.ts";
import { Button } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { FieldError, SelectField } from "../../ui/fields.tsx";
import { notify } from "../../ui/notices.ts";
import { optionsByName } from "../../ui/options.ts";
import { Screen } from "../../ui/Screen.tsx";
import { useAllBuildings } from "./building-list.api.ts";
import { ImportProgress } from "./ImportProgress.tsx";
import { ImportRows } from "./ImportRows.tsx";
import css from "./ImportScreen.module.css";
import { ImportCancelled, ImportUnsure, keepTemplate, useImport } from "./import.api.ts";
import { useOnlyBuilding } from "./only-building.ts";

/** '/admin-dashboard/import': a building's apartments, people and cards from a spreadsheet, tried before it counts. */
export function ImportScreen() {
  const buildings = useAllBuildings().data ?? [];
  const only = useOnlyBuilding();
  const isOfPlatform = useMay("platform.administer");
  const [chosenId, setChosenId] = useState("");
  const buildingId = only ?? chosenId;
  const [file, setFile] = useState<File | null>(null);
  const [wasAsked, setAsked] = useState(false);
  const work = useImport();
  const fileId = useId();
  const tried = work.data?.isApplied === false ? work.data.rows : undefined;
  const isGood = tried?.every(({ outcome }) => outcome !== "error") ?? false;

  const send = (apply: boolean) => {
    setAsked(true);
    if (buildingId !== "" && file !== null && !work.isPending) {
      work.mutate(
        { buildingId, file, apply },
        {
          onSuccess: ({ isApplied }) => (isApplied ? notify("Todo quedó guardado.", "good") : undefined),
        },
      );
    }
  };
  const askAndApply = async () => {
    const name = buildings.find(({ id }) => id === buildingId)?.name ?? "";
    const goesOn = await dialogs.confirm({
      title: `¿Importar a ${name}?`,
      text: "Se guarda todo lo que muestra la lista, y cada persona recibe su invitación.",
    });
    if (goesOn) {
      send(true);
    }
  };

  return (
    <Screen>
      <h1>Importar</h1>
      <p className={css["soft"]}>
        Trae los apartamentos, las personas{isOfPlatform ? ", el personal y las tarjetas" : " y el personal"}{" "}
        de un edificio desde una hoja de cálculo (CSV o XLSX, hasta 5 MB). Primero te mostramos qué pasaría
        con cada fila; nada se guarda hasta que lo confirmes, y si una fila tiene un error no se guarda
        ninguna.
      </p>
      <p className={css["soft"]}>
        A cada persona le llega una invitación al correo o al celular del archivo:{" "}
        {isOfPlatform
          ? "su acceso y su tarjeta empiezan cuando la acepta."
          : "su acceso empieza cuando la acepta. La tarjeta se la das después de validarla."}{" "}
        Las que faltan por aceptar están en Personal, en la configuración del edificio.
      </p>
      <p className={css["soft"]}>
        Roles: Residente, Residente temporal (con el último día en «Hasta»), Líder y Propietario. El personal
        va sin torre, piso ni apartamento: {isOfPlatform ? "Administrador, " : ""}Portería, Conserje, Empleado
        administrativo, Servicios, Policía y Accionista.
      </p>
      <div className={css["form"]}>
        {only === null ? (
          <SelectField
            label="Edificio"
            value={buildingId}
            placeholder="Elige el edificio"
            disabled={work.isPending}
            onChange={(id) => {
              setChosenId(id);
              work.reset();
            }}
            options={optionsByName(buildings)}
            error={wasAsked && buildingId === "" ? "* Debes seleccionar un edificio" : undefined}
          />
        ) : null}
        <div className={css["file"]}>
          <span aria-hidden="true">Archivo</span>
          {/* The browser's own field speaks the browser's language. */}
          <label className={css["choose"]}>
            <input
              className="um-hidden"
              type="file"
              accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
              aria-label="Archivo"
              aria-describedby={`${fileId}-name ${fileId}-error`}
              aria-invalid={(wasAsked && file === null) || undefined}
              // What is on its way is of this building and this file, and what becomes of it is told here.
              disabled={work.isPending}
              onChange={({ target }) => {
                setFile(target.files?.[0] ?? null);
                work.reset();
                // The same file may be chosen again once it was mended.
                target.value = "";
              }}
            />
            <span className={css["chooser"]}>
              <IconUpload aria-hidden="true" size={20} />
              Elegir archivo
            </span>
            <span className={css["name"]} id={`${fileId}-name`}>
              {file?.name ?? "Ningún archivo elegido"}
            </span>
          </label>
          <FieldError
            id={`${fileId}-error`}
            error={wasAsked && file === null ? fieldSentences.required : undefined}
          />
        </div>
        <FieldError
          id="import-failure"
          error={work.isError && !(work.error instanceof ImportCancelled) ? troubleOf(work.error) : undefined}
        />
        <div role="status">
          {work.error instanceof ImportCancelled ? <p>{cancelledWords[work.error.outcome]}</p> : null}
        </div>
        <div className={css["actions"]}>
          <Button
            icon={<IconFileSpreadsheet aria-hidden="true" size={20} />}
            look={isGood ? "quiet" : "primary"}
            loading={work.isPending}
            onClick={() => send(false)}
          >
            Revisar el archivo
          </Button>
          {isGood ? (
            <Button loading={work.isPending} onClick={() => void askAndApply()}>
              Importar
            </Button>
          ) : null}
          <Button look="plain" icon={<IconDownload aria-hidden="true" size={20} />} onClick={keepTemplate}>
            Descargar la plantilla
          </Button>
        </div>
        <ImportProgress at={work.at} onCancel={work.cancel} />
      </div>
      {work.data === undefined ? null : <ImportRows {...work.data} />}
    </Screen>
  );
}

const cancelledWords: Record<ImportCancelled["outcome"], string> = {
  dropped: "Cancelaste. No se guardó nada.",
  saved: "Ya era tarde para cancelar: todo quedó guardado.",
  unknown:
    "No sabemos si alcanzó a guardarse. Revisa el archivo otra vez: lo que ya esté saldrá sin cambios.",
};

/** What is wrong with the file itself, when the server says. */
function troubleOf(error: unknown): string {
  if (error instanceof ImportUnsure) {
    return cancelledWords.unknown;
  }
  const reason = error instanceof CallRefused ? error.errors[0]?.message : undefined;
  return error instanceof CallRefused && error.code === "SHEET_NOT_VALID" && reason !== undefined
    ? reason
    : sentenceFor(error);
}
