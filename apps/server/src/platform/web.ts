import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import { anybody } from "@umbral/contract/lib/endpoint";
import type { FastifyInstance } from "fastify";
import { cameDirectlyFromThisMachine } from "./address.ts";
import { packageFolder } from "./package-folder.ts";
import { Refused } from "./refused.ts";

const webFolder = join(packageFolder, "..", "web", "dist");

/** Serves the built web app: its files as they are, and its one page for every address that is a screen. */
export async function serveWeb(http: FastifyInstance, options: { hasDemonstration: boolean }): Promise<void> {
  const files = await listFiles(webFolder);
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
        // Names under assets/ carry a digest of their content: they never change.
        reply.header(
          "cache-control",
          path.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache",
        );
        return reply.sendFile(path);
      }
      const isOfDemonstration = path === "demo" || path.startsWith("demo/");
      const isAbsent =
        isOfDemonstration && !(options.hasDemonstration && cameDirectlyFromThisMachine(request));
      if (
        isAbsent ||
        path.startsWith("api/") ||
        // Code of an older build: the page that asks for it must hear that it is gone.
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

/** Compressed twins (`.br`, `.gz`) are chosen by the static plugin, never asked for by name. */
async function listFiles(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return [];
    }
    throw error;
  });
  return new Set(
    entries
      .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/")),
  );
}
