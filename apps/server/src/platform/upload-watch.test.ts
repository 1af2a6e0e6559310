import { EventEmitter } from "node:events";
import type { FastifyRequest } from "fastify";
import { describe, expect, it, vi } from "vitest";
import { UploadWatch } from "./upload-watch.ts";

/** A request as the watch sees it: an address, headers, and a body that comes in. */
function newUpload(ip = "192.0.2.1", headers: Record<string, string> = {}) {
  const cut = vi.fn<() => void>();
  const raw = Object.assign(new EventEmitter(), { destroy: cut });
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { request: { ip, headers, raw } as unknown as FastifyRequest, raw, cut, ended, end };
}

describe("an upload under watch", () => {
  it("is cut when it brings more than any form of the route has, whatever it said", async () => {
    const upload = newUpload();
    const done = new UploadWatch(1000).during(upload.request, () => upload.ended);
    upload.raw.emit("data", Buffer.alloc(1000));
    expect(upload.cut).not.toHaveBeenCalled();
    upload.raw.emit("data", Buffer.alloc(1));
    expect(upload.cut).toHaveBeenCalledOnce();
    upload.end();
    await done;

    const honest = newUpload("192.0.2.1", { "content-length": "1001" });
    await expect(new UploadWatch(1000).during(honest.request, () => honest.ended)).rejects.toMatchObject({
      code: "TOO_LARGE",
    });
  });

  it("is one of eight of its address, however the others end", async () => {
    const watch = new UploadWatch(1000);
    const uploads = Array.from({ length: 8 }, () => newUpload());
    const done = uploads.map(({ request, ended }) => watch.during(request, () => ended));
    const one = newUpload();
    await expect(watch.during(one.request, () => one.ended)).rejects.toMatchObject({
      code: "TOO_OFTEN",
      retryAfter: 5,
    });
    const elsewhere = newUpload("192.0.2.2");
    await expect(watch.during(elsewhere.request, async () => "in")).resolves.toBe("in");
    uploads[0]?.end();
    await done[0];
    await expect(watch.during(one.request, () => Promise.reject(new Error("broken")))).rejects.toThrow(
      "broken",
    );
    await expect(watch.during(one.request, async () => "in")).resolves.toBe("in");
    for (const { end } of uploads) {
      end();
    }
    await Promise.all(done);
  });
});
