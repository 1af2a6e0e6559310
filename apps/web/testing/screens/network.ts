import { Replies } from "./replies.ts";

/*
 * Puts the stand-in for the server where the page reaches for the network. What is not the API (the modules of
 * the page itself, pictures beside it) goes on to the browser.
 */

let replies = new Replies();

/** What answers from now on. */
export function answerWith(next: Replies): void {
  replies = next;
}

const realFetch = window.fetch.bind(window);

window.fetch = async (input, init) => {
  const request = new Request(input, init);
  const url = new URL(request.url);
  if (!url.pathname.startsWith("/api/")) {
    return realFetch(input, init);
  }
  const answer = replies
    .answerTo({
      method: request.method,
      url,
      token: tokenIn(request.headers),
      body: init?.body ?? null,
    })
    .catch(() => {
      throw new TypeError("Failed to fetch");
    });
  return Promise.race([answer, abortOf(request.signal)]);
};

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) {
      abort();
    }
    signal.addEventListener("abort", abort);
  });
}

const tokenIn = (headers: Headers): string | undefined =>
  headers.get("authorization")?.replace(/^JWT /, "") || undefined;

const sending = new Set<PictureRequest>();

/** The page is left: what is on its way is heard of by no other. */
export function dropRequests(): void {
  for (const request of sending) {
    request.drop();
  }
}

/** The part of `XMLHttpRequest` that forms with pictures are sent with. */
class PictureRequest {
  readonly upload: {
    onprogress: ((progress: { loaded: number; total: number }) => void) | null;
    onload: (() => void) | null;
  } = { onprogress: null, onload: null };
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  onloadend: (() => void) | null = null;
  status = 0;
  responseText = "";
  #method = "GET";
  #address = "";
  #isOver = false;
  #answered = new Headers();
  readonly #headers = new Headers();

  open(method: string, address: string): void {
    this.#method = method;
    this.#address = address;
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  getResponseHeader(name: string): string | null {
    return this.#answered.get(name);
  }

  abort(): void {
    this.#end(() => this.onabort?.());
  }

  drop(): void {
    this.#isOver = true;
    sending.delete(this);
  }

  send(body: FormData): void {
    sending.add(this);
    void this.#send(body);
  }

  async #send(body: FormData): Promise<void> {
    const answering = replies.answerTo({
      method: this.#method,
      url: new URL(this.#address, window.location.href),
      token: tokenIn(this.#headers),
      body,
    });
    // The browser tells of progress once the caller has gone on.
    await Promise.resolve();
    this.upload.onprogress?.({ loaded: replies.sentShare, total: 1 });
    if (replies.sentShare === 1) {
      this.upload.onload?.();
    }
    try {
      const response = await answering;
      const text = await response.text();
      this.#end(() => {
        this.status = response.status;
        this.responseText = text;
        this.#answered = response.headers;
        this.onload?.();
      });
    } catch {
      this.#end(() => this.onerror?.());
    }
  }

  #end(tell: () => void): void {
    if (!this.#isOver) {
      this.drop();
      tell();
      this.onloadend?.();
    }
  }
}

window.XMLHttpRequest = PictureRequest as unknown as typeof XMLHttpRequest;
