import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { importPeople } from "@umbral/contract/buildings/import.contract";
import { upload } from "../../lib/upload.ts";

interface Import {
  buildingId: string;
  file: File;
  apply: boolean;
}

/** Tries a spreadsheet on a building, or brings it in. */
export function useImport(onProgress: (share: number) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ buildingId, file, apply }: Import) =>
      upload<typeof importPeople>("POST", "/api/{product}/buildings/{id}/import", {
        params: { id: buildingId },
        body: { file, apply: apply ? "true" : "false" },
        onProgress,
      }),
    // Lists of apartments, people and cards are others now.
    onSuccess: ({ isApplied }) => (isApplied ? queries.invalidateQueries() : undefined),
  });
}

const TEMPLATE = [
  "Torre;Piso;Apartamento;Nombre;Cédula;Tipo de documento;Celular;Correo;Rol;Tarjeta;Tipo de tarjeta",
  "A;1;A-101;Ana Ejemplo;1020304050;Cédula de ciudadanía;3001234567;ana@ejemplo.com;Residente;04A1B2C3;Persona",
].join("\r\n");

/** Hands the template to the browser to keep. */
export function keepTemplate(): void {
  const address = URL.createObjectURL(new Blob([`\uFEFF${TEMPLATE}\r\n`], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = "plantilla-umbral.csv";
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
