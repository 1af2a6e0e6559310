import { resolve } from "node:path";
import { z } from "zod";

/** An empty variable is an absent one: compose files and .env templates leave them so. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DEMO: optional(z.enum(["0", "1"])),
  PRODUCT: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/)
    .refine((word) => !reservedPaths.has(word), "is a path the product already uses")
    .default("bb"),
  PUBLIC_URL: optional(z.url({ protocol: /^https?$/ })),
  STUN_URLS: optional(z.string()),
  TURN_URLS: optional(z.string()),
  TURN_SECRET: optional(z.string().min(16)),
  SESSION_SECRET: optional(z.string().min(32)),
  TRUSTED_PROXIES: optional(z.string()),
  METRICS_TOKEN: optional(z.string().min(16)),
  FILES_KEY_FILE: optional(z.string()),
  LOG_LEVEL: optional(z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])),
});

/** First words of `/api/…` that belong to the product: `{product}` may not be one of them. */
const reservedPaths: ReadonlySet<string> = new Set([
  "user",
  "buildings",
  "towers",
  "floors",
  "apartments",
  "call",
  "controllers",
  "docs",
  "files",
  "visitors",
  "demo",
  "ice-servers",
  "terms",
  "push",
]);

export interface Env {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  demo: "on" | "off" | "when-new";
  product: string;
  publicUrl: string | undefined;
  stunUrls: string[];
  turn: { urls: string[]; secret: string } | undefined;
  sessionSecret: string | undefined;
  trustedProxies: string[];
  metricsToken: string | undefined;
  filesKeyFile: string;
  logLevel: NonNullable<z.infer<typeof Environment>["LOG_LEVEL"]>;
}

export class WrongEnvironment extends Error {}

/**
 * Reads the configuration once. `.env.example` says what each variable means.
 * @throws {WrongEnvironment} naming every variable whose value cannot be used
 */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const parsed = Environment.safeParse(variables);
  if (!parsed.success) {
    throw new WrongEnvironment(
      parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n"),
    );
  }
  const value = parsed.data;
  if ((value.TURN_URLS === undefined) !== (value.TURN_SECRET === undefined)) {
    throw new WrongEnvironment("TURN_URLS: needs TURN_SECRET, and TURN_SECRET needs TURN_URLS");
  }
  const dataDir = resolve(value.DATA_DIR);
  const demo = demoMode(value);
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir,
    databaseUrl: value.DATABASE_URL,
    demo,
    product: value.PRODUCT,
    publicUrl: value.PUBLIC_URL,
    stunUrls: words(value.STUN_URLS),
    turn:
      value.TURN_URLS === undefined || value.TURN_SECRET === undefined
        ? undefined
        : { urls: words(value.TURN_URLS), secret: value.TURN_SECRET },
    sessionSecret: value.SESSION_SECRET,
    trustedProxies: words(value.TRUSTED_PROXIES),
    metricsToken: value.METRICS_TOKEN,
    filesKeyFile: value.FILES_KEY_FILE ?? resolve(dataDir, "keys", "files.key"),
    // Who tries the demonstration reads the console themselves.
    logLevel: value.LOG_LEVEL ?? (demo === "off" ? "info" : "warn"),
  };
}

/** The demonstration is for one machine's own eyes: never by default where others could come in. */
function demoMode(value: z.infer<typeof Environment>): Env["demo"] {
  if (value.DEMO === "0") {
    return "off";
  }
  if (value.DEMO === "1") {
    return "on";
  }
  const isPrivate =
    isLoopbackHost(value.HOST) && value.DATABASE_URL === undefined && value.PUBLIC_URL === undefined;
  return isPrivate ? "when-new" : "off";
}

export const isLoopbackHost = (host: string): boolean =>
  host === "localhost" || host === "::1" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);

const words = (list: string | undefined): string[] =>
  (list ?? "")
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
