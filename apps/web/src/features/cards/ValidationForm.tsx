import { useUpload } from "../../lib/useUpload.ts";
import { Button } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { sayInvalid } from "../../ui/invalid.ts";
import { PhotoPicker } from "../../ui/PhotoPicker.tsx";
import { UploadProgress } from "../../ui/UploadProgress.tsx";
import { type Errors, useForm } from "../../ui/useForm.ts";
import { type IdentityForm, sendIdentity } from "./cards.api.ts";
import { cardSentences } from "./cards.strings.ts";
import css from "./ValidationForm.module.css";

interface ValidationFormProps {
  cedula: string;
  /** It stands in a dialog that says what it is for: without a frame and a heading of its own. */
  isInDialog?: boolean;
  /** Others than this building counts on validated them. */
  isByOthers?: boolean | undefined;
  onValidated(): void;
}

type Pictures = { photo: File | null; cedulaFrontal: File | null; cedulaPosterior: File | null };

/** Of the document. */
const sides = [
  ["cedulaFrontal", "Documento, cara frontal"],
  ["cedulaPosterior", "Documento, cara posterior"],
] as const;

const missing = (picture: File | null, field: string) =>
  picture === null ? cardSentences.missingPicture(field) : undefined;

/** Somebody who is not verified yet: their face and both sides of their document, and they are. */
export function ValidationForm({ cedula, isInDialog = false, isByOthers, onValidated }: ValidationFormProps) {
  const empty: Pictures = { photo: null, cedulaFrontal: null, cedulaPosterior: null };
  const { form, values, errors, set, submit } = useForm(empty, (pictures) => ({
    photo: missing(pictures.photo, "photo"),
    cedulaFrontal: missing(pictures.cedulaFrontal, "cedulaFrontal"),
    cedulaPosterior: missing(pictures.cedulaPosterior, "cedulaPosterior"),
  }));
  const sending = useUpload(sendIdentity, {
    done: onValidated,
    failed: (error) => void sayInvalid(error),
  });
  const send = (pictures: Pictures) => {
    const identity = wholeOf(cedula, pictures);
    if (identity !== null) {
      sending.begin(identity);
    }
  };
  const firstOf = (wrong: Errors<Pictures>) => {
    const text = wrong.photo ?? wrong.cedulaFrontal ?? wrong.cedulaPosterior;
    return text === undefined ? undefined : dialogs.failure({ text });
  };

  return (
    <form
      ref={form}
      className={css["form"]}
      data-framed={!isInDialog || undefined}
      noValidate
      onSubmit={submit(send, firstOf)}
    >
      <header>
        {isInDialog ? null : <h2>Validar usuario</h2>}
        {isByOthers ? (
          <p>Otros verificaron su identidad. Para darle tarjetas aquí, valídala otra vez.</p>
        ) : null}
        <p>Para asignarle tarjetas necesitamos su rostro y las dos caras de su documento.</p>
      </header>
      <div className={css["pictures"]}>
        <PhotoPicker
          label="Foto del rostro"
          isStacked
          value={values.photo}
          onChange={(photo) => set("photo", photo)}
          error={errors.photo}
        />
        {sides.map(([side, label]) => (
          <PhotoPicker
            key={side}
            label={label}
            camera="environment"
            of="paper"
            isStacked
            value={values[side]}
            onChange={(picture) => set(side, picture)}
            error={errors[side]}
          />
        ))}
      </div>
      <Button type="submit" loading={sending.isPending}>
        Validar usuario
      </Button>
      <UploadProgress share={sending.share} what="las imágenes" onCancel={sending.cancel} />
    </form>
  );
}

function wholeOf(cedula: string, { photo, cedulaFrontal, cedulaPosterior }: Pictures): IdentityForm | null {
  return photo && cedulaFrontal && cedulaPosterior ? { cedula, photo, cedulaFrontal, cedulaPosterior } : null;
}
