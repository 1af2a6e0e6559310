import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { dirname, join } from "node:path";
import { type AccessPage, accessPageText } from "@umbral/contract/access-control/access-list";
import { ControllerKey } from "@umbral/contract/controllers/controllers.contract";
import { type Env, WrongEnvironment } from "./env.ts";
import { keepOnce, readKept } from "./kept-file.ts";

/** Beside the key of the files, wherever that lies. */
export const accessKeyFile = (env: Pick<Env, "filesKeyFile">): string =>
  join(dirname(env.filesKeyFile), "access.key");

/**
 * A key with which access lists may be signed. It is read from its own text: in Node 20 exporting a key that was made in this
 * process stands still for good when what made it is collected in that moment.
 */
export const newAccessKey = (): KeyObject =>
  createPrivateKey(
    generateKeyPairSync("ed25519", {
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    }).privateKey,
  );

/**
 * The key that signs access lists, in a file that is made once. It is never in the database: whoever writes there could
 * open doors with it.
 * @returns whether it was made now: controllers that heard of another one believe nothing that it signs
 */
export async function openAccessKey(
  env: Pick<Env, "filesKeyFile">,
): Promise<{ key: KeyObject; isNew: boolean }> {
  const path = accessKeyFile(env);
  const kept = await readKept(path);
  const bytes =
    kept ?? (await keepOnce(path, Buffer.from(newAccessKey().export({ format: "pem", type: "pkcs8" }))));
  const key = readKey(bytes);
  if (!key) {
    throw new WrongEnvironment(
      `La clave que firma las listas de acceso (${path}) no se puede leer. Devuelve la que estaba; si se perdió, ` +
        "bórrala, se creará otra, y empareja de nuevo los controladores.",
    );
  }
  return { key, isNew: kept === undefined };
}

function readKey(pem: Buffer): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === "ed25519" ? key : undefined;
  } catch {
    return undefined;
  }
}

/** Signs pages of access lists, and says by which key they are known. */
export class AccessSigner {
  readonly #key: KeyObject;
  readonly publicKey: ControllerKey;

  constructor(key: KeyObject) {
    this.#key = key;
    const { kty, crv, x } = createPublicKey(key).export({ format: "jwk" });
    this.publicKey = ControllerKey.parse({ kty, crv, x });
  }

  sign(body: string): AccessPage {
    return {
      body,
      signature: sign(null, Buffer.from(accessPageText(body)), this.#key).toString("base64url"),
    };
  }
}
