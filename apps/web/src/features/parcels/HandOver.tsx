import { parcelWords } from "@umbral/contract/parcels/parcel-words";
import type { Parcel } from "@umbral/contract/parcels/parcels.contract";
import { type FormEvent, useState } from "react";
import { CallRefused } from "../../lib/failures.ts";
import { usePress } from "../../lib/usePress.ts";
import { useUpload } from "../../lib/useUpload.ts";
import { Button } from "../../ui/Button.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { ChoiceField, TextField } from "../../ui/fields.tsx";
import { notify } from "../../ui/notices.ts";
import { Actions, Form } from "../../ui/Panel.tsx";
import { UploadProgress } from "../../ui/UploadProgress.tsx";
import { TakenByField } from "./ParcelFields.tsx";
import { type Handover, refreshParcels, sendHandover } from "./parcels.api.ts";
import { SignaturePad } from "./SignaturePad.tsx";

interface HandOverProps {
  buildingId: string;
  parcels: readonly Parcel[];
  onDone(): void;
  /** They cannot be handed over together any more. */
  onGone(): void;
}

const CODE = /^\d{6}$/;

/** Another desk was first, or moved one to another home: trying again is of no use. */
const outdated: readonly string[] = ["PARCEL_CLOSED", "PARCEL_NOT_FOUND", "PARCELS_OF_ONE_HOME"];

/** Somebody takes parcels of a home: who, and the home's code or a signature. A scanner types the code. */
export function HandOver({ buildingId, parcels, onDone, onGone }: HandOverProps) {
  const [takenBy, setTakenBy] = useState("");
  const [by, setBy] = useState("code");
  const [code, setCode] = useState("");
  const [signature, setSignature] = useState<File | null>(null);
  const [isChecked, setChecked] = useState(false);
  const nameOf = usePress();
  const sending = useUpload((body: Handover, how) => sendHandover(buildingId, body, how), {
    done: () => {
      void refreshParcels(buildingId);
      notify(parcels.length === 1 ? "Entregada." : `Entregaste ${parcels.length}.`, "good");
      onDone();
    },
    failed: (error) => {
      void refreshParcels(buildingId);
      void sayFailed(error);
      if (error instanceof CallRefused && outdated.includes(error.code)) {
        onGone();
      }
    },
  });
  const isProven = by === "code" ? CODE.test(code) : signature !== null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (takenBy.trim() !== "" && isProven) {
      const taken = { parcelIds: parcels.map(({ id }) => id).join(","), takenBy: takenBy.trim() };
      const proof = by === "code" || signature === null ? { code } : { signature };
      const requestId = nameOf(JSON.stringify([taken, proof.code, proof.signature?.lastModified]));
      sending.begin({ ...taken, ...proof, requestId });
    }
  };
  return (
    <Form
      onSubmit={submit}
      isUnsaved={takenBy !== "" || code !== "" || signature !== null}
      foot={
        <>
          <Actions fills>
            <Button type="submit" loading={sending.isPending}>
              Entregar
            </Button>
          </Actions>
          <UploadProgress
            share={by === "signature" ? sending.share : null}
            what="la entrega"
            onCancel={sending.cancel}
            keepsPlace={by === "signature"}
          />
        </>
      }
    >
      <p>
        {parcels[0]?.apartment?.name}: {parcels.map(parcelWords).join(", ")}
      </p>
      <TakenByField value={takenBy} onChange={setTakenBy} isChecked={isChecked} />
      <ChoiceField
        label="Cómo se comprueba"
        name="proof"
        value={by}
        onChange={(way) => {
          setBy(way);
          // The pad comes back blank: what nobody sees is not sent, least of all for somebody else.
          setSignature(null);
        }}
        options={[
          { value: "code", label: "Código de la app" },
          { value: "signature", label: "Firma" },
        ]}
      />
      {by === "code" ? (
        <TextField
          label="Código para recoger"
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          value={code}
          onChange={setCode}
          hint="El apartamento lo ve en la app, en Mi correspondencia."
          error={isChecked && !isProven ? "* Escribe los 6 dígitos" : undefined}
        />
      ) : (
        <>
          <SignaturePad isEmpty={signature === null} onChange={setSignature} />
          {isChecked && !isProven ? <p role="alert">* Falta la firma</p> : null}
        </>
      )}
    </Form>
  );
}
