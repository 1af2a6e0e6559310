import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
} from "node:crypto";

const FLAGS = { present: 0x01, verified: 0x04, hasKey: 0x40 };

interface Behaviour {
  /** The page that asks. */
  origin?: string;
  /** Whether the person showed a finger, a face or a number. */
  isVerified?: boolean;
  /** The name that the key is made for. */
  rpId?: string;
}

/** A device with one key, as WebAuthn's answers have it: ES256, no attestation. */
export class TestAuthenticator {
  readonly id = randomBytes(32).toString("base64url");
  /** How often it says that it was used. */
  uses = 0;
  /** Read from its own text: see `newAccessKey`. */
  readonly #key = createPrivateKey(
    generateKeyPairSync("ec", {
      namedCurve: "P-256",
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    }).privateKey,
  );
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Makes its key for what a server offers. */
  make(creation: { challenge: string; rp: { id: string } }, behaviour: Behaviour = {}) {
    const clientData = this.#clientData("webauthn.create", creation.challenge, behaviour);
    const id = Buffer.from(this.id, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const data = Buffer.concat([
      this.#head(creation.rp.id, FLAGS.hasKey, behaviour),
      Buffer.alloc(16),
      length,
      id,
      this.#publicKey(),
    ]);
    const attestationObject = Buffer.concat([
      cborMap(3),
      cborText("fmt"),
      cborText("none"),
      cborText("attStmt"),
      cborMap(0),
      cborText("authData"),
      cborBytes(data),
    ]);
    return {
      id: this.id,
      clientDataJSON: clientData.toString("base64url"),
      attestationObject: attestationObject.toString("base64url"),
      transports: ["internal"],
    };
  }

  /** Signs what a server asks for. */
  answer(request: { challenge: string; rpId: string }, behaviour: Behaviour = {}) {
    this.uses += 1;
    const clientData = this.#clientData("webauthn.get", request.challenge, behaviour);
    const data = this.#head(request.rpId, 0, behaviour);
    const signed = Buffer.concat([data, createHash("sha256").update(clientData).digest()]);
    return {
      id: this.id,
      clientDataJSON: clientData.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: sign("sha256", signed, this.#key).toString("base64url"),
    };
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Behaviour): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #head(asked: string, flags: number, { isVerified = true, rpId = asked }: Behaviour): Buffer {
    const counted = Buffer.alloc(5);
    counted.writeUInt8(flags | FLAGS.present | (isVerified ? FLAGS.verified : 0));
    counted.writeUInt32BE(this.uses, 1);
    return Buffer.concat([createHash("sha256").update(rpId).digest(), counted]);
  }

  /** In COSE: an elliptic key (1: 2) for ES256 (3: -7) on P-256 (-1: 1), and its two halves (-2, -3). */
  #publicKey(): Buffer {
    const { x = "", y = "" } = createPublicKey(this.#key).export({ format: "jwk" });
    const half = (text: string) => cborBytes(Buffer.from(text, "base64url"));
    return Buffer.concat([
      cborMap(5),
      Buffer.from([0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      half(x),
      Buffer.from([0x22]),
      half(y),
    ]);
  }
}

const cborMap = (pairs: number): Buffer => Buffer.from([0xa0 | pairs]);
const cborText = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 | text.length]), Buffer.from(text)]);

/** The shortest way that the length can be written, as CTAP wants it. */
function cborBytes(bytes: Buffer): Buffer {
  const isShort = bytes.length < 256;
  const head = Buffer.alloc(isShort ? 2 : 3);
  head.writeUInt8(isShort ? 0x58 : 0x59);
  head.writeUIntBE(bytes.length, 1, isShort ? 1 : 2);
  return Buffer.concat([head, bytes]);
}
