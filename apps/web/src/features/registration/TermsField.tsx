import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { CheckField } from "../../ui/fields.tsx";
import css from "./TermsField.module.css";

/** Fetched by who wants to read. */
const TermsModal = lazy(async () => ({ default: (await import("./TermsModal.tsx")).TermsModal }));

interface TermsFieldProps {
  isAccepted: boolean;
  onChange(isAccepted: boolean): void;
  error: string | undefined;
}

/** The box to tick, and the way to read what it is about. */
export function TermsField({ isAccepted, onChange, error }: TermsFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  return (
    <div className={css["terms"]}>
      <CheckField checked={isAccepted} error={error} onChange={onChange}>
        Acepto los términos y condiciones
      </CheckField>
      <p className={css["hint"]}>
        Incluyen la autorización para tratar tus datos y tu foto (Ley 1581 de 2012).
      </p>
      <Button
        look="plain"
        className={css["read"]}
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        Leer los términos y condiciones
      </Button>
      {wasOpened ? (
        <Suspense fallback={<p role="status">Cargando…</p>}>
          <TermsModal
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            onAccept={() => {
              onChange(true);
              setOpen(false);
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
