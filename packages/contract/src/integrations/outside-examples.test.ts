import { describe, expect, it } from "vitest";
import { allEndpoints } from "../endpoints.ts";
import { endpointExamples, exampleBodies } from "./outside-examples.ts";
import { WebhookBody } from "./webhooks.contract.ts";

const ofPrograms = allEndpoints.filter(({ access }) => access.kind === "token");
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

describe("the examples of the published reference", () => {
  it("are of every operation of programs, and of no other", () => {
    expect(Object.keys(endpointExamples).sort()).toEqual(ofPrograms.map(nameOf).sort());
  });

  for (const endpoint of ofPrograms) {
    it(`${nameOf(endpoint)} fits its schema, and says nothing that is not in it`, () => {
      const example = endpointExamples[nameOf(endpoint)];
      expect(endpoint.reply.parse(example?.reply)).toEqual(example?.reply);
      expect(endpoint.body.parse(example?.body)).toEqual(example?.body);
    });
  }

  it.each(Object.entries(exampleBodies))("of the webhook '%s' fits its schema", (kind, body) => {
    expect(WebhookBody.parse(body)).toEqual(body);
    expect(body.kind).toBe(kind);
  });
});
