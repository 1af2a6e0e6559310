import type { PasskeyRequest } from "@umbral/contract/lib/passkeys";
import type { ReactNode } from "react";
import { fieldSentences } from "../../lib/sentences.ts";
import { useSignedIn } from "../../lib/useSession.ts";
import { Button } from "../../ui/Button.tsx";
import { FieldError } from "../../ui/fields.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { Form, Panel } from "../../ui/Panel.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { FactorCode, FactorWays } from "./FactorFields.tsx";
import { passkeyTrouble, worksHere } from "./passkey-device.ts";
import { SecondFactorChange } from "./SecondFactorCard.tsx";
import { useAskedSecondFactor, useShowSecondFactor } from "./second-factor.api.ts";

/**
 * What a building's administration opens on: the second factor, once in a session, made first by who has none. The
 * platform's people showed theirs when they signed in.
 */
export function SecondFactorGate({ children }: { children: ReactNode }) {
  const isOfPlatform = useSignedIn().user.userType === "ADMIN";
  const query = useAskedSecondFactor(!isOfPlatform);
  if (isOfPlatform || query.data?.isShown) {
    return children;
  }
  const again = () => void query.refetch();
  return (
    <ListStates query={query} isEmpty={() => false} empty={{ title: "" }} skeleton={<CardSkeletons />}>
      {({ isInUse, passkey }) => (
        <Screen>
          <h1>{isInUse ? "Verificación en dos pasos" : "Activa la verificación en dos pasos"}</h1>
          <Panel title="Antes de administrar tu edificio">
            {isInUse ? (
              <ShowIt request={passkey} onShown={again} onRefused={again} />
            ) : (
              <>
                <p>
                  Quien administra un edificio confirma que es quien dice ser con una app de verificación en
                  su teléfono. Primero escribe tu contraseña.
                </p>
                <SecondFactorChange wish="factor" onDone={again} />
              </>
            )}
          </Panel>
        </Screen>
      )}
    </ListStates>
  );
}

interface ShowItProps {
  request: PasskeyRequest | undefined;
  onShown(): void;
  /** The passkey's answer was used up: another request is asked for. */
  onRefused(): void;
}

function ShowIt({ request, onShown, onRefused }: ShowItProps) {
  const { form, text, submit } = useForm({ code: "" }, ({ code }) => ({
    code: required(code, fieldSentences.required),
  }));
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
