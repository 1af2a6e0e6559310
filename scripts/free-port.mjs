// @ts-check
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * For a program that has to be told its port. Another may take it in between; none does in a test.
 * @returns {Promise<number>} a port that is free on this machine
 */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") {
    throw new Error("no free port");
  }
  return address.port;
}
