import { IconCamera, IconFileDescription, IconPhoto, IconUserFilled } from "@tabler/icons-react";
import { type ChangeEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { PictureRefused, pictureSentences, preparePicture } from "../lib/picture.ts";
import { Button } from "./Button.tsx";
import { CameraShot } from "./CameraShot.tsx";
import fields from "./fields.module.css";
import { FieldError } from "./fields.tsx";
import css from "./PhotoPicker.module.css";

interface PhotoPickerProps {
  label: string;
  value: File | null;
  onChange(photo: File | null): void;
  error?: string | undefined;
  /** Which camera to begin with: `user` looks at who holds the device. */
  camera?: "user" | "environment";
  /** What is on it: a face has a round preview, a paper a wide one. */
  of?: "face" | "paper";
  /** Its buttons stand below the preview, which is as high as that of whatever stands beside it. */
  isStacked?: boolean;
  /** Another way to take it, before the two usual ones. */
  children?: ReactNode;
}

/**
 * One picture, from the device or taken now, with a preview. Only images are accepted; the value
 * is ready to be sent: an upright JPEG of at most 1600 px.
 */
export function PhotoPicker(props: PhotoPickerProps) {
  const { label, value, onChange, error, camera = "user", of = "face", isStacked, children } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isShooting, setShooting] = useState(false);
  const { isPreparing, trouble, prepare } = usePreparation(value, onChange);
  useHeldSubmit(input, isPreparing, value);
  const preview = usePreview(value);
  const wrong = trouble === undefined ? error : `* ${trouble}`;

  const handleFile = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    if (file !== undefined) {
      void prepare(file);
    }
    // The same file may be chosen again after another one.
    event.target.value = "";
  };

  return (
    <fieldset
      className={css["picker"]}
      data-stacked={isStacked || undefined}
      aria-describedby={wrong === undefined ? undefined : `${id}-error`}
    >
      <legend className={fields["label"]}>{label}</legend>
      <div className={css["row"]}>
        <span className={css["preview"]} data-of={of} aria-busy={isPreparing}>
          {preview === null || isPreparing ? (
            <Placeholder of={of} />
          ) : (
            <img src={preview} alt={`Vista previa: ${label}`} />
          )}
        </span>
        <div className={css["buttons"]}>
          <input
            ref={input}
            id={id}
            className="um-hidden"
            type="file"
            accept="image/*"
            tabIndex={-1}
            aria-label={label}
            aria-invalid={wrong === undefined ? undefined : true}
            onFocus={(event) => event.target.parentElement?.querySelector("button")?.focus()}
            onChange={handleFile}
          />
          {children}
          <Button
            look="quiet"
            icon={<IconPhoto aria-hidden="true" size={20} />}
            onClick={() => input.current?.click()}
          >
            Elegir foto
          </Button>
          <Button
            look="quiet"
            icon={<IconCamera aria-hidden="true" size={20} />}
            onClick={() => setShooting(true)}
          >
            Tomar foto
          </Button>
        </div>
      </div>
      <p className={css["preparing"]} role="status">
        {isPreparing ? "Preparando la foto…" : null}
      </p>
      <FieldError id={`${id}-error`} error={wrong} />
      <CameraShot
        isOpen={isShooting}
        facing={camera}
        onClose={() => setShooting(false)}
        onShot={(photo) => {
          setShooting(false);
          onChange(photo);
        }}
      />
    </fieldset>
  );
}

function Placeholder({ of }: { of: "face" | "paper" }) {
  return of === "face" ? (
    <IconUserFilled aria-hidden="true" size={52} />
  ) : (
    <IconFileDescription aria-hidden="true" size={48} stroke={1.4} />
  );
}

/** Makes the chosen file ready to be sent. Only the last one chosen counts. */
function usePreparation(value: File | null, onChange: (photo: File | null) => void) {
  const [isPreparing, setPreparing] = useState(false);
  const [trouble, setTrouble] = useState<string | undefined>();
  const turn = useRef(0);
  // By the time a picture is ready, the form that it belongs to has been drawn again.
  const give = useRef(onChange);
  useEffect(() => {
    give.current = onChange;
  }, [onChange]);
  // A picture that came in another way is the last one chosen.
  useEffect(() => {
    if (value !== null) {
      turn.current += 1;
      setPreparing(false);
      setTrouble(undefined);
    }
  }, [value]);

  const prepare = async (file: File) => {
    turn.current += 1;
    const own = turn.current;
    setPreparing(true);
    setTrouble(undefined);
    const prepared = await preparePicture(file).catch((error: unknown) =>
      error instanceof PictureRefused ? error.message : pictureSentences.unreadable,
    );
    if (own !== turn.current) {
      return;
    }
    setPreparing(false);
    if (typeof prepared === "string") {
      setTrouble(prepared);
      give.current(null);
    } else {
      give.current(prepared);
    }
  };
  return { isPreparing, trouble, prepare };
}

/**
 * A form that is sent while its picture is being prepared is sent when the picture is ready: on a slow phone it would be
 * refused for a picture that was chosen, or go without it. A picture that could not be read says so, and nothing is sent.
 */
function useHeldSubmit(input: RefObject<HTMLInputElement | null>, isPreparing: boolean, value: File | null) {
  const held = useRef<{ by: HTMLElement | null } | null>(null);
  useEffect(() => {
    const form = input.current?.form;
    if (!form) {
      return;
    }
    if (!isPreparing) {
      const { current } = held;
      held.current = null;
      if (current !== null && value !== null) {
        form.requestSubmit(current.by);
      }
      return;
    }
    const hold = (event: SubmitEvent) => {
      event.preventDefault();
      event.stopPropagation();
      held.current = { by: event.submitter };
    };
    form.addEventListener("submit", hold, { capture: true });
    return () => form.removeEventListener("submit", hold, { capture: true });
  }, [input, isPreparing, value]);
}

/**
 * The file as an address that holds all of it: nothing has to be fetched by it, which the page may not, and
 * nothing has to be let go.
 */
function usePreview(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    setAddress(null);
    if (file === null) {
      return;
    }
    const reader = new FileReader();
    reader.onload = () => setAddress(typeof reader.result === "string" ? reader.result : null);
    reader.readAsDataURL(file);
    return () => reader.abort();
  }, [file]);
  return address;
}
