import { createHmac } from "node:crypto";
import { pinText } from "@umbral/contract/access-control/pins";
import type { KeyedDigest } from "./keyed-digest.ts";

/**
 * The key by which the PINs of one building are known. It is made of that of the pictures (`FILES_KEY_FILE`), so that a
 * copy of the database gives no PIN away; the building's controllers are told it, and no other building's.
 */
export const pinKeyOf = ({ digest }: { digest: KeyedDigest }, buildingId: string): Buffer =>
  digest.of("door-pins", buildingId);

/** What is kept of a PIN, as a controller makes it of what is typed. */
export const pinDigest = (parts: { digest: KeyedDigest }, buildingId: string, digits: string): Buffer =>
  createHmac("sha256", pinKeyOf(parts, buildingId)).update(pinText(digits)).digest();
