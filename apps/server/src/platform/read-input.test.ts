import { allEndpoints, allMessages } from "@umbral/contract/endpoints";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { asking } from "../../testing/test-admin.ts";
import { startTestServer } from "../../testing/test-server.ts";
import { LIST_AT_MOST, readInput } from "./read-input.ts";
import { Refused } from "./refused.ts";

const server = await startTestServer();
afterAll(() => server.close());

const bodyOf = (read: () => unknown) => {
  try {
    read();
  } catch (error) {
    if (error instanceof Refused) {
      return error.body();
    }
    throw error;
  }
  throw new Error("it was taken");
};

test("what is wrong all over is refused in a few words", async () => {
  const building = await server.newBuilding();
  const ask = asking(
    server,
    await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] }),
  );
  const path = `/api/bb/buildings/${building.id}/access-levels`;
  const doors = { kind: "chosen", doorIds: Array(LIST_AT_MOST).fill("x") };

  const list = await ask("POST", path, { name: "Piscina", doors });

  expect(list.status).toBe(400);
  expect(list.body.errors).toHaveLength(20);

  const unknown = Object.fromEntries(
    Array.from({ length: 500 }, (_, at) => [`${"desconocido".repeat(9)}${at}`, 1]),
  );
  const fields = await ask("POST", path, { name: "Piscina", ...unknown });

  expect(fields.status).toBe(400);
  expect(JSON.stringify(fields.body).length).toBeLessThan(1000);
});

test("a wrong entry of a list that is too long is not even looked at", () => {
  let looked = 0;
  const Seen = z.array(z.unknown().transform(() => (looked += 1)));

  expect(bodyOf(() => readInput(Seen, Array(LIST_AT_MOST + 1).fill(0)))).toMatchObject({
    code: "BAD_REQUEST",
  });
  expect(looked).toBe(0);
  expect(readInput(Seen, Array(LIST_AT_MOST).fill(0))).toHaveLength(LIST_AT_MOST);
});

test("many short lists, many fields and lists inside lists are too much as well", () => {
  const short = Array.from({ length: 1000 }, () => Array(20).fill(1));
  expect(bodyOf(() => readInput(z.unknown(), short))).toMatchObject({ code: "BAD_REQUEST" });

  const wide = Object.fromEntries(Array.from({ length: LIST_AT_MOST + 1 }, (_, at) => [`field${at}`, 1]));
  expect(bodyOf(() => readInput(z.unknown(), { wide }))).toMatchObject({ code: "BAD_REQUEST" });

  const deep: unknown = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`);
  expect(bodyOf(() => readInput(z.unknown(), deep))).toMatchObject({ code: "BAD_REQUEST" });
});

test("bytes are one value, however many", () => {
  const bytes = Buffer.alloc(LIST_AT_MOST + 1);
  expect(readInput(z.unknown(), { bytes, others: [bytes] })).toEqual({ bytes, others: [bytes] });
});

test("no list of the contract may be longer than is looked at, nor without an end", () => {
  const inputs = [
    ...allEndpoints.flatMap(({ method, path, body, query }) => [
      [`${method} ${path}`, body] as const,
      [`${method} ${path}`, query] as const,
    ]),
    ...allMessages.map(({ event, payload }) => [event, payload] as const),
  ];
  const tooLong = inputs.filter(([, schema]) => {
    const json = JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
    const lists = json.split('"type":"array"').length - 1;
    const ends = [...json.matchAll(/"maxItems":(\d+)|"prefixItems"/g)].map(([, items]) => Number(items ?? 0));
    return ends.length < lists || Math.max(0, ...ends) > LIST_AT_MOST;
  });

  expect(tooLong.map(([name]) => name)).toEqual([]);
});
