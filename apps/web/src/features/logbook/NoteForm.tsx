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

/** What stands in the form. */
interface Written {
  category: NoteCategory;
  text: string;
  pictures: readonly (File | null)[];
}

/** Its press has a name: sent again after a lost answer it is the same line, and what was written since is another. */
interface Sent extends Written {
  requestId: string;
}

const noteOf = ({ text, pictures, ...rest }: Sent): Note => ({
  ...rest,
  text: text.trim(),
  pictures: pictures.filter((picture) => picture !== null),
});

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
  const last = useRef<Sent | null>(null);
  const { share, isPending, begin, cancel } = useUpload(
    (sent: Sent, sending) => sendNote(buildingId, noteOf(sent), sending),
    {
      // The next line may be begun while this one is on its way: only what still is as it was sent goes.
      done(_reply, sent) {
        last.current = null;
        setText((now) => (now.trim() === sent.text.trim() ? "" : now));
        setPictures((now) => (now === sent.pictures ? [] : withoutSent(now, sent.pictures)));
        setCategory((now) => (now === sent.category ? "NOVEDAD" : now));
        notify("Quedó en la minuta.", "good");
        void refreshLogbook(buildingId);
      },
      failed: (error) => void sayFailed(error),
    },
  );
  const isEmpty = text.trim() === "";
  const press = () => {
    setAsked(isEmpty);
    // Until the line that is on its way has its answer, its name is the last one.
    if (!isEmpty && !isPending) {
      const written = { category, text, pictures };
      if (last.current === null || !isSame(last.current, written)) {
        last.current = { ...written, requestId: crypto.randomUUID() };
      }
      begin(last.current);
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

const isSame = (one: Written, other: Written): boolean =>
  one.category === other.category && one.text === other.text && one.pictures === other.pictures;

/** Places come and go at the end alone: where a picture was sent with the line before, its place is left empty. */
const withoutSent = (now: Written["pictures"], sent: Written["pictures"]): Written["pictures"] =>
  now.map((picture) => (sent.includes(picture) ? null : picture));
