import { createHash } from "node:crypto";
import { AwsClient } from "aws4fetch";
import type { Logger } from "pino";
import { SaxesParser } from "saxes";
import { FilesAway } from "./files.ts";

/** Where an object store is, and as whom. */
export interface S3Place {
  /** Without a slash at the end. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** What every name there begins with: empty, or ends in a slash. */
  prefix: string;
}

/** What a store answered that was not what was asked for. */
interface Answer {
  status: number;
  bytes: Buffer;
}

/** An answer takes at most so long, and a second more for each megabyte that goes there. */
const PATIENCE_MS = 5000;
const BYTES_A_SECOND = 1_000_000;
/** While the store is away one request at a time asks whether it is back, and not more often; all others are refused at once. */
const ASK_AGAIN_MS = 500;
/** Once, for a line that had been closed meanwhile or a store that has too much to do just then. */
const TRIES = 2;
const PAUSE_MS = 100;
/** Requests under way at once: sweeping hundreds of pictures leaves room for people. */
const AT_ONCE = 24;

/**
 * Signed requests to one bucket. A store that is away costs who asks nothing but the first wait: those that come after are
 * refused at once, until one of them finds it back.
 */
export class S3Requests {
  readonly #place: S3Place;
  readonly #client: AwsClient;
  readonly #log: Pick<Logger, "error" | "info">;
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;
  #awaySince: number | undefined;
  #askedAt = 0;
  #isAsking = false;
  readonly #patienceMs: number;

  constructor(place: S3Place, log: Pick<Logger, "error" | "info">, patienceMs = PATIENCE_MS) {
    this.#place = place;
    this.#log = log;
    this.#patienceMs = patienceMs;
    const { accessKeyId, secretAccessKey, region } = place;
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 });
  }

  /** @returns null when there is nothing of this name */
  async get(name: string): Promise<Buffer | null> {
    const answer = await this.#ask("GET", name);
    if (answer.status === 404 && codeOf(answer.bytes) === "NoSuchKey") {
      return null;
    }
    return mustBe(answer, 200).bytes;
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    mustBe(await this.#ask("PUT", name, bytes), 200);
  }

  async delete(name: string): Promise<void> {
    const answer = await this.#ask("DELETE", name);
    if (!(answer.status === 404 && codeOf(answer.bytes) === "NoSuchKey")) {
      mustBe(answer, 200, 204);
    }
  }

  /** Names that begin so, with their lengths, from the whole bucket's beginning to its end. */
  async *list(beginning: string, atOnce = 1000): AsyncGenerator<{ name: string; bytes: number }> {
    const { prefix } = this.#place;
    let token: string | undefined;
    do {
      const query = new URLSearchParams({
        "list-type": "2",
        prefix: prefix + beginning,
        "max-keys": String(atOnce),
      });
      if (token !== undefined) {
        query.set("continuation-token", token);
      }
      const page = pageOf(mustBe(await this.#ask("GET", null, undefined, query), 200).bytes);
      for (const { key, bytes } of page.contents) {
        yield { name: key.slice(prefix.length), bytes };
      }
      token = page.next;
    } while (token !== undefined);
  }

  async #ask(
    method: string,
    name: string | null,
    body?: Uint8Array,
    query?: URLSearchParams,
  ): Promise<Answer> {
    const { endpoint, bucket, prefix } = this.#place;
    const path = name === null ? "" : `/${prefix}${name}`;
    const url = `${endpoint}/${bucket}${path}${query ? `?${query}` : ""}`;
    return this.#whileThere(async () => {
      for (let left = TRIES; ; left -= 1) {
        try {
          const answer = await this.#once(method, url, body);
          if (answer.status < 500) {
            return answer;
          }
          if (left === 1) {
            throw new FilesAway(`S3 answered ${answer.status} ${codeOf(answer.bytes)}`);
          }
        } catch (error) {
          if (left === 1 || error instanceof TookTooLong) {
            throw error;
          }
        }
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    });
  }

  async #once(method: string, url: string, body?: Uint8Array): Promise<Answer> {
    const sha256 = createHash("sha256")
      .update(body ?? "")
      .digest("hex");
    const signal = AbortSignal.timeout(
      Math.ceil(this.#patienceMs + ((body?.byteLength ?? 0) / BYTES_A_SECOND) * 1000),
    );
    const request = await this.#client.sign(url, {
      method,
      headers: { "x-amz-content-sha256": sha256 },
      ...(body && { body: Buffer.from(body) }),
    });
    try {
      const reply = await fetch(request, { signal, redirect: "manual" });
      return { status: reply.status, bytes: Buffer.from(await reply.arrayBuffer()) };
    } catch (error) {
      // What a library says of it may hold the address: only its code is told.
      throw signal.aborted
        ? new TookTooLong("S3 did not answer in time")
        : new FilesAway(`S3 is not there: ${networkCodeOf(error)}`);
    }
  }

  /** Keeps count of whether the store is there, and of how much is under way. */
  async #whileThere(ask: () => Promise<Answer>): Promise<Answer> {
    this.#refuseWhileAway();
    while (this.#underWay >= AT_ONCE) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      this.#refuseWhileAway();
    }
    const isAsking = this.#awaySince !== undefined;
    this.#isAsking ||= isAsking;
    this.#underWay += 1;
    try {
      const answer = await ask();
      this.#tellBack();
      return answer;
    } catch (error) {
      if (error instanceof FilesAway) {
        this.#tellAway(error);
      }
      throw error;
    } finally {
      this.#underWay -= 1;
      this.#isAsking &&= !isAsking;
      this.#waiting.shift()?.();
    }
  }

  #refuseWhileAway(): void {
    if (
      this.#awaySince !== undefined &&
      (this.#isAsking || performance.now() - this.#askedAt < ASK_AGAIN_MS)
    ) {
      // Who waits behind is refused as well.
      this.#waiting.shift()?.();
      throw new FilesAway("S3 is away");
    }
  }

  #tellAway({ message }: FilesAway): void {
    this.#askedAt = performance.now();
    if (this.#awaySince === undefined) {
      this.#awaySince = this.#askedAt;
      this.#log.error({ reason: message }, "S3 is away");
    }
  }

  #tellBack(): void {
    if (this.#awaySince !== undefined) {
      this.#log.info({ forMs: Math.round(performance.now() - this.#awaySince) }, "S3 is back");
      this.#awaySince = undefined;
    }
  }
}

class TookTooLong extends FilesAway {}

function mustBe(answer: Answer, ...expected: number[]): Answer {
  if (!expected.includes(answer.status)) {
    throw new FilesAway(`S3 answered ${answer.status} ${codeOf(answer.bytes)}`);
  }
  return answer;
}

function networkCodeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code: unknown = Reflect.get(Object(cause ?? error), "code");
  return typeof code === "string" && /^[A-Z0-9_]{1,40}$/.test(code) ? code : "no answer";
}

/** The store's own word for what is wrong. */
const codeOf = (bytes: Buffer): string =>
  /<Code>(\w{1,60})<\/Code>/.exec(bytes.toString("utf8", 0, 2000))?.[1] ?? "";

interface Page {
  contents: { key: string; bytes: number }[];
  next: string | undefined;
}

/**
 * What a store answers to ListObjectsV2. One that knows the first version alone says that there is more and not how to go on: what
 * lies behind would be taken for gone.
 */
function pageOf(bytes: Buffer): Page {
  const contents: Page["contents"] = [];
  let next: string | undefined;
  let isList = false;
  let isTruncated = false;
  let text = "";
  let key = "";
  let size = 0;
  const parser = new SaxesParser({ position: false, xmlns: false });
  parser.on("doctype", () => {
    throw new FilesAway("S3 answered what is no list");
  });
  parser.on("opentag", () => {
    text = "";
  });
  parser.on("text", (more) => {
    text += more;
  });
  parser.on("closetag", ({ name }) => {
    if (name === "Key") {
      key = text;
    } else if (name === "Size") {
      size = Number(text);
    } else if (name === "Contents") {
      contents.push({ key, bytes: size });
    } else if (name === "IsTruncated") {
      isTruncated = text === "true";
    } else if (name === "NextContinuationToken") {
      next = text;
    } else if (name === "ListBucketResult") {
      isList = true;
    }
    text = "";
  });
  try {
    parser.write(bytes.toString("utf8")).close();
  } catch {
    throw new FilesAway("S3 answered what is no list");
  }
  if (!isList || (isTruncated && !next)) {
    throw new FilesAway("S3 answered what is no list");
  }
  return { contents, next: isTruncated ? next : undefined };
}
