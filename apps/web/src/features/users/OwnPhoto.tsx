import { IconCamera } from "@tabler/icons-react";
import { useState } from "react";
import { sentenceFor } from "../../lib/sentences.ts";
import { useUpload } from "../../lib/useUpload.ts";
import { Button } from "../../ui/Button.tsx";
import { FieldError } from "../../ui/fields.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { notify } from "../../ui/notices.ts";
import { PhotoPicker } from "../../ui/PhotoPicker.tsx";
import { UploadProgress } from "../../ui/UploadProgress.tsx";
import css from "./ChangeForm.module.css";
import { sendPhoto } from "./profile.api.ts";

/** The way to another picture of oneself. */
export function OwnPhoto() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="plain" icon={<IconCamera aria-hidden="true" size={20} />} onClick={() => setOpen(true)}>
        Cambiar foto
      </Button>
      <Modal isOpen={isOpen} title="Cambiar foto" onClose={() => setOpen(false)} narrow>
        <PhotoForm onDone={() => setOpen(false)} />
      </Modal>
    </>
  );
}

function PhotoForm({ onDone }: { onDone(): void }) {
  const [photo, setPhoto] = useState<File | null>(null);
  const [trouble, setTrouble] = useState<string>();
  const upload = useUpload(sendPhoto, {
    done() {
      notify("Tu foto cambió.", "good");
      onDone();
    },
    failed: (error) => setTrouble(sentenceFor(error)),
  });
  const save = () => {
    setTrouble(photo === null ? "* Debes agregar la foto" : undefined);
    if (photo !== null) {
      upload.begin(photo);
    }
  };
  return (
    <div className={css["form"]}>
      <p className={css["words"]}>En la portería y en tu edificio te reconocen por ella.</p>
      <PhotoPicker
        label="Foto de tu rostro"
        value={photo}
        onChange={(chosen) => {
          setPhoto(chosen);
          setTrouble(undefined);
        }}
      />
      <FieldError id="photo-trouble" error={trouble} />
      <Button wide loading={upload.isPending} onClick={save}>
        Guardar foto
      </Button>
      <UploadProgress
        share={upload.share}
        what="tu foto"
        onCancel={upload.cancel}
        keepsPlace={photo !== null}
      />
    </div>
  );
}
