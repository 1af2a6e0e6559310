import type { DocumentType } from "./personal-data.ts";

/** Labels of the document types (specification §3). */
export const documentLabels: Readonly<Record<DocumentType, string>> = {
  CEDULA_CIUDADANIA: "Cédula de ciudadanía",
  CEDULA_EXTRANJERIA: "Cédula de extranjería",
  PASAPORTE: "Pasaporte",
  TARJETA_IDENTIDAD: "Tarjeta de identidad",
  REGISTRO_CIVIL: "Registro civil",
  CARNE_DIPLOMATICO: "Carné diplomático",
  SALVO_CONDUCTO_PERMANENCIA: "Salvoconducto de permanencia",
  PERMISO_ESPECIAL_PERMANENCIA: "Permiso especial de permanencia",
};
