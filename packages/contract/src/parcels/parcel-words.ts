import type { BillKind, Parcel, ParcelKind } from "./parcels.contract.ts";

/** Offered where a carrier is asked for; another one is typed. */
export const usualCarriers = [
  "Servientrega",
  "Interrapidísimo",
  "Coordinadora",
  "Envía",
  "TCC",
  "Deprisa",
  "4-72",
  "DHL",
  "FedEx",
  "UPS",
  "Mercado Libre",
  "Amazon",
  "Temu",
  "Rappi",
  "DiDi Food",
] as const;

export const parcelKindWords: Record<ParcelKind, string> = {
  package: "Paquete",
  envelope: "Sobre",
  delivery: "Domicilio",
  groceries: "Mercado",
  document: "Documento",
  bill: "Recibo",
  other: "Otro",
};

export const billWords: Record<BillKind, string> = {
  electricity: "Recibo de energía",
  water: "Recibo de agua",
  gas: "Recibo de gas",
  internet: "Recibo de internet",
  administration: "Cuota de administración",
};

/** What it is, in a word or two. */
export const parcelWords = ({ kind, bill }: Pick<Parcel, "kind" | "bill">): string =>
  bill === null ? parcelKindWords[kind] : billWords[bill];

const outcomes = { "handed-over": "Entregada", returned: "Devuelta" } as const;

/** What became of it. */
export const parcelStateWords = ({ outcome }: Pick<Parcel, "outcome">): string =>
  outcome === null ? "En portería" : outcomes[outcome];
