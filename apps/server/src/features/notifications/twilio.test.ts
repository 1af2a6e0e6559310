import { afterAll, afterEach, describe, expect, it } from "vitest";
import { startStandIn } from "../../../testing/stand-in.ts";
import { Twilio } from "./twilio.ts";

const created = () => ({ status: 201, body: { sid: "CA1", status: "queued" } });
const provider = await startStandIn(created);
afterAll(() => provider.close());
afterEach(() => {
  provider.requests.length = 0;
  provider.answerWith(created);
});

const account = {
  accountSid: "AC123",
  authToken: "t0ken",
  from: "+576010000000",
  apiUrl: provider.url,
};
const twilio = new Twilio(account, 300);

describe("a phone call", () => {
  it("is one request with the account's name and token", async () => {
    expect(await twilio.call("+573001234567", "https://umbral.example/say?x=1", 19)).toEqual({
      kind: "accepted",
      providerId: "CA1",
    });
    const [request] = provider.requests;
    expect(request).toMatchObject({
      method: "POST",
      path: "/2010-04-01/Accounts/AC123/Calls.json",
      form: {
        To: "+573001234567",
        From: "+576010000000",
        Url: "https://umbral.example/say?x=1",
        Method: "POST",
        Timeout: "19",
      },
    });
    expect(request?.headers.authorization).toBe(`Basic ${Buffer.from("AC123:t0ken").toString("base64")}`);
    expect(request?.headers["content-type"]).toContain("application/x-www-form-urlencoded");
  });
});

describe("a phone call without an answer", () => {
  it("may be ringing, and is not asked for twice", async () => {
    provider.answerWith(() => undefined);
    expect(await twilio.call("+573001234567", "https://umbral.example/say", 19)).toEqual({
      kind: "unsure",
      reason: "TimeoutError",
    });
  });

  it("is worth another try where its request never left, or was answered that it was not taken", async () => {
    await provider.down();
    expect(await twilio.call("+573001234567", "https://umbral.example/say", 19)).toMatchObject({
      kind: "away",
    });
    await provider.up();
    provider.answerWith(() => ({ status: 503 }));
    expect(await twilio.call("+573001234567", "https://umbral.example/say", 19)).toMatchObject({
      kind: "away",
    });
  });
});

describe("hanging up", () => {
  it("is one request that ends the phone call by its name", async () => {
    expect(await twilio.hangUp("CA1")).toMatchObject({ kind: "accepted" });
    expect(provider.requests).toMatchObject([
      { path: "/2010-04-01/Accounts/AC123/Calls/CA1.json", form: { Status: "completed" } },
    ]);
  });

  it("is done when the phone call had ended, and tried again while the provider is away", async () => {
    provider.answerWith(() => ({ status: 400, body: { code: 21220 } }));
    expect(await twilio.hangUp("CA1")).toEqual({ kind: "gone" });
    provider.answerWith(() => ({ status: 404, body: { code: 20404 } }));
    expect(await twilio.hangUp("CA1")).toEqual({ kind: "gone" });
    provider.answerWith(() => ({ status: 401, body: { code: 20003 } }));
    expect(await twilio.hangUp("CA1")).toMatchObject({ kind: "refused" });
    provider.answerWith(() => ({ status: 503 }));
    expect(await twilio.hangUp("CA1")).toMatchObject({ kind: "away" });
  });

  it("leads nowhere else, whatever the name is", async () => {
    await twilio.hangUp("../../Accounts/AC9");
    expect(provider.requests[0]?.path).toBe("/2010-04-01/Accounts/AC123/Calls/..%2F..%2FAccounts%2FAC9.json");
  });
});

describe("an SMS", () => {
  it("is one request with its text", async () => {
    provider.answerWith(() => ({ status: 201, body: { sid: "SM1" } }));
    expect(await twilio.sms("+573001234567", "Te llaman & más")).toEqual({
      kind: "accepted",
      providerId: "SM1",
    });
    expect(provider.requests[0]).toMatchObject({
      path: "/2010-04-01/Accounts/AC123/Messages.json",
      form: { To: "+573001234567", From: "+576010000000", Body: "Te llaman & más" },
    });
  });
});

describe("a provider", () => {
  it("that refuses is not asked again, and its own code is kept", async () => {
    provider.answerWith(() => ({
      status: 400,
      body: { code: 21211, message: "Invalid 'To' +573001234567" },
    }));
    expect(await twilio.sms("+573001234567", "x")).toEqual({
      kind: "refused",
      reason: "status 400, code 21211",
    });
    provider.answerWith(() => ({ status: 401 }));
    expect(await twilio.sms("+573001234567", "x")).toEqual({ kind: "refused", reason: "status 401" });
  });

  it("that is busy or broken is worth another try", async () => {
    for (const status of [429, 500, 503]) {
      provider.answerWith(() => ({ status }));
      expect(await twilio.sms("+573001234567", "x")).toEqual({ kind: "away", reason: `status ${status}` });
    }
  });

  it("that took it and says nothing of use took it all the same", async () => {
    provider.answerWith(() => ({ status: 201 }));
    expect(await twilio.sms("+573001234567", "x")).toEqual({ kind: "accepted", providerId: null });
    // Its answer broke off after the status.
    provider.answerWith(() => ({ status: 201, headers: { "content-length": "1000" } }));
    expect(await twilio.sms("+573001234567", "x")).toEqual({ kind: "accepted", providerId: null });
  });

  it("that never answers is given up", async () => {
    provider.answerWith(() => undefined);
    expect(await twilio.sms("+573001234567", "x")).toEqual({ kind: "away", reason: "TimeoutError" });
  });

  it("that is not there is away", async () => {
    await provider.down();
    expect(await twilio.sms("+573001234567", "x")).toEqual({ kind: "away", reason: "ECONNREFUSED" });
    await provider.up();
  });

  it("that sends elsewhere is not followed with the token", async () => {
    provider.answerWith(({ path }) =>
      path === "/elsewhere" ? created() : { status: 307, headers: { location: `${provider.url}/elsewhere` } },
    );
    expect(await twilio.sms("+573001234567", "x")).toMatchObject({ kind: "away" });
    expect(provider.requests).toHaveLength(1);
  });
});
