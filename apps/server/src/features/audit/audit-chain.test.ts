import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { KeyedDigest } from "../../platform/keyed-digest.ts";
import { sealOf } from "./audit-chain.ts";

const digest = new KeyedDigest(randomBytes(32));
const place = { chain: "building-a", position: 7, sealedAt: new Date("2026-11-20T15:00:00Z") };
const line = {
  id: "line-7",
  buildingId: "building-a",
  actorId: "rosa",
  action: "doors.ordered",
  subjectId: "order-1",
  detail: "{}",
  digests: "{}",
  at: "2026-11-20T14:59:00Z",
} as const;
const before = randomBytes(32);

it("seals a line with where it stands, the seal before it, and everything that it says", () => {
  const seal = sealOf(digest, place, line, before);
  expect(sealOf(digest, place, line, before)).toEqual(seal);
  const others = [
    sealOf(digest, place, line, randomBytes(32)),
    sealOf(digest, place, line, null),
    sealOf(digest, { ...place, chain: "building-b" }, line, before),
    sealOf(digest, { ...place, position: 8 }, line, before),
    sealOf(digest, { ...place, sealedAt: new Date("2026-11-20T15:00:01Z") }, line, before),
    ...Object.keys(line).map((part) => sealOf(digest, place, { ...line, [part]: "another" }, before)),
  ];
  expect(new Set([seal, ...others].map((one) => one.toString("hex"))).size).toBe(others.length + 1);
});
