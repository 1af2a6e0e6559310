import { useMutation } from "@tanstack/react-query";
import type { ImportProgress, importPeople } from "@umbral/contract/buildings/import.contract";
import { useEffect, useRef, useState } from "react";
import { keepFile } from "../../lib/download.ts";
import { CallRefused } from "../../lib/failures.ts";
import { refreshEverything } from "../../lib/queries.ts";
import { connection } from "../../lib/socket.ts";
import { upload } from "../../lib/upload.ts";

interface Import {
  buildingId: string;
  file: File;
  apply: boolean;
}

/** How far it is: `sending` while the file itself is on its way. */
export type ImportStage =
  | { stage: "sending"; share: number }
  | Pick<ImportProgress, "stage" | "row" | "rows">;

/** What came of an import that was cancelled: nothing was kept, it was too late, or nobody said. */
export class ImportCancelled extends Error {
  readonly outcome: "dropped" | "saved" | "unknown";

  constructor(outcome: ImportCancelled["outcome"]) {
    super(outcome);
    this.outcome = outcome;
  }
}

/** Nobody said what came of an import that was to be kept: its answer was lost, or the server does not know it either. */
export class ImportUnsure extends Error {}

/** Twenty thousand rows on a slow machine. */
const WORK_MS = 15 * 60_000;
/** How long the server's last word on what was cancelled is waited for. */
const LAST_WORD_MS = 10_000;

/** Tries a spreadsheet on a building, or brings it in: how far that is, and how to cancel it. Leaving cancels it. */
export function useImport() {
  const running = useRef<AbortController | null>(null);
  const [at, setAt] = useState<ImportStage | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const work = useMutation({
    mutationFn: async (wanted: Import) => {
      const leaving = new AbortController();
      running.current = leaving;
      setAt({ stage: "sending", share: 0 });
      try {
        return await send(wanted, leaving.signal, setAt);
      } finally {
        running.current = null;
        setAt(null);
      }
    },
    // Lists of apartments, people and cards are others now.
    onSuccess: ({ isApplied }) => (isApplied ? refreshEverything() : undefined),
    onError: (error) => {
      if (
        error instanceof ImportUnsure ||
        (error instanceof ImportCancelled && error.outcome !== "dropped")
      ) {
        void refreshEverything();
      }
    },
  });
  return { ...work, at, cancel: () => running.current?.abort() };
}

async function send(
  { buildingId, file, apply }: Import,
  signal: AbortSignal,
  tell: (at: ImportStage) => void,
) {
  const importId = crypto.getRandomValues(new Uint32Array(3)).join("-");
  let isSent = false;
  let said: "dropped" | "saved" | null = null;
  let wake: (end: "dropped" | "saved") => void = () => undefined;
  const lastWord = new Promise<"dropped" | "saved">((resolve) => {
    wake = resolve;
  });
  const stop = connection.hear("import:progress", (news) => {
    if (news.importId !== importId) {
      return;
    }
    if (news.stage === "saved" || news.stage === "dropped") {
      said = news.stage;
      wake(news.stage);
    } else if (!signal.aborted) {
      tell(news);
    }
  });
  try {
    return await upload<typeof importPeople>("POST", "/api/{product}/buildings/{id}/import", {
      params: { id: buildingId },
      body: { file, apply: apply ? "true" : "false", importId },
      onProgress: (share) => {
        isSent = share === 1;
        tell({ stage: "sending", share });
      },
      signal,
      workMs: WORK_MS,
    });
  } catch (error) {
    if (!signal.aborted) {
      const isRefused = error instanceof CallRefused && error.status < 500;
      throw apply && isSent && !isRefused && said !== "dropped" ? new ImportUnsure() : error;
    }
    tell({ stage: "dropped", row: 0, rows: 0 });
    // What is only looked at is never kept.
    const nobodySaid = new Promise<"unknown">((resolve) => {
      setTimeout(() => resolve("unknown"), LAST_WORD_MS);
    });
    throw new ImportCancelled(apply ? await Promise.race([lastWord, nobodySaid]) : "dropped");
  } finally {
    stop();
  }
}

const TEMPLATE = [
  "Torre;Piso;Apartamento;Nombre;Cédula;Tipo de documento;Celular;Correo;Rol;Hasta;Tarjeta;Tipo de tarjeta",
  "A;1;A-101;Ana Ejemplo;1020304050;Cédula de ciudadanía;3001234567;ana@ejemplo.com;Residente;;;",
  "A;1;A-101;Tito Ejemplo;1020304051;Cédula de ciudadanía;3001234568;tito@ejemplo.com;Residente temporal;31/12/2030;;",
  ";;;Pía Ejemplo;1020304052;Cédula de ciudadanía;3001234569;pia@ejemplo.com;Portería;;;",
].join("\r\n");

export const keepTemplate = () =>
  keepFile(new Blob([`\uFEFF${TEMPLATE}\r\n`], { type: "text/csv" }), "plantilla-umbral.csv");
