import { expect, it } from "vitest";
import { createPictureDecoder } from "./picture-decoder.ts";

const jpeg = (name: string) => new TextEncoder().encode(name).buffer;
const nameOf = (bytes: ArrayBuffer) => new TextDecoder().decode(bytes);

/** A worker that says what the test lets it say, and a page that remembers what it decoded itself. */
function newDecoder() {
  const asked: { turn: number; name: string }[] = [];
  const says = {
    ready: () => {},
    decoded: (_turn: number, _picture: string | null) => {},
    broken: () => {},
  };
  const decode = createPictureDecoder<string>({
    start: () => ({
      ask: (turn, bytes) => asked.push({ turn, name: nameOf(bytes) }),
      onReady: (listener) => Object.assign(says, { ready: listener }),
      onDecoded: (listener) => Object.assign(says, { decoded: listener }),
      onBroken: (listener) => Object.assign(says, { broken: listener }),
    }),
    here: async (bytes) => `${nameOf(bytes)} here`,
  });
  return { asked, says, decode };
}

it("decodes on the page until the worker is at work, and there from then on", async () => {
  const { asked, says, decode } = newDecoder();
  expect(await decode(jpeg("one"))).toBe("one here");
  says.ready();
  const [two, three] = [decode(jpeg("two")), decode(jpeg("three"))];
  expect(asked.map(({ name }) => name)).toEqual(["two", "three"]);
  const [first, second] = asked;
  says.decoded(second?.turn ?? 0, "three there");
  says.decoded(first?.turn ?? 0, "two there");
  expect(await Promise.all([two, three])).toEqual(["two there", "three there"]);
});

it("says of what is no picture that it is none", async () => {
  const { asked, says, decode } = newDecoder();
  await decode(jpeg("one"));
  says.ready();
  const two = decode(jpeg("two"));
  says.decoded(asked[0]?.turn ?? 0, null);
  await expect(two).rejects.toThrow("no picture");
});

it("goes on by itself when the worker breaks, also with what it was asked for", async () => {
  const { asked, says, decode } = newDecoder();
  await decode(jpeg("one"));
  says.ready();
  const two = decode(jpeg("two"));
  says.broken();
  expect(await two).toBe("two here");
  expect(await decode(jpeg("three"))).toBe("three here");
  expect(asked).toHaveLength(1);
});

it("does without where there are no workers", async () => {
  const decode = createPictureDecoder<string>({
    start: () => {
      throw new Error("no workers");
    },
    here: async (bytes) => nameOf(bytes),
  });
  expect(await decode(jpeg("one"))).toBe("one");
  expect(await decode(jpeg("two"))).toBe("two");
});
