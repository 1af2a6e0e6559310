import type { createVisitor } from "@umbral/contract/calls/door-panel.contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ana } from "../../testing/signed-in.ts";
import { STALLED_MS, upload } from "./upload.ts";
import { session } from "./useSession.ts";

/** The browser's request, moved by the test. */
class FakeRequest {
  static last: FakeRequest;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void; onload?: () => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  status = 0;
  responseText = "";
  type: string | null = "application/json; charset=utf-8";
  readonly headers = new Map<string, string>();
  opened: string[] = [];
  sent: FormData | undefined;

  constructor() {
    FakeRequest.last = this;
  }
  open(...opened: string[]) {
    this.opened = opened;
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value);
  }
  getResponseHeader() {
    return this.type;
  }
  send(form: FormData) {
    this.sent = form;
  }
  abort() {
    this.onabort?.();
    this.onloadend?.();
  }
  answer(status: number, body: unknown, type = this.type) {
    this.status = status;
    this.responseText = typeof body === "string" ? body : JSON.stringify(body);
    this.type = type;
    this.onload?.();
    this.onloadend?.();
  }
}

const photo = new File(["x"], "foto.jpg", { type: "image/jpeg" });
const shares: number[] = [];

const begin = (signal?: AbortSignal) =>
  upload<typeof createVisitor>("POST", "/api/apartments/{apartmentId}/visitors", {
    params: { apartmentId: "a-1" },
    body: { photo, cedulaFrontal: photo, callId: "c-1", type: "VISITANTE_DESCONOCIDO" },
    onProgress: (share) => shares.push(share),
    ...(signal === undefined ? {} : { signal }),
  });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  shares.length = 0;
});
afterEach(() => {
  session.end("sign-out");
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("an upload", () => {
  it("carries the form, tells how far it is, and brings the reply", async () => {
    const reply = begin();
    const request = FakeRequest.last;
    expect(request.opened).toEqual(["POST", "/api/apartments/a-1/visitors"]);
    expect([...(request.sent?.keys() ?? [])]).toEqual(["photo", "cedulaFrontal", "callId", "type"]);
    request.upload.onprogress?.({ loaded: 25, total: 100 });
    request.upload.onload?.();
    request.answer(200, { visitor: { id: "v-1" } });
    expect(await reply).toEqual({ visitor: { id: "v-1" } });
    expect(shares).toEqual([0.25, 1]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("throws what the server refused with, as every call does", async () => {
    const refused = begin();
    const errors = [{ property: "cedula", message: "already exists" }];
    FakeRequest.last.answer(409, { statusCode: 409, code: "NOT_FOUND", message: "No.", errors });
    await expect(refused).rejects.toMatchObject({ name: "CallRefused", status: 409, errors });
  });

  it("ends the session that it was sent with on a 401", async () => {
    session.begin({ token: "t-1", user: ana, spaces: [] });
    const refused = begin();
    expect(FakeRequest.last.headers.get("authorization")).toBe("JWT t-1");
    FakeRequest.last.answer(401, { statusCode: 401, code: "SIGN_IN_REQUIRED", message: "No.", errors: [] });
    await expect(refused).rejects.toMatchObject({ status: 401 });
    expect(session.current()).toBeNull();
  });

  it.each([
    ["the network fails", (request: FakeRequest) => request.onerror?.()],
    [
      "a proxy answers for the server",
      (request: FakeRequest) => request.answer(502, "<h1>Bad</h1>", "text/html"),
    ],
    ["the answer breaks off", (request: FakeRequest) => request.answer(200, '{"visi')],
    ["nothing moves for long", () => vi.advanceTimersByTime(STALLED_MS)],
  ])("says that there is no connection when %s", async (_, happens) => {
    const lost = begin();
    happens(FakeRequest.last);
    await expect(lost).rejects.toMatchObject({ name: "NoConnection" });
  });

  it("has patience for as long as something moves", async () => {
    const reply = begin();
    for (const loaded of [10, 20, 30]) {
      vi.advanceTimersByTime(STALLED_MS - 1);
      FakeRequest.last.upload.onprogress?.({ loaded, total: 100 });
    }
    FakeRequest.last.answer(200, { visitor: { id: "v-1" } });
    expect(await reply).toEqual({ visitor: { id: "v-1" } });
  });

  it("is cancelled, also before it began", async () => {
    const controller = new AbortController();
    const cancelled = begin(controller.signal);
    controller.abort();
    await expect(cancelled).rejects.toMatchObject({ name: "AbortError" });
    await expect(begin(controller.signal)).rejects.toMatchObject({ name: "AbortError" });
  });
});
