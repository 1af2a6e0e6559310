import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = new URL("../", import.meta.url);
const BUNDLE = fileURLToPath(new URL("dist/testing/server.mjs", root));

let bundled: Promise<unknown> | undefined;

/** The server as it is installed: one file, with the packages of others beside it. */
async function bundleServer(): Promise<string> {
  bundled ??= build({
    entryPoints: [fileURLToPath(new URL("src/main.ts", root))],
    outfile: BUNDLE,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
    plugins: [
      {
        name: "keep the packages of others outside",
        setup(setup) {
          setup.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === "entry-point" || path.startsWith("@umbral/") ? undefined : { path, external: true },
          );
        },
      },
    ],
  });
  await bundled;
  return BUNDLE;
}

/**
 * Starts the server as a person does, with these variables alone, and waits for its end.
 * @param endsAt when it says this, it is told to stop
 */
export async function runServer(
  folder: string,
  variables: Record<string, string>,
  endsAt: string,
): Promise<{ code: number | null; said: string }> {
  const program = await bundleServer();
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      const before = said.includes(endsAt);
      said += chunk.toString();
      if (!before && said.includes(endsAt)) {
        child.kill("SIGTERM");
      }
    });
  }
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, said })));
}
