import type { OnvifTrouble } from "@umbral/contract/controllers/controller-orders.contract";
import { type OnvifCameraOptions, startOnvifCamera } from "@umbral/simulated-building/cameras/onvif-camera";
import { describe, expect, it, onTestFinished } from "vitest";
import { FakeClock } from "../../../../testing/fake-clock.ts";
import { type Clock, systemClock } from "../../../platform/clock.ts";
import { OnvifCameras } from "./onvif-cameras.ts";

/** For a test whose end is not when its time is over. */
const LONG_MS = 30_000;
const LOGIN = { username: "admin", password: "p<a&s's:1" };
const PROFILES = [
  {
    name: "Principal",
    codec: "H264",
    width: 1920,
    height: 1080,
    stream: "rtsp://127.0.0.1:8554/main?a=1&b=2",
  },
  { name: "Liviano", codec: "H265", width: 640, height: 360, stream: "rtsp://127.0.0.1:8554/sub" },
] as const;

async function newCamera(options: OnvifCameraOptions = {}) {
  const camera = await startOnvifCamera(options);
  onTestFinished(() => camera.stop());
  return camera;
}

const finder = (port: number, clock: Clock = systemClock()) =>
  new OnvifCameras({ clock, allowsLoopback: true, port, from: ["127.0.0.1"], most: 2 });
const BOMB = `<!DOCTYPE x [<!ENTITY a "${"x".repeat(1000)}"><!ENTITY b SYSTEM "file:///etc/passwd">]><Envelope><Body>&a;&b;</Body></Envelope>`;
const EMPTY = "<Envelope><Body><Nothing/></Body></Envelope>";
type Misbehaviour = NonNullable<OnvifCameraOptions["misbehave"]>;
const says =
  (text: string): Misbehaviour =>
  (_question, response) =>
    response.end(text) && true;
const nonsense: Record<string, [OnvifTrouble, Misbehaviour]> = {
  "a page": ["nonsense", says("<html>")],
  "a line that breaks off": ["nonsense", (_question, response) => response.destroy() && true],
  "tags in tags in tags": ["nonsense", says("<a>".repeat(50_000))],
  "entities that grow, or are files": ["nonsense", says(BOMB)],
  "an answer to something else": ["nonsense", says(EMPTY)],
  "no list where one must be": [
    "nonsense",
    (question, response) => question === "GetProfiles" && response.end(EMPTY) && true,
  ],
  "an answer without end": [
    "too-large",
    (_question, response) => {
      const endless = Buffer.alloc(1_000_000, "x");
      const more = () => {
        while (!response.destroyed && response.write(endless)) {
          // Until the line is full.
        }
      };
      response.on("drain", more);
      more();
      return true;
    },
  ],
};
/** A port where nobody listens. */
const NOBODY = 9;

const lookUp = (camera: { port: number; searchPort: number }) =>
  finder(camera.searchPort).search({ host: `127.0.0.1:${camera.port}`, withinMs: LONG_MS });
const ask = (camera: { address: string }, login = { username: "", password: "" }) =>
  finder(NOBODY).streams({ address: camera.address, ...login, withinMs: LONG_MS });

describe("looking for cameras", () => {
  it("finds one at its address, by its name and model", async () => {
    const camera = await newCamera({ name: "Portón sur", model: "IPC & 2" });
    expect(await lookUp(camera)).toEqual({
      outcome: "done",
      cameras: [{ address: camera.address, name: "Portón sur", model: "IPC & 2" }],
    });
  });

  it("finds one at its address that does not hear searches, also one that says nothing without a password", async () => {
    const deaf = await newCamera({ misanswer: "" });
    const found = { address: deaf.address, name: null, model: null };
    expect(await lookUp(deaf)).toEqual({ outcome: "done", cameras: [found] });
    const shy = await newCamera({
      misanswer: "",
      misbehave: (_question, response) => response.writeHead(401).end() && true,
    });
    expect(await lookUp(shy)).toMatchObject({ outcome: "done", cameras: [{ address: shy.address }] });
  });

  it("asks the machine that answered, whatever machine its answer names", async () => {
    const camera = await newCamera({ says: "http://10.9.9.9/onvif/device http://evil.example/x" });
    expect(await lookUp(camera)).toMatchObject({ cameras: [{ address: "http://127.0.0.1/onvif/device" }] });
    const nonsense = await newCamera({ says: "javascript:alert(1) ftp://x" });
    expect(await lookUp(nonsense)).toMatchObject({ cameras: [{ address: nonsense.address, name: null }] });
  });

  it("says why there is none at an address", async () => {
    const nobody = { port: NOBODY, searchPort: NOBODY };
    expect(await lookUp(nobody)).toEqual({ outcome: "failed", trouble: "unreachable" });
    const page = await newCamera({
      misanswer: "",
      misbehave: (_question, response) => response.end("<html><p>Hola") && true,
    });
    expect(await lookUp(page)).toEqual({ outcome: "failed", trouble: "nonsense" });
  });

  it("asks nobody beyond the building", async () => {
    const search = (host: string, allowsLoopback: boolean) =>
      new OnvifCameras({ clock: systemClock(), allowsLoopback }).search({ host, withinMs: 1 });
    const refused = { outcome: "failed", trouble: "not-private" };
    for (const host of ["8.8.8.8", "172.32.0.1", "999.1.1.1", "0.0.0.0", "10.0.0.5:99999"]) {
      expect([host, await search(host, true)]).toEqual([host, refused]);
    }
    expect(await search("127.0.0.1", false)).toEqual(refused);
    for (const address of ["http://evil.example/", "ftp://10.0.0.5/", "http://8.8.8.8/", "no address"]) {
      expect(await ask({ address }, LOGIN)).toEqual(refused);
    }
  });

  it("finds those of the network, each once, and leaves out what is nonsense", async () => {
    const joins = { group: "239.255.255.250", from: "127.0.0.1" };
    const first = await newCamera({ name: "Una", joins });
    const same = { joins, searchPort: first.searchPort };
    const second = await newCamera({ name: "Otra", ...same });
    for (const misanswer of [
      "<a><b>",
      Buffer.alloc(40_000, "x"),
      "<Envelope><Body><ProbeMatches/></Body></Envelope>",
    ]) {
      await newCamera({ ...same, misanswer });
    }
    // Two are enough here: it ends with the second one that is another than the first.
    const answer = await finder(first.searchPort).search({ host: null, withinMs: LONG_MS });
    expect(answer).toEqual({
      outcome: "done",
      cameras: expect.arrayContaining([
        { address: first.address, name: "Una", model: "Sim-1" },
        { address: second.address, name: "Otra", model: "Sim-1" },
      ]),
    });
    expect(answer).toMatchObject({ cameras: { length: 2 } });
  });

  it("does one search at a time", async () => {
    const cameras = finder(NOBODY, new FakeClock());
    const first = cameras.search({ host: null, withinMs: 1000 });
    expect(await cameras.search({ host: null, withinMs: 1000 })).toEqual({
      outcome: "failed",
      trouble: "busy",
    });
    await cameras.stop();
    expect(await first).toEqual({ outcome: "done", cameras: [] });
  });
});

describe("asking a camera for its streams", () => {
  it.each(["message", "digest"] as const)("gives them to who knows its password (%s)", async (auth) => {
    const snapshot = "http://127.0.0.1:8080/snap.jpg";
    const camera = await newCamera({ login: LOGIN, auth, maker: "Acme", profiles: PROFILES, snapshot });
    expect(await ask(camera, LOGIN)).toEqual({
      outcome: "streams",
      maker: "Acme",
      model: "Sim-1",
      streams: PROFILES.map(({ stream, ...profile }) => ({ ...profile, address: stream, isMoved: false })),
      snapshot,
    });
    expect(await ask(camera, { ...LOGIN, password: "no" })).toEqual({
      outcome: "failed",
      trouble: "refused-password",
    });
    expect(await ask(camera)).toEqual({ outcome: "failed", trouble: "needs-password" });
  });

  it("takes no address of another machine from it, nor a password", async () => {
    const of = (stream: string) => ({ ...PROFILES[0], stream });
    const camera = await newCamera({
      profiles: [
        of("rtsp://admin:secreta@10.9.9.9:554/live"),
        of("http://127.0.0.1/x"),
        of("file:///etc/passwd"),
        of(`rtsp://127.0.0.1/${"x".repeat(600)}`),
        of("rtsp://127.0.0.1/a b\\c"),
      ],
      snapshot: "http://169.254.169.254/latest/meta-data",
    });
    expect(await ask(camera)).toMatchObject({
      streams: [{ address: "rtsp://127.0.0.1:554/live", isMoved: true }],
      snapshot: "http://127.0.0.1/latest/meta-data",
    });
  });

  it("gives what this user may see, and says that it is the password when that is nothing", async () => {
    const refusing = (refused: string): Misbehaviour => {
      return (question, response) => question === refused && response.writeHead(401).end() && true;
    };
    const limited = await newCamera({ profiles: PROFILES, misbehave: refusing("GetSnapshotUri") });
    expect(await ask(limited, LOGIN)).toMatchObject({ streams: [{ name: "Principal" }, {}], snapshot: null });
    const closed = await newCamera({ profiles: PROFILES, misbehave: refusing("GetStreamUri") });
    expect(await ask(closed)).toEqual({ outcome: "failed", trouble: "needs-password" });
    const shy = await newCamera({ profiles: PROFILES, misbehave: refusing("GetDeviceInformation") });
    expect(await ask(shy, LOGIN)).toMatchObject({ maker: null, streams: [{}, {}] });
  });

  it("says that nothing can be seen of it", async () => {
    const unreadable = await newCamera({ profiles: [{ ...PROFILES[0], stream: "" }] });
    expect(await ask(unreadable)).toEqual({ outcome: "failed", trouble: "no-streams" });
    const nobody = { address: "http://127.0.0.1:9/onvif" };
    expect(await ask(nobody)).toEqual({ outcome: "failed", trouble: "unreachable" });
  });

  it.each(Object.entries(nonsense))(
    "says that it answers nonsense: %s",
    async (_name, [trouble, misbehave]) => {
      const camera = await newCamera({ misbehave, profiles: PROFILES });
      expect(await ask(camera, LOGIN)).toEqual({ outcome: "failed", trouble });
    },
  );

  it("gives up on one that says nothing", async () => {
    const clock = new FakeClock();
    let hasAsked: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      hasAsked = resolve;
    });
    const camera = await newCamera({ misbehave: () => hasAsked() === undefined });
    const answer = finder(NOBODY, clock).streams({ address: camera.address, ...LOGIN, withinMs: 3000 });
    await asked;
    await clock.push(3000);
    expect(await answer).toEqual({ outcome: "failed", trouble: "too-slow" });
  });
});
