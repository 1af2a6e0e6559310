import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import { anybody } from "@umbral/contract/lib/endpoint";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { cameDirectlyFromThisMachine } from "./address.ts";
import { type EarlierAssets, filesBelow } from "./built-assets.ts";
import { packageFolder } from "./package-folder.ts";
import { Refused } from "./refused.ts";
import {
  OF_PAGES_ALONE,
  PART_OF_PAGE,
  PART_OF_PAGE_POLICY,
  QR_WORKER,
  QR_WORKER_POLICY,
} from "./security-headers.ts";

/** The built web app. */
export const webFolder = join(packageFolder, "..", "web", "dist");

/** Names under assets/ carry a digest of their content: they never change. */
const FOR_EVER = "public, max-age=31536000, immutable";

/** The pages of a guest and of the sign at the entrance, which are no screens of the app: small, and drawn without its code. */
const ownPages: ReadonlyMap<string, string> = new Map([
  ["i", "i/index.html"],
  ["e", "e/index.html"],
]);

/** What the build says of screens that people open first: the files that each wants, by its address. */
const FIRST_FILES = ".vite/first-files.json";
/** The one that asks for the first screen's data, and is no module. */
const FIRST_SCRIPT = /^\/assets\/first-[0-9a-f]{8}\.js$/;
const FirstFiles = z.record(z.string(), z.array(z.string()));

/**
 * Serves the built web app: its files as they are, and its one page for every address that is a screen.
 * @param options `earlier`: code of the versions before, for pages that are still open; `folder`: another one than that of
 * the build
 */
export async function serveWeb(
  http: FastifyInstance,
  options: { hasDemonstration: boolean; earlier: EarlierAssets | undefined; folder?: string },
): Promise<void> {
  const root = options.folder ?? webFolder;
  const files = await filesBelow(root);
  const links = files.has(FIRST_FILES) ? await readLinks(join(root, FIRST_FILES)) : undefined;
  if (files.size > 0) {
    await http.register(fastifyStatic, {
      root,
      serve: false,
      preCompressed: true,
      cacheControl: false,
    });
  }

  // A building's door is no page to be found.
  http.get("/robots.txt", { config: { access: anybody } }, async (_request, reply) =>
    reply.type("text/plain; charset=utf-8").send("User-agent: *\nDisallow: /\n"),
  );

  http.route({
    method: "GET",
    url: "/*",
    config: { access: anybody },
    handler: async (request, reply) => {
      const path = decodedPath(request.url);
      if (files.has(path)) {
        reply.header("cache-control", path.startsWith("assets/") ? FOR_EVER : "no-cache");
        if (QR_WORKER.test(path)) {
          reply.header("content-security-policy", QR_WORKER_POLICY);
        } else if (PART_OF_PAGE.test(path)) {
          reply.header("content-security-policy", PART_OF_PAGE_POLICY);
          for (const name of OF_PAGES_ALONE) {
            reply.removeHeader(name);
          }
        }
        return reply.sendFile(path);
      }
      const folder = options.earlier?.folderOf(path);
      if (folder !== undefined) {
        return reply.header("cache-control", FOR_EVER).sendFile(path, folder);
      }
      const ownPage = ownPages.get(path.replace(/\/$/, ""));
      if (ownPage !== undefined && files.has(ownPage)) {
        return reply.header("cache-control", "no-cache").sendFile(ownPage);
      }
      const isOfDemonstration = path === "demo" || path.startsWith("demo/");
      const isAbsent =
        isOfDemonstration && !(options.hasDemonstration && cameDirectlyFromThisMachine(request));
      if (
        isAbsent ||
        path.startsWith("api/") ||
        // Code of a build that is not kept any more: the page that asks for it must hear that it is gone.
        path.startsWith("assets/") ||
        !files.has("index.html") ||
        !acceptsPage(request.headers.accept)
      ) {
        throw new Refused("NOT_FOUND");
      }
      const link = links?.get(`/${path}`);
      if (link !== undefined) {
        reply.header("link", link);
      }
      return reply.header("cache-control", "no-cache").sendFile("index.html");
    },
  });
}

/** What is named with the page of a screen, so that a browser fetches it all at once instead of one after the other. */
async function readLinks(file: string): Promise<ReadonlyMap<string, string>> {
  const firstFiles = FirstFiles.parse(JSON.parse(await readFile(file, "utf8")));
  return new Map(Object.entries(firstFiles).map(([path, names]) => [path, names.map(linkTo).join(", ")]));
}

function linkTo(file: string): string {
  if (file.endsWith(".css")) {
    return `<${file}>; rel=preload; as=style; crossorigin`;
  }
  return FIRST_SCRIPT.test(file) ? `<${file}>; rel=preload; as=script` : `<${file}>; rel=modulepreload`;
}

function decodedPath(url: string): string {
  const [path = ""] = url.split("?");
  try {
    return decodeURIComponent(path).replace(/^\/+/, "");
  } catch {
    throw new Refused("BAD_REQUEST");
  }
}

const acceptsPage = (accept: string | undefined): boolean =>
  accept === undefined || accept.includes("text/html") || accept.includes("*/*");
