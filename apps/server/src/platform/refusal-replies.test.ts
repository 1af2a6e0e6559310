import { once } from "node:events";
import { connect } from "node:net";
import { PassThrough } from "node:stream";
import Fastify from "fastify";
import { expect, it } from "vitest";
import { answerErrors } from "./refusal-replies.ts";

it("takes a file for no fault whose reader hung up before its first byte", async () => {
  const http = Fastify();
  const lines: unknown[] = [];
  const note = (line: unknown) => void lines.push(line);
  answerErrors(http, { error: note, warn: note });
  const files: PassThrough[] = [];
  http.post("/file", (_request, reply) => {
    const file = new PassThrough();
    files.push(file);
    void reply.send(file);
  });
  http.post("/fault", () => {
    throw new Error("broken");
  });
  const address = await http.listen({ host: "127.0.0.1", port: 0 });
  try {
    const reader = connect(Number(new URL(address).port), "127.0.0.1");
    // With a body that was read: to Node its request is whole, and was not broken off.
    reader.write(
      "POST /file HTTP/1.1\r\nHost: umbral\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
    );
    await expect.poll(() => files.length).toBe(1);
    reader.destroy();
    await once(files[0] ?? reader, "close");
    // What broke off is told before who asks next is answered.
    await fetch(`${address}/fault`, { method: "POST" });
  } finally {
    await http.close();
  }
  expect(lines).toEqual([expect.objectContaining({ what: "POST /fault" })]);
});
