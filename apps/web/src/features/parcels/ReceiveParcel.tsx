import type { DirectoryApartment } from "@umbral/contract/buildings/buildings.contract";
import { parcelKindWords, usualCarriers } from "@umbral/contract/parcels/parcel-words";
import type { ParcelKind } from "@umbral/contract/parcels/parcels.contract";
import { type FormEvent, useState } from "react";
import { keyIn } from "../../lib/key-in.ts";
import { usePress } from "../../lib/usePress.ts";
import { useUpload } from "../../lib/useUpload.ts";
import { Button } from "../../ui/Button.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { SelectField, TextField } from "../../ui/fields.tsx";
import { notify } from "../../ui/notices.ts";
import { optionsOfWords } from "../../ui/options.ts";
import { Actions, Form } from "../../ui/Panel.tsx";
import { PhotoPicker } from "../../ui/PhotoPicker.tsx";
import { UploadProgress } from "../../ui/UploadProgress.tsx";
import { ApartmentSearch } from "../buildings/index.ts";
import { SuggestedField } from "./ParcelFields.tsx";
import { type NewParcel, refreshParcels, sendParcel } from "./parcels.api.ts";

interface ReceiveParcelProps {
  buildingId: string;
  /** Where things were put lately. */
  places: readonly string[];
  onDone(): void;
}

/** Whose it is, then what it is and where it lies. */
export function ReceiveParcel({ buildingId, places, onDone }: ReceiveParcelProps) {
  const [home, setHome] = useState<DirectoryApartment | null>(null);
  // Of all homes: whoever went back meanwhile and chose the same one again sends the same parcel.
  const nameOf = usePress();
  return home === null ? (
    <ApartmentSearch buildingId={buildingId} onChoose={setHome} />
  ) : (
    <Details
      buildingId={buildingId}
      places={places}
      home={home}
      nameOf={nameOf}
      onBack={() => setHome(null)}
      onDone={onDone}
    />
  );
}

interface DetailsProps extends ReceiveParcelProps {
  home: DirectoryApartment;
  nameOf: ReturnType<typeof usePress>;
  onBack(): void;
}

function Details({ buildingId, places, home, nameOf, onBack, onDone }: DetailsProps) {
  const [kind, setKind] = useState<ParcelKind>("package");
  const [carrier, setCarrier] = useState("");
  const [place, setPlace] = useState("");
  const [note, setNote] = useState("");
  const [label, setLabel] = useState<File | null>(null);
  const sending = useUpload((body: NewParcel, how) => sendParcel(buildingId, body, how), {
    done: () => {
      void refreshParcels(buildingId);
      const isTold = home.residents?.length !== 0;
      notify(
        isTold ? `Recibida. Avisamos a ${home.name}.` : `Recibida. En ${home.name} no hay a quién avisar.`,
        "good",
      );
      onDone();
    },
    // It may have arrived all the same.
    failed: (error) => {
      void refreshParcels(buildingId);
      void sayFailed(error);
    },
    cancelled: () => void refreshParcels(buildingId),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parcel = { apartmentId: home.id, kind, carrier, place, note };
    sending.begin({
      ...parcel,
      requestId: nameOf(JSON.stringify([parcel, label?.name, label?.lastModified])),
      ...(label === null ? {} : { label }),
    });
  };
  return (
    <Form
      onSubmit={submit}
      isUnsaved={carrier !== "" || place !== "" || note !== "" || label !== null}
      foot={
        <>
          <Actions fills>
            <Button look="quiet" onClick={onBack}>
              Atrás
            </Button>
            <Button type="submit" loading={sending.isPending}>
              Recibir y avisar
            </Button>
          </Actions>
          <UploadProgress
            share={label === null ? null : sending.share}
            what="la correspondencia"
            onCancel={sending.cancel}
            keepsPlace={label !== null}
          />
        </>
      }
    >
      <p>
        Para <strong>{home.name}</strong>
      </p>
      <SelectField
        label="Qué es"
        value={kind}
        onChange={(chosen) => setKind(keyIn(parcelKindWords, chosen) ?? kind)}
        options={optionsOfWords(parcelKindWords)}
      />
      <SuggestedField
        label="Transportadora (opcional)"
        words={usualCarriers}
        value={carrier}
        onChange={setCarrier}
      />
      <SuggestedField label="Dónde queda (opcional)" words={places} value={place} onChange={setPlace} />
      <TextField label="Nota (opcional)" autoComplete="off" maxLength={200} value={note} onChange={setNote} />
      <PhotoPicker
        label="Foto de la etiqueta (opcional)"
        camera="environment"
        of="paper"
        value={label}
        onChange={setLabel}
      />
    </Form>
  );
}
