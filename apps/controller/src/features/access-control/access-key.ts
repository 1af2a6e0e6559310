import { createPublicKey, verify } from "node:crypto";
import { type AccessPage, accessPageText } from "@umbral/contract/access-control/access-list";
import type { ControllerKey } from "@umbral/contract/controllers/controllers.contract";
import { z } from "zod";
import type { Log } from "../../platform/log.ts";
import type { Store } from "../../platform/store.ts";
import { accessKeyQueries } from "./access-list.queries.ts";

const Row = z.object({ x: z.string() });

/** From now on this key signs the access lists, whichever did before: only a pairing may say so. */
export function pinAccessKey(store: Store, key: ControllerKey): void {
  store.command(accessKeyQueries.write).run(key.x);
}

/** The key that is pinned; undefined for none. */
export function pinnedAccessKey(store: Store): ControllerKey | undefined {
  const row = store.query(accessKeyQueries.read, Row).get();
  return row && { kty: "OKP", crv: "Ed25519", x: row.x };
}

/** The server's key that signs access lists. One is believed, and another one only after a new pairing. */
export class AccessKey {
  readonly #store: Store;
  readonly #log: Log;
  /** What this process heard, should the disk not take it. */
  #heard: string | undefined;

  constructor(store: Store, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  /** What the server says at a sign-in: kept when it is the first, and never instead of another. */
  hear(key: ControllerKey): void {
    const pinned = this.#pinned();
    if (pinned === undefined) {
      this.#heard = key.x;
      try {
        pinAccessKey(this.#store, key);
      } catch (error) {
        this.#log.error({ err: error }, "the key of the access lists could not be kept");
      }
    } else if (pinned !== key.x) {
      this.#log.error(
        "El servidor firma las listas de acceso con otra llave: este controlador sigue con la lista que tiene. Si el " +
          "cambio es legítimo, emparéjalo de nuevo (edificio → Controlador → Reemplazar controlador).",
      );
    }
  }

  /** Did the server that this controller was paired with sign this page? */
  hasSigned({ body, signature }: AccessPage): boolean {
    const x = this.#pinned();
    return (
      x !== undefined &&
      verify(
        null,
        Buffer.from(accessPageText(body)),
        createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" }),
        Buffer.from(signature, "base64url"),
      )
    );
  }

  #pinned(): string | undefined {
    return this.#store.query(accessKeyQueries.read, Row).get()?.x ?? this.#heard;
  }
}
