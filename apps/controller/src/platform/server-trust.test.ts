import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:tls";
import { expect, it, onTestFinished } from "vitest";
import { startController } from "../../testing/controller-process.ts";
import { startFakeServer } from "../../testing/fake-server.ts";
import { ownAuthority } from "../../testing/own-authority.ts";
import { selfSigned } from "../../testing/self-signed.ts";
import { isOver, serverAuthority } from "./server-trust.ts";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "umbral-trust-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function fileOf(text: string): string {
  const file = join(newFolder(), "ca.pem");
  writeFileSync(file, text);
  return file;
}

it("believes the authorities of the file, and says what is wrong with one that is of no use", () => {
  expect(serverAuthority(undefined)).toBeUndefined();
  const both = serverAuthority(fileOf(`mine\n${ownAuthority.ca}${selfSigned.cert}`)) ?? [];
  expect(both).toHaveLength(2);
  expect([isOver(both, new Date()), isOver(both, new Date("2200-01-01"))]).toEqual([false, true]);
  const of = (file: string) => expect(() => serverAuthority(file));
  of("/nowhere/ca.pem").toThrow("SERVER_CA_FILE: el archivo no se puede leer");
  of(fileOf(ownAuthority.key)).toThrow("SERVER_CA_FILE: el archivo no tiene ningún certificado");
  of(fileOf(ownAuthority.ca.replace("MII", "AAA"))).toThrow(
    "SERVER_CA_FILE: el archivo tiene un certificado dañado",
  );
});

it("pairs and signs in over TLS where its own authority vouches for the server, and nowhere else", async () => {
  const server = await startFakeServer();
  onTestFinished(() => server.close());
  const port = Number(new URL(server.url).port);
  const front = createServer(ownAuthority, (line) => {
    const behind = connect(port, "127.0.0.1");
    line.pipe(behind).pipe(line);
    for (const end of [line, behind]) {
      end.on("error", () => {
        line.destroy();
        behind.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    front.close();
  });
  const address = front.address();
  const start = async (ca: string) => {
    const controller = await startController({
      SERVER_URL: `https://localhost:${typeof address === "object" && address ? address.port : 0}`,
      CONTROLLER_DATA_DIR: newFolder(),
      PAIRING_CODE: server.pairingCode,
      ...(ca === "" ? {} : { SERVER_CA_FILE: fileOf(ca) }),
    });
    onTestFinished(async () => {
      await controller.kill("SIGKILL");
    });
    return controller;
  };

  // Another's authority, and the authorities of the machine: the code is not even sent.
  for (const controller of [await start(selfSigned.cert), await start("")]) {
    await controller.said("the server cannot be reached for pairing");
    expect(controller.news).toEqual([]);
  }
  expect(server.signIns).toEqual([]);
  const controller = await start(ownAuthority.ca);
  await controller.heard("ready");
  expect(server.signIns).toHaveLength(1);
});
