import { expect, it } from "vitest";
import { type AddressMistake, addressMistake } from "./device-address.ts";

it("an address of a device is one that every program reads the same", () => {
  const texts: Record<string, AddressMistake | undefined> = {
    "http://10.0.0.5/video": undefined,
    "HTTPS://root:p%40ss%23@cam.local:8443/v?x=1&y=a@b": undefined,
    "http://[fe80::1]/on": undefined,
    "http://root:***@10.0.0.5/video": undefined,
    "rtsp://10.0.0.5/video": "wrong-scheme",
    "file:///etc/passwd": "wrong-scheme",
    "http:/10.0.0.5": "wrong-scheme",
    "http://evil\\@10.0.0.5/": "odd-character",
    "http://evil\t@10.0.0.5/": "odd-character",
    "http://root:my pass@10.0.0.5/": "odd-character",
    "http://root:p@ss@10.0.0.5/": "raw-at",
    "http://root:p#ss@10.0.0.5/": "raw-hash",
    "http://root:12#ss@10.0.0.5/": "raw-hash",
    "http://root:p/ss@10.0.0.5/": "raw-slash",
    "http://root:p?ss@10.0.0.5/": "raw-slash",
    "http://root:50%off@10.0.0.5/": "raw-percent",
    "http://10.0.0.5:99999/": "no-address",
    "http:///video": "no-address",
  };
  for (const [text, mistake] of Object.entries(texts)) {
    expect([text, addressMistake(text, ["http", "https"])]).toEqual([text, mistake]);
  }
  expect(addressMistake("rtsp://root:p@ss@10.0.0.5/live", ["rtsp", "rtsps"])).toBe("raw-at");
  expect(addressMistake("rtsps://root:pw@10.0.0.5:322/live?ch=1", ["rtsp", "rtsps"])).toBeUndefined();
});
