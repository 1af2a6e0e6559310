import type { showParcelPictures } from "@umbral/contract/parcels/parcels.contract";
import type { z } from "zod";
import { ListStates } from "../../ui/ListStates.tsx";
import { Skeleton } from "../../ui/Skeletons.tsx";
import { StorageImage } from "../../ui/StorageImage.tsx";
import css from "./Parcels.module.css";

type Pictures = z.output<(typeof showParcelPictures)["reply"]>;

/** The label and the signature of a parcel, as far as there are any. */
export function ParcelPictures({ query }: { query: Parameters<typeof ListStates<Pictures>>[0]["query"] }) {
  return (
    <ListStates
      query={query}
      skeleton={<Skeleton height="12rem" />}
      isEmpty={({ label, signature }) => label === null && signature === null}
      empty={{ title: "Ya no guardamos fotos de esta correspondencia.", isShort: true }}
    >
      {({ label, signature }) => (
        <div className={css["pictures"]}>
          {label === null ? null : <StorageImage src={label} alt="Foto de la etiqueta" />}
          {signature === null ? null : <StorageImage src={signature} alt="Firma de quien la recogió" />}
        </div>
      )}
    </ListStates>
  );
}
