import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  sign,
} from "node:crypto";
import { join } from "node:path";
import { ControllerKey, challengeText } from "@umbral/contract/controllers/controllers.contract";
import { readIfThere, writeWhole } from "./kept-file.ts";

const KEY_FILE = "controller.key";
/** AES-256. */
const STORE_KEY_BYTES = 32;

/** The controller's own key. The private half stays in this object and in its file. */
export class KeyStore {
  readonly publicKey: ControllerKey;
  /** It was made just now: no server knows it. */
  readonly isNew: boolean;
  readonly #privateKey: KeyObject;

  constructor(privateKey: KeyObject, { isNew = false }: { isNew?: boolean } = {}) {
    this.#privateKey = privateKey;
    this.isNew = isNew;
    const { kty, crv, x } = createPublicKey(privateKey).export({ format: "jwk" });
    this.publicKey = ControllerKey.parse({ kty, crv, x });
  }

  /** Proves to the server, on this connection alone, that this is the controller it knows. */
  answerChallenge(controllerId: string, nonce: string): string {
    const text = Buffer.from(challengeText(controllerId, nonce));
    return sign(null, text, this.#privateKey).toString("base64url");
  }

  /** Encrypts what lies in the store beside this key's file, so that a copy of the store alone is worth nothing. */
  keyFor(purpose: string): Buffer {
    const { d = "" } = this.#privateKey.export({ format: "jwk" });
    return Buffer.from(
      hkdfSync("sha256", Buffer.from(d, "base64url"), "", `umbral ${purpose}`, STORE_KEY_BYTES),
    );
  }
}

/** The key of this data folder, made the first time. */
export function openKeyStore(dataDir: string): KeyStore {
  const file = join(dataDir, KEY_FILE);
  const stored = readIfThere(file);
  if (stored !== undefined) {
    return new KeyStore(createPrivateKey({ key: stored, format: "pem" }));
  }
  const pem = newKeyText();
  // A power cut leaves a key or none, never half of one.
  writeWhole(file, pem);
  return new KeyStore(createPrivateKey(pem), { isNew: true });
}

/**
 * The text of a new private key (PEM). A key is read from it: in Node 20 exporting one that was made in this process stands
 * still for good when what made it is collected in that moment.
 */
export const newKeyText = (): string =>
  generateKeyPairSync("ed25519", {
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  }).privateKey;
