import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { Navigate, useNavigate } from "react-router";
import { CallRefused } from "../../lib/failures.ts";
import { paths } from "../../lib/paths.ts";
import { fieldSentences, sentenceFor } from "../../lib/sentences.ts";
import { useSession } from "../../lib/useSession.ts";
import { Button } from "../../ui/Button.tsx";
import { FieldError, TextField } from "../../ui/fields.tsx";
import { OpenPage } from "../../ui/OpenPage.tsx";
import { Form } from "../../ui/Panel.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import css from "./Kiosks.module.css";
import { pairThisDevice } from "./kiosks.api.ts";

/** '/acceso/vincular': makes of this browser a device of a building's lobby, by the code of its administration. */
export function PairKioskScreen() {
  const current = useSession();
  const navigate = useNavigate();
  const { form, text, refuse, submit } = useForm({ code: "" }, ({ code }) => ({
    code: required(code, fieldSentences.required),
  }));
  const field = useRef<HTMLInputElement>(null);
  const pair = useMutation({
    mutationFn: ({ code }: { code: string }) => pairThisDevice(code),
    onSuccess: () => navigate(paths.access, { replace: true }),
    onError: (error) => {
      if (isWrongCode(error)) {
        refuse({ code: `* ${sentenceFor(error)}` });
        // The next digit takes its place.
        field.current?.select();
      }
    },
  });
  if (current?.kiosk !== undefined && !pair.isPending) {
    return <Navigate to={paths.access} replace />;
  }
  return (
    <OpenPage isForm>
      <Screen>
        <h1>Vincular equipo de portería</h1>
        <p className={css["soft"]}>
          Este equipo queda en la portería: llama apartamentos y recibe llamadas sin la cuenta de nadie. Para
          lo demás, quien trabaja en la portería comienza su turno con su PIN.
        </p>
        <p className={css["soft"]}>
          La administración crea el código en la configuración del edificio, en «Equipos de portería».
        </p>
        {current === null ? null : (
          <p className={css["note"]}>Al vincularlo se cierra tu sesión en este navegador.</p>
        )}
        <Form ref={form} onSubmit={submit((typed) => pair.mutate(typed))}>
          <TextField
            {...text("code")}
            ref={field}
            label="Código de 8 números"
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            className={css["typed"]}
          />
          <FieldError
            id="pairing-failure"
            error={pair.isError && !isWrongCode(pair.error) ? `* ${sentenceFor(pair.error)}` : undefined}
          />
          <Button type="submit" wide loading={pair.isPending}>
            Vincular equipo
          </Button>
        </Form>
      </Screen>
    </OpenPage>
  );
}

const isWrongCode = (error: unknown): boolean =>
  error instanceof CallRefused && error.code === "KIOSK_CODE_NOT_VALID";
