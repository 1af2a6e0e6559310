import { X509Certificate } from "node:crypto";
import { createServer } from "node:http";
import { expect, it, onTestFinished, vi } from "vitest";
import { FakeClock } from "../../../../testing/fake-clock.ts";
import { startRelayDevice } from "../../../../testing/relay-device.ts";
import { selfSigned } from "../../../../testing/self-signed.ts";
import { systemClock } from "../../../platform/clock.ts";
import { makeLog, silentLog } from "../../../platform/log.ts";
import { HttpContact } from "./http-contact.ts";

const EVERY_MS = 500;

/** A contact in this process, that answers what it is told to. */
async function startDevice() {
  let answer = { status: 200, text: '{"id":0,"state":false}' };
  const http = createServer((_request, response) => {
    response.writeHead(answer.status);
    response.end(answer.text);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  const listening = http.address();
  const port = typeof listening === "object" && listening ? listening.port : 0;
  return {
    address: `http://name:password@127.0.0.1:${port}/rpc/Input.GetStatus?id=0`,
    says: (text: string, status = 200) => {
      answer = { status, text };
    },
  };
}

/** Says when an answer has been dealt with: then the next question is planned. */
class AskingClock extends FakeClock {
  #planned: () => void = () => undefined;

  override after(ms: number, then: () => void): () => void {
    const cancel = super.after(ms, then);
    if (ms === EVERY_MS) {
      this.#planned();
    }
    return cancel;
  }

  whenAnswered(): Promise<void> {
    return new Promise((resolve) => {
      this.#planned = resolve;
    });
  }
}

it("tells where the leaf is, each time that it is asked, and why when it does not know", async () => {
  const device = await startDevice();
  const clock = new AskingClock();
  const log = makeLog("silent");
  const warn = vi.spyOn(log, "warn");
  const contact = new HttpContact(
    {
      kind: "http",
      address: device.address,
      everyMs: EVERY_MS,
      openText: '"state":true',
      closedText: '"state":false',
    },
    { clock, log },
  );
  const told: (string | null)[] = [];
  const whys: (string | undefined)[] = [];
  const first = clock.whenAnswered();
  contact.start((position, why) => {
    told.push(position);
    whys.push(why);
  });
  await first;
  const ask = async (text: string, status?: number) => {
    device.says(text, status);
    const answered = clock.whenAnswered();
    await clock.push(EVERY_MS);
    await answered;
  };
  await ask("nonsense");
  await ask('"state":true "state":false');
  await ask('"state":true', 500);
  await ask("x".repeat(100_000));
  // Silent, once for each reason of it.
  expect(told).toEqual(["closed", null, null, null]);
  expect(whys.slice(1)).toEqual([
    expect.stringContaining("no dice ninguno de sus dos estados"),
    expect.stringContaining("error 500"),
    expect.stringContaining("no lo encuentra"),
  ]);
  await ask('{"id":0,"state":true}');
  expect(told.filter((position) => position !== null)).toEqual(["closed", "open"]);
  // One line for the streak of failures and one for its end, and no password in either.
  expect(warn.mock.calls.map(([, text]) => text)).toEqual(["a contact failed", "a contact answers again"]);
  expect(JSON.stringify(warn.mock.calls)).not.toContain("password");
  contact.stop();
  expect(clock.pending).toBe(0);
});

it("asks as its device wants to be asked, and believes the certificate that was trusted and no other", async () => {
  const device = await startRelayDevice({
    auth: "SHA-256",
    isSecure: true,
    answer: ({ method, body }) => ({ body: method === "PUT" && body === "<state/>" ? "open" : "nonsense" }),
  });
  const certificate = new X509Certificate(selfSigned.cert).fingerprint256.replaceAll(":", "").toLowerCase();
  const told = async (trusted: string) => {
    const contact = new HttpContact(
      {
        kind: "http",
        address: `https://usuario:clave@${device.host}/contact`,
        everyMs: 200,
        openText: "open",
        closedText: "closed",
        method: "PUT",
        body: "<state/>",
        certificate: trusted,
      },
      { clock: systemClock(), log: silentLog },
    );
    const said = await new Promise<unknown[]>((resolve) =>
      contact.start((position, why) => resolve([position, why])),
    );
    contact.stop();
    return said;
  };
  expect(await told(certificate)).toEqual(["open", undefined]);
  const asked = device.asked.length;
  expect(await told("0".repeat(64))).toEqual([null, expect.stringContaining("certificado")]);
  expect(device.asked).toHaveLength(asked);
});
