import { useMutation } from "@tanstack/react-query";
import type { SignedIn } from "@umbral/contract/auth/auth.contract";
import { useRef, useState } from "react";
import type { CallRefused } from "../../lib/failures.ts";
import { fieldSentences, sentenceFor } from "../../lib/sentences.ts";
import { session } from "../../lib/useSession.ts";
import { Button } from "../../ui/Button.tsx";
import { FieldError } from "../../ui/fields.tsx";
import { Form } from "../../ui/Panel.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import type { Credentials } from "./auth.api.ts";
import { FactorCode, FactorWays } from "./FactorFields.tsx";
import { passkeyTrouble, requestIn, worksHere } from "./passkey-device.ts";
import { signInWithPasskey } from "./passkeys.api.ts";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import css from "./SecondFactor.module.css";
import { SecretToScan } from "./SecretToScan.tsx";
import { signInWithCode } from "./second-factor.api.ts";

interface SecondFactorStepProps {
  /** Right so far. */
  credentials: Credentials;
  /** What the server asked for besides them. */
  refusal: CallRefused;
  onBack(): void;
}

/** The second step of an administrator's sign-in: the code, or taking the second factor up. */
export function SecondFactorStep({ credentials, refusal, onBack }: SecondFactorStepProps) {
  const [waiting, setWaiting] = useState<{ signedIn: SignedIn; codes: readonly string[] } | null>(null);
  const { form, text, submit } = useForm({ code: "" }, ({ code }) => ({
    code: required(code, fieldSentences.required),
  }));
  const login = useMutation({
    mutationFn: (code: string) => signInWithCode(credentials, code),
    onSuccess: ({ recoveryCodes, ...signedIn }) => {
      if (recoveryCodes) {
        setWaiting({ signedIn, codes: recoveryCodes });
      } else {
        session.begin(signedIn);
      }
    },
  });
  const asked = useRef(requestIn(refusal));
  const name = requestIn(refusal)?.rpId;
  const canUsePasskey = name !== undefined && worksHere(name);
  const withPasskey = useMutation({
    mutationFn() {
      const request = asked.current;
      asked.current = undefined;
      return signInWithPasskey(credentials, request);
    },
    onSuccess: (signedIn) => session.begin(signedIn),
  });
  if (waiting !== null) {
    return (
      <RecoveryCodes heading="h1" codes={waiting.codes} onDone={() => session.begin(waiting.signedIn)} />
    );
  }
  const { enrolment } = refusal;
  return (
    <Form ref={form} onSubmit={submit(({ code }) => login.mutate(code))}>
      <h1 className={css["title"]}>
        {enrolment ? "Activa la verificación en dos pasos" : "Verificación en dos pasos"}
      </h1>
      {enrolment ? (
        <SecretToScan secret={enrolment.secret} cedula={credentials.cedula.trim()} />
      ) : (
        <FactorWays
          passkey={
            canUsePasskey
              ? {
                  isPending: withPasskey.isPending,
                  error: withPasskey.isError ? passkeyTrouble(withPasskey.error) : undefined,
                  use: () => withPasskey.mutate(),
                }
              : undefined
          }
        />
      )}
      <FactorCode {...text("code")} autoFocus />
      <FieldError id="code-failure" error={login.isError ? sentenceFor(login.error) : undefined} />
      <Button type="submit" wide look={canUsePasskey ? "quiet" : "primary"} loading={login.isPending}>
        {enrolment ? "Activar e iniciar sesión" : "Iniciar sesión"}
      </Button>
      <Button look="plain" wide onClick={onBack}>
        Volver
      </Button>
    </Form>
  );
}
