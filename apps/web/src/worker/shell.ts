/** What was built: made by the build, beside the files it names. */
export interface ShellFiles {
  /** Changes with the content of any file. */
  version: string;
  /** The script that the page loads first: it tells one version of the page from another. */
  entry: string;
  /** Paths of everything that a screen may need, without pictures of people and without data. */
  files: readonly string[];
}

export interface ShellParts {
  caches: Pick<CacheStorage, "open" | "keys" | "delete" | "match">;
  fetch(request: Request): Promise<Response>;
  origin: string;
  sleep(milliseconds: number): Promise<void>;
}

/** The app without its data, kept on the device so that it opens at once and without a network. */
export interface Shell {
  /** Fetches this version whole, or fails and leaves the one before it at work. */
  install(): Promise<void>;
  /** Forgets the versions before this one. */
  activate(): Promise<void>;
  /** Null for what is none of the worker's business: data, pictures, other sites. */
  answer(request: Request): Promise<Response> | null;
}

const PREFIX = "umbral-shell-";
const PAGE = "/index.html";
/**
 * How long the network may take to bring the page: what comes is never older than the server's, and who
 * has been here before sees the app within a second all the same.
 */
const PATIENCE_MS = 400;
/** Answers of the server itself, and the pages of a guest and of the entrance's sign, which are no part of the app; none of them is a screen. */
const NO_SCREEN = /^\/(?:api|socket\.io|healthz|readyz|metrics|i|e)(?:\/|$)/;

export function createShell(shell: ShellFiles, parts: ShellParts): Shell {
  const name = PREFIX + shell.version;
  const files = new Set(shell.files);
  const addressOf = (path: string) => new URL(path, parts.origin).href;

  const keep = async (cache: Cache, path: string) => {
    const url = addressOf(path);
    // A name with a digest is the same file in every version.
    const known = path.startsWith("/assets/")
      ? await parts.caches.match(url, { ignoreVary: true })
      : undefined;
    const response = known ?? (await parts.fetch(new Request(url, { cache: "no-cache" })));
    if (!response.ok) {
      throw new Error(`${path} was answered with ${response.status}`);
    }
    await cache.put(url, response);
  };

  const keepPage = async (cache: Cache) => {
    const url = addressOf(PAGE);
    const response = await parts.fetch(new Request(url, { cache: "no-cache" }));
    // A deploy in the middle of an installation: the page belongs to another version than this worker.
    if (!response.ok || !(await response.clone().text()).includes(shell.entry)) {
      throw new Error("the page is of another version");
    }
    await cache.put(url, response);
  };

  const kept = async (path: string): Promise<Response | undefined> => {
    const cache = await parts.caches.open(name);
    return cache.match(addressOf(path), { ignoreVary: true });
  };

  const file = async (path: string, request: Request): Promise<Response> =>
    (await kept(path)) ?? parts.fetch(request);

  const page = async (request: Request): Promise<Response> => {
    const fresh = parts.fetch(request).catch(() => null);
    const first = await Promise.race([fresh, parts.sleep(PATIENCE_MS).then(() => null)]);
    if (first !== null && first.status < 500) {
      return first;
    }
    // No network, a slow one, or a proxy without a server behind it: the screen says what is the matter.
    return (await kept(PAGE)) ?? (await fresh) ?? Response.error();
  };

  return {
    async install() {
      const cache = await parts.caches.open(name);
      await keepPage(cache);
      await Promise.all(shell.files.map((path) => keep(cache, path)));
    },
    async activate() {
      const all = await parts.caches.keys();
      const older = all.filter((other) => other.startsWith(PREFIX) && other !== name);
      await Promise.all(older.map((other) => parts.caches.delete(other)));
    },
    answer(request) {
      const { origin, pathname } = new URL(request.url);
      if (request.method !== "GET" || origin !== parts.origin) {
        return null;
      }
      if (request.mode === "navigate") {
        return NO_SCREEN.test(pathname) ? null : page(request);
      }
      return files.has(pathname) ? file(pathname, request) : null;
    },
  };
}
