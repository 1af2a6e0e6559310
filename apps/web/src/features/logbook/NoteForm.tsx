import { IconCamera } from "@tabler/icons-react";
import { NOTE_MOST, NOTE_PICTURES } from "@umbral/contract/logbook/logbook.contract";
import { type NoteCategory, noteCategories } from "@umbral/contract/logbook/logbook-lines";
import { type Ref, useRef, useState } from "react";
import { keyIn } from "../../lib/key-in.ts";
import { useUpload } from "../../lib/useUpload.ts";
import { Button } from "../../ui/Button.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { SelectField, TextField } from "../../ui/fields.tsx";
import { notify } from "../../ui/notices.ts";
import { optionsOfWords } from "../../ui/options.ts";
import { PhotoPicker } from "../../ui/PhotoPicker.tsx";
import { UploadProgress } from "../../ui/UploadProgress.tsx";
import css from "./Logbook.module.css";
import { type Note, refreshLogbook, sendNote } from "./logbook.api.ts";

const categories = optionsOfWords(noteCategories);

interface NoteFormProps {
  buildingId: string;
  /** The field in which it is written. */
  field?: Ref<HTMLInputElement> | undefined;
}

/** Writes something down: what it is about, what happened, and pictures for who wants them. One press, or Enter. */
export function NoteForm({ buildingId, field }: NoteFormProps) {
  const [category, setCategory] = useState<NoteCategory>("NOVEDAD");
  const [text, setText] = useState("");
  const [pictures, setPictures] = useState<readonly (File | null)[]>([]);
  const [isAsked, setAsked] = useState(false);
  /** Of what is written now: the same press sent again is the same line. */
  const requestId = useRef(crypto.randomUUID());
  const { share, isPending, begin, cancel } = useUpload(
    (note: Note, sending) => sendNote(buildingId, note, sending),
    {
      done() {
        requestId.current = crypto.randomUUID();
        setText("");
        setPictures([]);
        setCategory("NOVEDAD");
        notify("Quedó en la minuta.", "good");
        void refreshLogbook(buildingId);
      },
      failed: (error) => void sayFailed(error),
    },
  );
  const isEmpty = text.trim() === "";
  const press = () => {
    setAsked(isEmpty);
    if (!isEmpty) {
      const chosen = pictures.filter((picture) => picture !== null);
      begin({ requestId: requestId.current, category, text: text.trim(), pictures: chosen });
    }
  };
  return (
    <form
      className={css["note"]}
      aria-label="Anotar en la minuta"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        press();
      }}
    >
      <div className={css["fields"]}>
        <SelectField
          label="Categoría"
          value={category}
          options={categories}
          onChange={(chosen) => setCategory(keyIn(noteCategories, chosen) ?? category)}
        />
        <TextField
          {...(field === undefined ? {} : { ref: field })}
          label="Qué pasó"
          value={text}
          maxLength={NOTE_MOST}
          autoComplete="off"
          error={isAsked && isEmpty ? "* Debes escribir qué pasó" : undefined}
          onChange={setText}
        />
        <div className={css["buttons"]}>
          {pictures.length < NOTE_PICTURES ? (
            <Button
              look="quiet"
              icon={<IconCamera aria-hidden="true" size={20} />}
              onClick={() => setPictures([...pictures, null])}
            >
              Foto
            </Button>
          ) : null}
          <Button type="submit" loading={isPending}>
            Anotar
          </Button>
        </div>
      </div>
      {pictures.length === 0 ? null : (
        <div className={css["pickers"]}>
          {pictures.map((picture, place) => (
            <PhotoPicker
              // biome-ignore lint/suspicious/noArrayIndexKey: places, which come and go at the end alone
              key={place}
              label={`Foto ${place + 1}`}
              of="paper"
              camera="environment"
              value={picture}
              onChange={(chosen) =>
                setPictures((before) => before.map((other, index) => (index === place ? chosen : other)))
              }
            />
          ))}
        </div>
      )}
      <UploadProgress share={pictures.length === 0 ? null : share} what="la anotación" onCancel={cancel} />
    </form>
  );
}
