import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { expect, it } from "vitest";
import { whileTheyRead } from "./hang-up.ts";

it("ends an answer that nobody takes anything of, and what it is made from", async () => {
  function* endless() {
    for (;;) {
      yield Buffer.alloc(64 * 1024);
    }
  }
  const file = Readable.from(endless());
  const server = createServer((_request, answer) => {
    whileTheyRead(answer, 50);
    answer.once("close", () => file.destroy());
    file.pipe(answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const reader = connect(port, "127.0.0.1");
  try {
    reader.pause();
    reader.on("error", () => undefined);
    reader.write("GET / HTTP/1.1\r\nHost: umbral\r\n\r\n");
    await expect(finished(file)).rejects.toThrow("Premature close");
  } finally {
    reader.destroy();
    server.close();
  }
});
