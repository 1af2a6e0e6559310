import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { SetupMistake } from "./env.ts";

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * The certificates of the authority that alone may vouch for the server, as PEM: with one of one's own no other
 * authority of the world can make a server that this building believes.
 * @param file absent: whoever the machine's Node.js believes
 * @throws {SetupMistake} when the file has no certificate
 */
export function serverAuthority(file: string | undefined): string[] | undefined {
  if (file === undefined) {
    return undefined;
  }
  const certificates = readPem(file).match(CERTIFICATE) ?? [];
  if (certificates.length === 0) {
    throw new SetupMistake("SERVER_CA_FILE: el archivo no tiene ningún certificado en formato PEM.");
  }
  certificates.forEach(endOf);
  return certificates;
}

/** Is there one whose time is over? The line will not come up, and that is no reason to leave the doors alone. */
export const isOver = (certificates: string[], now: Date): boolean =>
  certificates.some((certificate) => endOf(certificate) < now);

function readPem(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new SetupMistake("SERVER_CA_FILE: el archivo no se puede leer. Revisa la ruta y los permisos.");
  }
}

function endOf(certificate: string): Date {
  try {
    return new Date(new X509Certificate(certificate).validTo);
  } catch {
    throw new SetupMistake("SERVER_CA_FILE: el archivo tiene un certificado dañado.");
  }
}
