import { IconShieldLock } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { formatDay } from "../../lib/dates.ts";
import { fieldSentences, sentenceFor } from "../../lib/sentences.ts";
import { useSignedIn } from "../../lib/useSession.ts";
import { Button } from "../../ui/Button.tsx";
import { FieldError, TextField } from "../../ui/fields.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { Form } from "../../ui/Panel.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { PasswordAgain } from "./PasswordAgain.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { SecretToScan } from "./SecretToScan.tsx";
import css from "./Security.module.css";
import {
  useConfirmSecondFactor,
  useNewRecoveryCodes,
  useOfferSecondFactor,
  useSecondFactor,
} from "./second-factor.api.ts";

type Wish = "factor" | "codes";

/** An administrator's second factor: since when, and the ways to another one and to new recovery codes. */
export function SecondFactorCard() {
  const query = useSecondFactor();
  const [wish, setWish] = useState<Wish | null>(null);
  // Codes that are shown this once are not closed over by a slip.
  const [isMaking, setMaking] = useState(false);
  return (
    <section className={css["card"]} aria-labelledby="second-factor-card">
      <h2 id="second-factor-card">Verificación en dos pasos</h2>
      <ListStates query={query} skeleton={<CardSkeletons count={1} />}>
        {({ since, codesLeft, hasPasskeys }) => (
          <>
            <p className={css["soft"]}>
              {stateOf(since, hasPasskeys)}
              {since === null && !hasPasskeys ? null : ` Te quedan ${codesLeft} códigos de respaldo.`}
            </p>
            <Button
              look="quiet"
              icon={<IconShieldLock aria-hidden="true" size={20} />}
              onClick={() => setWish("factor")}
            >
              {since === null ? "Activar" : "Cambiar de app"}
            </Button>
            {since === null && !hasPasskeys ? null : (
              <Button look="quiet" onClick={() => setWish("codes")}>
                Crear códigos de respaldo nuevos
              </Button>
            )}
          </>
        )}
      </ListStates>
      <Modal
        isOpen={wish !== null}
        title={wish === "codes" ? "Códigos de respaldo" : "Verificación en dos pasos"}
        onClose={isMaking ? undefined : () => setWish(null)}
        narrow
      >
        {wish === null ? null : (
          <SecondFactorChange wish={wish} onDone={() => setWish(null)} onMaking={setMaking} />
        )}
      </Modal>
    </section>
  );
}

function stateOf(since: string | null, hasPasskeys: boolean): string {
  if (since !== null) {
    return `Activa desde el ${formatDay(since)}.`;
  }
  return hasPasskeys
    ? "Sin app de verificación: al iniciar sesión usas tu llave de acceso."
    : "Al iniciar sesión solo te pedimos tu contraseña.";
}

interface SecondFactorChangeProps {
  wish: Wish;
  onDone(): void;
  /** From the first code on, or the password for new recovery codes, they may be others already, until they were seen. */
  onMaking?(isMaking: boolean): void;
}

/** The password first; then the secret and its first code; then the recovery codes. */
export function SecondFactorChange({ wish, onDone, onMaking }: SecondFactorChangeProps) {
  const offer = useOfferSecondFactor();
  const fresh = useNewRecoveryCodes();
  const confirm = useConfirmSecondFactor();
  const { recoveryCodes } = fresh.data ?? confirm.data ?? {};
  const isMaking = [fresh, confirm].some(
    ({ isPending, isPaused, data }) => (isPending && !isPaused) || data !== undefined,
  );
  useEffect(() => {
    onMaking?.(isMaking);
    return () => onMaking?.(false);
  }, [isMaking, onMaking]);
  if (recoveryCodes) {
    return <RecoveryCodes heading="h2" codes={recoveryCodes} onDone={onDone} />;
  }
  if (offer.data) {
    return <Confirm secret={offer.data.secret} confirm={confirm} />;
  }
  const asked = wish === "codes" ? fresh : offer;
  return <PasswordAgain asked={asked} onGiven={asked.mutate} />;
}

interface Asked {
  mutate(value: string): void;
  isPending: boolean;
  isError: boolean;
  error: unknown;
}

function Confirm({ secret, confirm }: { secret: string; confirm: Asked }) {
  const { user } = useSignedIn();
  const { form, text, submit } = useForm(
    { code: "" },
    ({ code }) => ({
      code: required(code, fieldSentences.required),
    }),
    { isFleeting: true },
  );
  return (
    <Form ref={form} onSubmit={submit(({ code }) => confirm.mutate(code))}>
      <SecretToScan secret={secret} cedula={user.cedula} />
      <TextField
        {...text("code")}
        label="Código"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={30}
      />
      <FieldError id="code-failure" error={confirm.isError ? sentenceFor(confirm.error) : undefined} />
      <Button type="submit" wide loading={confirm.isPending}>
        Activar
      </Button>
    </Form>
  );
}
