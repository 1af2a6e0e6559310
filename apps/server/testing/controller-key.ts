import { createPublicKey, type KeyObject } from "node:crypto";
import { ControllerKey } from "@umbral/contract/controllers/controllers.contract";
import { newAccessKey } from "../src/platform/access-key.ts";

/** A controller's own key, and the public half that it tells when it is paired. */
export function newControllerKey(): { privateKey: KeyObject; publicKey: ControllerKey } {
  const privateKey = newAccessKey();
  const { x } = createPublicKey(privateKey).export({ format: "jwk" });
  return { privateKey, publicKey: ControllerKey.parse({ kty: "OKP", crv: "Ed25519", x }) };
}
