import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, expect, it } from "vitest";
import { localhostCertificate } from "../../testing/localhost-certificate.ts";
import { certificateEnd } from "./certificate.ts";

const server = createServer(localhostCertificate);
await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
afterAll(() => server.close());
const { port } = server.address() as AddressInfo;

it("is read at the public address, whoever signed it, and is nothing where there is none", async () => {
  expect((await certificateEnd(`https://127.0.0.1:${port}/`))?.toISOString()).toBe(
    "2126-10-27T12:03:20.000Z",
  );
  expect(await certificateEnd(`http://127.0.0.1:${port}/`)).toBeNull();
  expect(await certificateEnd(undefined)).toBeNull();
  expect(await certificateEnd("https://127.0.0.1:1/")).toBeNull();
});
