import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, createServer as createLine, type Server } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { selfSigned } from "../../../testing/self-signed.ts";
import { systemClock } from "../../platform/clock.ts";
import { silentLog } from "../../platform/log.ts";
import { HttpDoor } from "./drivers/http-door.ts";
import { tryRelay } from "./relay-trial.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A relay's device, and every way it was asked for. */
async function device(answer: Answer) {
  const asked: string[] = [];
  const host = await listen(
    createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      answer(request, response);
    }),
  );
  return { host, asked };
}

const trial = (openAddress: string, closeAddress: string | null = null, withinMs = 5000) =>
  tryRelay({ kind: "http", openAddress, closeAddress }, withinMs, systemClock());
const failed = (trouble: string) => ({ outcome: "failed", trouble });
const reached = (login: string) => ({ outcome: "reached", login });

const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
const locked: Answer = (request, response) => {
  const isRight = request.headers.authorization === basic("admin:p@ss");
  response.writeHead(isRight ? 200 : 401, isRight ? {} : { "www-authenticate": 'Basic realm="relay"' }).end();
};

it("says what a relay thinks of its password, and never asks at the address that moves it", async () => {
  const relay = await device(locked);
  const on = `${relay.host}/relay/0?turn=on`;
  expect(await trial(`http://admin:p%40ss@${on}`)).toEqual(reached("accepted"));
  expect(await trial(`http://admin:wrong@${on}`)).toEqual(failed("refused-password"));
  expect(await trial(`http://${on}`)).toEqual(failed("needs-password"));
  // The address that closes it has a password of its own.
  expect(await trial(`http://admin:p%40ss@${on}`, `http://admin:wrong@${relay.host}/off`)).toEqual(
    failed("refused-password"),
  );
  expect(new Set(relay.asked)).toEqual(new Set(["GET /"]));

  const open = await device((_request, response) => response.end("<html>"));
  expect(await trial(`http://admin:anything@${open.host}/on`)).toEqual(reached("not-asked"));
  // Its own page is the address that moves it: it is only connected to.
  expect(await trial(`http://admin:anything@${open.host}/?on=1`)).toEqual(reached("not-tried"));
  expect(open.asked).toEqual(["GET /"]);
});

it("says why a relay cannot be reached", async () => {
  expect(await trial("http://127.0.0.1:9/on")).toEqual(failed("unreachable"));
  expect(await trial("http://127.0.0.1:9/")).toEqual(failed("unreachable"));
  const secure = await listen(createSecureServer(selfSigned, (_request, response) => response.end()));
  expect(await trial(`https://${secure}/on`)).toMatchObject(failed("bad-certificate"));
  expect(await trial(`https://${secure}/`)).toMatchObject(failed("bad-certificate"));
  const silent = await listen(createLine((line) => void onTestFinished(() => void line.destroy())));
  expect(await trial(`http://${silent}/on`, null, 50)).toEqual(failed("too-slow"));
  expect(await tryRelay({ kind: "simulated" }, 50, systemClock())).toEqual(reached("not-asked"));
});

it("a relay that wants digest is tried and moved with it, and asked whether it may before each request", async () => {
  const md5 = (text: string) => createHash("md5").update(text).digest("hex");
  const relay = await device((request, response) => {
    const uri = / uri="([^"]+)"/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const wanted = md5([md5("admin:shelly:p@ss"), "n0nce", md5(`GET:${uri}`)].join(":"));
    const isRight = uri === request.url && request.headers.authorization?.includes(`response="${wanted}"`);
    const challenge = { "www-authenticate": 'Digest realm="shelly", nonce="n0nce"' };
    response.writeHead(isRight ? 200 : 401, isRight ? {} : challenge).end();
  });
  const openAddress = `http://admin:p%40ss@${relay.host}/rpc/Switch.Set?id=0&on=true`;
  expect(await trial(openAddress)).toEqual(reached("accepted"));
  const door = new HttpDoor({
    addresses: { open: openAddress, close: null, letGo: null },
    clock: systemClock(),
    log: silentLog,
  });
  const { signal } = new AbortController();
  let asked = 0;
  const mayMove = (most: number) => () => {
    asked += 1;
    if (asked > most) {
      throw new Error("the moment has passed");
    }
  };
  await door.open({ pulseMs: 1000, mayMove: mayMove(2), signal });
  asked = 0;
  await expect(door.open({ pulseMs: 1000, mayMove: mayMove(1), signal })).rejects.toThrow("has passed");
});
