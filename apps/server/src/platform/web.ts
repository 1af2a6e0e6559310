import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import { anybody } from "@umbral/contract/lib/endpoint";
import type { FastifyInstance } from "fastify";
import { cameDirectlyFromThisMachine } from "./address.ts";
import { type EarlierAssets, filesBelow } from "./built-assets.ts";
import { packageFolder } from "./package-folder.ts";
import { Refused } from "./refused.ts";

/** The built web app. */
export const webFolder = join(packageFolder, "..", "web", "dist");

/** Names under assets/ carry a digest of their content: they never change. */
const FOR_EVER = "public, max-age=31536000, immutable";

/**
 * Serves the built web app: its files as they are, and its one page for every address that is a screen.
 * @param options `earlier`: code of the versions before, for pages that are still open
 */
export async function serveWeb(
  http: FastifyInstance,
  options: { hasDemonstration: boolean; earlier: EarlierAssets | undefined },
): Promise<void> {
  const files = await filesBelow(webFolder);
  if (files.size > 0) {
    await http.register(fastifyStatic, {
      root: webFolder,
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
        return reply.sendFile(path);
      }
      const folder = options.earlier?.folderOf(path);
      if (folder !== undefined) {
        return reply.header("cache-control", FOR_EVER).sendFile(path, folder);
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
      return reply.header("cache-control", "no-cache").sendFile("index.html");
    },
  });
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
