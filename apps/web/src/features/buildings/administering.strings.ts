import type { ApartmentType, BuildingType } from "@umbral/contract/auth/auth.contract";
import { CallRefused } from "../../lib/failures.ts";
import { sayFailed } from "../../ui/failed.ts";
import { optionsOfWords } from "../../ui/options.ts";

const buildingTypeNames: Readonly<Record<BuildingType, string>> = {
  RESIDENTIAL: "Residencial",
  MIXED: "Mixto",
  OFFICE: "Oficinas",
};
export const apartmentTypeNames: Readonly<Record<ApartmentType, string>> = {
  APARTMENT: "Apartamento",
  HOUSE: "Casa",
  OFFICE: "Oficina",
  SHOP: "Local",
};

export const buildingTypeOptions = optionsOfWords(buildingTypeNames);
export const apartmentTypeOptions = optionsOfWords(apartmentTypeNames);

export const asBuildingType = (chosen: string): BuildingType =>
  chosen === "MIXED" || chosen === "OFFICE" ? chosen : "RESIDENTIAL";
export const asApartmentType = (chosen: string): ApartmentType =>
  chosen === "HOUSE" || chosen === "OFFICE" || chosen === "SHOP" ? chosen : "APARTMENT";

/** Asked before anything goes that cannot come back. */
export const deletion = (what: string) => ({
  title: `¿Eliminar ${what}?`,
  text: "Esta acción no se puede deshacer.",
  irrevocable: true,
});

/** What the specification says of an apartment that is deleted (§8), letter by letter. */
export const apartmentSentences = {
  deleted: { title: "Borrado Exitoso", text: "Apartamento borrado con éxito" },
  question: (name: string) => ({
    title: `¿Eliminar el apartamento ${name}?`,
    text: "Sus personas pierden el acceso de inmediato: se borrará el apartamento y se creará uno nuevo.",
    irrevocable: true,
  }),
  /** Nobody with an account is there any more; whoever has none is in no count of the list. */
  dropping: (name: string) => ({
    ...deletion(`el apartamento ${name}`),
    text: "Si en él hay personas sin cuenta, se retiran y sus tarjetas quedan libres. Sus invitaciones por aceptar dejan de servir. Esta acción no se puede deshacer.",
  }),
} as const;

/** A name that another one has already is said at its field; every other refusal opens the dialog. */
export function sayAtName(error: unknown, refuse: (errors: { name: string }) => void): void {
  if (error instanceof CallRefused && error.code === "NAME_TAKEN") {
    refuse({ name: `* ${error.message.replace(/\.$/, "")}` });
  } else {
    void sayFailed(error);
  }
}
