import { IconCamera, IconPhoto, IconUserFilled } from "@tabler/icons-react";
import { type ChangeEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "./Button.tsx";
import { CameraShot } from "./CameraShot.tsx";
import { FieldError } from "./fields.tsx";
import css from "./PhotoPicker.module.css";

interface PhotoPickerProps {
  label: string;
  value: File | null;
  onChange(photo: File | null): void;
  error?: string | undefined;
  /** Which camera to begin with: `user` for a face, `environment` for a document. */
  camera?: "user" | "environment";
  /** Another way to take it, before the two usual ones. */
  children?: ReactNode;
}

/** One picture, from the device or taken now, with a round preview. Only images are accepted. */
export function PhotoPicker({ label, value, onChange, error, camera = "user", children }: PhotoPickerProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isShooting, setShooting] = useState(false);
  const preview = usePreview(value);

  const handleFile = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    if (file?.type.startsWith("image/")) {
      onChange(file);
    }
    // The same file may be chosen again after another one.
    event.target.value = "";
  };

  return (
    <fieldset className={css["picker"]} aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend className={css["label"]}>{label}</legend>
      <div className={css["row"]}>
        <span className={css["preview"]}>
          {preview === null ? (
            <IconUserFilled aria-hidden="true" size={52} />
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
            aria-invalid={error === undefined ? undefined : true}
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
      <FieldError id={`${id}-error`} error={error} />
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

/** An address of the file for as long as it is shown. */
function usePreview(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = file === null ? null : URL.createObjectURL(file);
    setAddress(made);
    return () => {
      if (made !== null) {
        URL.revokeObjectURL(made);
      }
    };
  }, [file]);
  return address;
}
