import type { NewPasskey, PasskeyCreation } from "@umbral/contract/auth/passkeys.contract";
import type { PasskeyAnswer, PasskeyRequest } from "@umbral/contract/lib/passkeys";
import { CallRefused, NoConnection } from "../../lib/failures.ts";
import { sentenceFor } from "../../lib/sentences.ts";

/** Fetched when a button is pressed that needs it. */
const webAuthn = () => import("@simplewebauthn/browser");

/** Has a device make a key. Rejects when its owner does not want to. */
export async function makePasskey(creation: PasskeyCreation): Promise<NewPasskey> {
  const { startRegistration } = await webAuthn();
  const { id, response } = await startRegistration({ optionsJSON: creation });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, clientDataJSON, attestationObject, transports };
}

/** Has a device sign with one of the keys that are asked for. */
export async function showPasskey(request: PasskeyRequest): Promise<PasskeyAnswer> {
  const { startAuthentication } = await webAuthn();
  const { id, response } = await startAuthentication({ optionsJSON: request });
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, clientDataJSON, authenticatorData, signature };
}

/** Do keys of this name work in this browser, on the page as it is open now? */
export const worksHere = (name: string): boolean =>
  "PublicKeyCredential" in window && (location.hostname === name || location.hostname.endsWith(`.${name}`));

/** What the server asks a device for, in its refusal of a password alone. */
export function requestIn({ passkey }: CallRefused): PasskeyRequest | undefined {
  return isRequest(passkey) ? passkey : undefined;
}

function isRequest(value: unknown): value is PasskeyRequest {
  return (
    typeof value === "object" &&
    value !== null &&
    "challenge" in value &&
    "rpId" in value &&
    typeof value.rpId === "string" &&
    "allowCredentials" in value &&
    Array.isArray(value.allowCredentials)
  );
}

/** Why it did not work: the server's sentence, or what the device made of it. */
export function passkeyTrouble(error: unknown): string {
  if (error instanceof CallRefused || error instanceof NoConnection) {
    return sentenceFor(error);
  }
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") {
    return "No se completó. Puedes intentarlo de nuevo.";
  }
  return name === "InvalidStateError"
    ? "Este dispositivo ya tiene una llave de acceso de tu cuenta."
    : "Este navegador o dispositivo no pudo usar una llave de acceso.";
}
