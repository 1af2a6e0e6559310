import type { HttpMeans } from "@umbral/contract/doors/door-devices";

/** How a device that is asked for its state is spoken to, as a form holds it. */
export interface MeansValues {
  askMethod: string;
  askBody: string;
  askAuth: string;
  /** As a device shows its fingerprint; empty for a certificate that some authority signed. */
  askCertificate: string;
}

export const meansValuesOf = (means: HttpMeans | null): MeansValues => ({
  askMethod: means?.method ?? "GET",
  askBody: means?.body ?? "",
  askAuth: means?.auth ?? "login",
  askCertificate: means?.certificate ?? "",
});

/** What is as always is not said. */
export function meansOf({ askMethod, askBody, askAuth, askCertificate }: MeansValues): HttpMeans {
  const method = askMethod === "POST" || askMethod === "PUT" ? askMethod : undefined;
  const [body, certificate] = [askBody.trim(), fingerprintIn(askCertificate)];
  return {
    ...(method === undefined ? {} : { method }),
    ...(method === undefined || body === "" ? {} : { body }),
    ...(askAuth === "bearer" ? { auth: "bearer" } : {}),
    ...(certificate === "" ? {} : { certificate }),
  };
}

export const meansErrors = ({ askCertificate }: MeansValues): { askCertificate: string | undefined } => ({
  askCertificate: /^([0-9a-f]{64})?$/.test(fingerprintIn(askCertificate))
    ? undefined
    : "* Son 64 letras y números de la huella SHA-256",
});

/** A fingerprint with or without colons. */
const fingerprintIn = (written: string): string => written.replace(/[\s:]/g, "").toLowerCase();
