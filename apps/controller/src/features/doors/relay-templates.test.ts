import { X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { relayTemplates } from "@umbral/contract/doors/relay-templates";
import { SimulatedBuilding } from "@umbral/simulated-building/building";
import { describe, expect, it, onTestFinished } from "vitest";
import { newDoor } from "../../../testing/configuration.ts";
import { startRelayDevice } from "../../../testing/relay-device.ts";
import { selfSigned } from "../../../testing/self-signed.ts";
import { newStore } from "../../../testing/store.ts";
import { Devices } from "../../devices.ts";
import { systemClock } from "../../platform/clock.ts";
import { openKeyStore } from "../../platform/key-store.ts";
import { silentLog } from "../../platform/log.ts";
import { ReaderKeys } from "../cards/reader-keys.ts";
import { MayHaveMoved } from "./door-driver.ts";
import { tryRelay } from "./relay-trial.ts";

type HttpRelay = (typeof relayTemplates)[number]["relay"];
const fingerprint = new X509Certificate(selfSigned.cert).fingerprint256.replaceAll(":", "").toLowerCase();

/** The template of this name, for a device in this process. */
function templateOf(id: string, host: string, scheme = "http"): HttpRelay {
  const relay = relayTemplates.find((template) => template.id === id)?.relay;
  if (!relay) {
    throw new Error(`there is no template ${id}`);
  }
  const at = (address: string) => address.replace("10.0.0.20", host).replace("http:", `${scheme}:`);
  return {
    ...relay,
    openAddress: at(relay.openAddress),
    closeAddress: relay.closeAddress && at(relay.closeAddress),
  };
}

/** A door with this relay, as a controller makes it of its configuration. */
function doorOf(relay: HttpRelay, pulseMs = 1500) {
  const folder = mkdtempSync(join(tmpdir(), "umbral-relay-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const keys = new ReaderKeys(newStore(), openKeyStore(folder), silentLog);
  const noBoard = () => {
    throw new Error("no board here");
  };
  const devices = new Devices(new SimulatedBuilding(), keys, noBoard, systemClock(), silentLog);
  const driver = devices.door(newDoor({ relay, pulseMs }));
  driver.start();
  onTestFinished(() => driver.stop());
  const open = () => driver.open({ pulseMs, mayMove: () => undefined, signal: new AbortController().signal });
  return { open, canHold: driver.free !== undefined };
}

describe("each template opens the device that it is for", () => {
  const shelly1 = () => ({ body: '{"ison":true,"has_timer":true,"timer_duration":1.5,"source":"http"}' });
  const cases = [
    {
      id: "shelly-1",
      auth: "basic",
      answer: shelly1,
      asked: { method: "GET", path: "/relay/0?turn=on&timer=1.5" },
    },
    {
      id: "shelly-2",
      auth: "SHA-256",
      user: "admin",
      answer: () => ({ body: '{"was_on":false}' }),
      asked: { method: "GET", path: "/rpc/Switch.Set?id=0&on=true&toggle_after=1.5" },
    },
    {
      id: "hikvision",
      auth: "MD5",
      answer: ({ body }: { body: string }) =>
        body.includes("<cmd>open</cmd>")
          ? { body: "<ResponseStatus><statusCode>1</statusCode></ResponseStatus>" }
          : { status: 400, body: "<ResponseStatus><statusCode>6</statusCode></ResponseStatus>" },
      asked: { method: "PUT", path: "/ISAPI/AccessControl/RemoteControl/door/1" },
    },
    {
      id: "dahua",
      auth: "MD5",
      answer: () => ({ body: "OK\r\n" }),
      asked: {
        method: "GET",
        path: "/cgi-bin/accessControl.cgi?action=openDoor&channel=1&UserID=101&Type=Remote",
      },
    },
    {
      id: "akuvox",
      auth: "open",
      answer: () => ({ body: '{"retcode":0,"message":"OK"}' }),
      asked: { method: "GET", path: "/fcgi/do?action=OpenDoor&UserName=usuario&Password=clave&DoorNum=1" },
    },
  ] as const;
  for (const { id, asked, answer, ...device } of cases) {
    it(id, async () => {
      const relay = await startRelayDevice({ ...device, answer });
      const door = doorOf(templateOf(id, relay.host));
      await door.open();
      expect(relay.asked).toMatchObject([asked]);
    });
  }

  it("network-relay, which the controller lets go", async () => {
    const relay = await startRelayDevice({ auth: "basic", answer: () => ({ body: "" }) });
    const door = doorOf(templateOf("network-relay", relay.host), 50);
    await door.open();
    await expect.poll(() => relay.asked.map(({ path }) => path)).toContain("/relay/1/on");
    await expect.poll(() => relay.asked.at(-1)?.path).toBe("/relay/1/off");
  });

  it("and is held for a free door, unless its device lets go by itself as well", async () => {
    const relay = templateOf("network-relay", "10.0.0.20");
    expect(doorOf(relay).canHold).toBe(true);
    const timed = { ...relay, openAddress: `${relay.openAddress}?timer={seconds}` };
    expect(doorOf(timed).canHold).toBe(false);
  });
});

describe("a relay on the network", () => {
  it("is asked with the nonce that it gave before, and with a new one when that is stale", async () => {
    const relay = await startRelayDevice({
      auth: "SHA-256",
      user: "admin",
      nonceUses: 3,
      answer: () => ({ body: '{"was_on":false}' }),
    });
    const door = doorOf(templateOf("shelly-2", relay.host));
    for (let opening = 0; opening < 5; opening += 1) {
      await door.open();
    }
    expect(relay.asked).toHaveLength(5);
    // The first request knew no nonce; the fourth found its nonce stale.
    expect(relay.refusals.map(({ stale }) => stale)).toEqual([false, true]);
  });

  it("that is told a wrong password, or answers without its yes, did not open", async () => {
    const options = { auth: "MD5", answer: () => ({ body: "Error: Bad Request" }) } as const;
    const dahua = await startRelayDevice(options);
    await expect(doorOf(templateOf("dahua", dahua.host)).open()).rejects.toThrow("no yes");
    const other = await startRelayDevice({ ...options, password: "otra" });
    const refused = doorOf(templateOf("dahua", other.host)).open();
    await expect(refused).rejects.toThrow("401");
    await expect(refused).rejects.not.toBeInstanceOf(MayHaveMoved);
    expect(other.asked).toEqual([]);
  });

  it("takes a token in the place of a password", async () => {
    const relay = await startRelayDevice({
      auth: "bearer",
      password: "s3creto",
      answer: () => ({ body: "" }),
    });
    await doorOf({
      kind: "http",
      openAddress: `http://token:s3creto@${relay.host}/open`,
      closeAddress: null,
      method: "POST",
      body: '{"open":true}',
      auth: "bearer",
    }).open();
    expect(relay.asked).toEqual([{ method: "POST", path: "/open", body: '{"open":true}' }]);
  });

  it("with a certificate of its own is believed when a person said that it is its, and no other is told anything", async () => {
    const relay = await startRelayDevice({
      auth: "basic",
      isSecure: true,
      answer: () => ({ body: '"ison":true' }),
    });
    const unknown = templateOf("shelly-1", relay.host, "https");
    await expect(doorOf(unknown).open()).rejects.toThrow("cannot be reached");
    const trial = await tryRelay(unknown, 4000, systemClock());
    expect(trial).toEqual({ outcome: "failed", trouble: "bad-certificate", certificate: fingerprint });
    expect(relay.refusals).toEqual([]);

    const pinned = { ...unknown, certificate: fingerprint };
    await doorOf(pinned).open();
    expect(relay.asked).toHaveLength(1);
    expect(await tryRelay(pinned, 4000, systemClock())).toEqual({ outcome: "reached", login: "accepted" });

    const before = relay.refusals.length;
    const other = { ...unknown, certificate: "0".repeat(64) };
    await expect(doorOf(other).open()).rejects.toThrow("OTHER_CERTIFICATE");
    expect(await tryRelay(other, 4000, systemClock())).toMatchObject({
      trouble: "other-certificate",
      certificate: fingerprint,
    });
    expect(relay.refusals).toHaveLength(before);
  });
});
