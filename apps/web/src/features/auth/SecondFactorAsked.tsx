import type { PasskeyRequest } from "@umbral/contract/lib/passkeys";
import { lazy, Suspense } from "react";
import { fieldSentences } from "../../lib/sentences.ts";
import { Button } from "../../ui/Button.tsx";
import { FieldError } from "../../ui/fields.tsx";
import { Form } from "../../ui/Panel.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { FactorCode, FactorWays } from "./FactorFields.tsx";
import { passkeyTrouble, worksHere } from "./passkey-device.ts";
import { useShowSecondFactor } from "./second-factor.api.ts";

/** Of no use but to who has none yet. */
const SecondFactorChange = lazy(async () => ({
  default: (await import("./SecondFactorCard.tsx")).SecondFactorChange,
}));

interface SecondFactorAskedProps {
  asked: { isInUse: boolean; passkey?: PasskeyRequest | undefined };
  again(): void;
  /** See {@link SecondFactorChange}. */
  onMaking?(isMaking: boolean): void;
}

/**
 * Shows the second factor of who administers a building, or makes it first.
 * @param again something was shown, or the passkey's answer used up: what is asked now is read again
 */
export function SecondFactorAsked({ asked, again, onMaking }: SecondFactorAskedProps) {
  return asked.isInUse ? (
    <ShowIt request={asked.passkey} onShown={again} onRefused={again} />
  ) : (
    <>
      <p>
        Quien administra un edificio confirma que es quien dice ser con una app de verificación en su
        teléfono. Primero escribe tu contraseña.
      </p>
      <Suspense fallback={<CardSkeletons count={1} />}>
        <SecondFactorChange wish="factor" onDone={again} {...(onMaking && { onMaking })} />
      </Suspense>
    </>
  );
}

interface ShowItProps {
  request: PasskeyRequest | undefined;
  onShown(): void;
  /** The passkey's answer was used up: another request is asked for. */
  onRefused(): void;
}

function ShowIt({ request, onShown, onRefused }: ShowItProps) {
  const { form, text, submit } = useForm(
    { code: "" },
    ({ code }) => ({
      code: required(code, fieldSentences.required),
    }),
    { isFleeting: true },
  );
  const show = useShowSecondFactor();
  const canUsePasskey = request !== undefined && worksHere(request.rpId);
  return (
    <Form ref={form} onSubmit={submit(({ code }) => show.mutate({ code }, { onSuccess: onShown }))}>
      <FactorWays
        passkey={
          canUsePasskey
            ? {
                isPending: show.isPending,
                use: () => show.mutate({ request }, { onSuccess: onShown, onError: onRefused }),
              }
            : undefined
        }
      />
      <FactorCode {...text("code")} />
      <FieldError id="shown-failure" error={show.isError ? passkeyTrouble(show.error) : undefined} />
      <Button type="submit" wide look={canUsePasskey ? "quiet" : "primary"} loading={show.isPending}>
        Continuar
      </Button>
    </Form>
  );
}
