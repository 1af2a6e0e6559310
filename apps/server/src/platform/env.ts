import { dirname, join, resolve } from "node:path";
import proxyAddr from "@fastify/proxy-addr";
import { givenOf, misspeltIn, mistakesIn } from "@umbral/contract/lib/environment";
import { z } from "zod";
import { isPrivateHost } from "./private-host.ts";
import type { S3Place } from "./s3-requests.ts";

const optional = <T extends z.ZodType>(schema: T) => schema.optional();

const address = (protocol: RegExp, ...examples: string[]) =>
  z.url({ protocol, error: `debe ser una dirección ${examples.join(" o ")}` });
const webAddress = address(/^https?$/, "https://…", "http://…");

const MAILBOX = /^(?:([^<>\r\n"]*?)\s*<([^<>\s@,;"]+@[^<>\s@,;"]+)>|([^<>\s@,;"]+@[^<>\s@,;"]+))$/;

/** Names or addresses with commas between them. */
const HOSTS = /^\s*(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(\s*,\s*(\[[0-9a-f:.]+\]|[a-z0-9._-]+))*\s*,?\s*$/i;

/** No browser opens an address with one of these ports, nor does Node.js: other services' (the Fetch standard's 'bad ports'). */
const REFUSED_PORTS: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);
const REFUSED_PORT = "los navegadores no abren direcciones con ese puerto. Usa otro, como 3000";

/** Addresses of servers that a browser takes for calls: with another one every call would fail there. */
const callServers = (pattern: RegExp, example: string) =>
  z
    .string()
    .refine(
      (list) => words(list).every((one) => pattern.test(one)),
      `deben ser direcciones como ${example}, separadas por comas`,
    );

const Environment = z.object({
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .refine((port) => !REFUSED_PORTS.has(port), REFUSED_PORT)
    .default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: optional(address(/^postgres(ql)?$/, "postgres://…")),
  REDIS_URL: optional(address(/^rediss?$/, "redis://…", "rediss://…")),
  DEMO: optional(z.enum(["0", "1"])),
  PRODUCT: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, "debe ser una palabra en minúsculas, como bb")
    .refine((word) => !reservedPaths.has(word), "es una palabra que el producto ya usa en sus rutas")
    .default("bb"),
  PUBLIC_URL: optional(
    webAddress.refine(
      (url) => !REFUSED_PORTS.has(Number(URL.canParse(url) && new URL(url).port)),
      REFUSED_PORT,
    ),
  ),
  ALLOWED_HOSTS: optional(
    z
      .string()
      .regex(
        HOSTS,
        "debe ser una lista de nombres o direcciones, sin http:// ni puerto, separados por comas",
      ),
  ),
  STUN_URLS: optional(callServers(/^stuns?:[^\s/?]+$/, "stun:stun.example:3478")),
  TURN_URLS: optional(callServers(/^turns?:[^\s/?]+(\?transport=(udp|tcp))?$/, "turn:turn.example:3478")),
  TURN_SECRET: optional(z.string().min(16)),
  FCM_SERVICE_ACCOUNT_FILE: optional(z.string()),
  FCM_API_URL: optional(webAddress),
  VAPID_PUBLIC_KEY: optional(
    z.string().regex(/^[\w-]{87}$/, "no es una clave VAPID pública en base64url (87 caracteres)"),
  ),
  VAPID_PRIVATE_KEY: optional(
    z.string().regex(/^[\w-]{43}$/, "no es una clave VAPID privada en base64url (43 caracteres)"),
  ),
  VAPID_SUBJECT: optional(
    z.string().regex(/^(mailto:.+@.+|https:\/\/.+)$/, "debe ser una dirección mailto:… o https://…"),
  ),
  TWILIO_ACCOUNT_SID: optional(z.string().regex(/^\w+$/, "debe tener solo letras y números")),
  TWILIO_AUTH_TOKEN: optional(z.string().min(1)),
  TWILIO_FROM: optional(
    z.string().regex(/^\+\d{6,15}$/, "debe ser un número de teléfono como +573001234567"),
  ),
  TWILIO_API_URL: optional(webAddress),
  TWILIO_CODES_PER_HOUR: z.coerce.number().int().min(1).max(1_000_000).default(300),
  TWILIO_CALLS_PER_HOUR: z.coerce.number().int().min(1).max(1_000_000).default(2000),
  TWILIO_INVITATIONS_PER_HOUR: z.coerce.number().int().min(1).max(1_000_000).default(1000),
  SMTP_URL: optional(address(/^smtps?$/, "smtp://…", "smtps://…")),
  MAIL_FROM: optional(
    z.string().regex(MAILBOX, 'debe ser un correo, solo o como "Nombre <correo@ejemplo.com>"'),
  ),
  SESSION_SECRET: optional(z.string().min(32)),
  TRUSTED_PROXIES: optional(
    z
      .string()
      .refine(areNetworks, "deben ser direcciones IP o redes, como 127.0.0.1 o 10.0.0.0/8, y no nombres"),
  ),
  ALLOW_PLAIN_LINE: optional(z.enum(["0", "1"])),
  METRICS_TOKEN: optional(z.string().min(16)),
  FILES_KEY_FILE: optional(z.string()),
  FILES_KEY_LOST: optional(z.enum(["0", "1"])),
  BACKUP_DIR: optional(z.string().min(1)),
  BACKUP_KEY_FILE: optional(z.string().min(1)),
  BACKUP_HOUR: z.coerce.number().int().min(0).max(23).default(3),
  BACKUP_KEEP_DAYS: z.coerce.number().int().min(1).max(3650).default(7),
  BACKUP_KEEP_WEEKS: z.coerce.number().int().min(0).max(520).default(4),
  BACKUP_KEEP_MONTHS: z.coerce.number().int().min(0).max(120).default(12),
  OPENING_PICTURES_DAYS: optional(z.coerce.number().int().min(1).max(3650)),
  S3_ENDPOINT: optional(webAddress),
  S3_REGION: z
    .string()
    .regex(/^[\w-]{1,40}$/, "debe ser el nombre de una región, como us-east-1")
    .default("us-east-1"),
  S3_BUCKET: optional(z.string().regex(/^[a-z0-9][\w.-]{1,62}$/i, "debe ser el nombre de un bucket")),
  S3_ACCESS_KEY_ID: optional(z.string().min(1)),
  S3_SECRET_ACCESS_KEY: optional(z.string().min(1)),
  S3_PREFIX: optional(
    z
      .string()
      .regex(
        /^(?!.*\.\.)[\w-][\w.-]*(\/[\w-][\w.-]*)*\/?$/,
        "debe ser una carpeta dentro del bucket, como umbral o porterias/umbral",
      ),
  ),
  VISIT_PICTURES_DAYS: optional(z.coerce.number().int().min(1).max(3650)),
  VISITOR_PICTURES_PER_HOUR: z.coerce.number().int().min(1).max(1_000_000).default(2000),
  LOG_LEVEL: optional(z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])),
});

/** Whoever sets one that begins so means this program. */
const families = [
  "UMBRAL_",
  "TWILIO_",
  "SMTP_",
  "TURN_",
  "STUN_",
  "VAPID_",
  "FCM_",
  "S3_",
  "REDIS_",
  "BACKUP_",
];

/** Long enough to answer what happened last month, and no longer. */
const VISIT_PICTURES_DAYS = 30;
const OPENING_PICTURES_DAYS = 30;

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
  /** Through which several server processes share one realtime space. */
  redisUrl: string | undefined;
  demo: "on" | "off" | "when-new";
  product: string;
  publicUrl: string | undefined;
  /** Names besides its own by which this server may be asked. */
  allowedHosts: string[];
  stunUrls: string[];
  turn: { urls: string[]; secret: string } | undefined;
  fcm: { serviceAccountFile: string; apiUrl: string } | undefined;
  /** The keys are made once when they are not given. */
  vapid: { keys: { publicKey: string; privateKey: string } | undefined; subject: string };
  twilio: { accountSid: string; authToken: string; from: string; apiUrl: string } | undefined;
  /** What all together may make this installation pay for or keep in an hour. */
  ceilings: {
    codesPerHour: number;
    callsPerHour: number;
    invitationsPerHour: number;
    picturesPerHour: number;
  };
  mail: MailAccount | undefined;
  sessionSecret: string | undefined;
  trustedProxies: string[];
  /** Controllers of private addresses may come without TLS. */
  allowsPlainLine: boolean;
  metricsToken: string | undefined;
  /** An object store that holds the files in the place of a folder under `dataDir`. */
  s3: S3Place | undefined;
  filesKeyFile: string;
  /** The operator says that the key is lost for good: the server goes on without what only it could read. */
  filesKeyLost: boolean;
  backups: {
    /** Where they are kept; undefined where nobody said, and then none is made by itself. */
    folder: string | undefined;
    keyFile: string;
    /** Of the day in Colombia at which one is made. */
    hour: number;
    keep: { days: number; weeks: number; months: number };
  };
  /** How long the pictures of visits are kept. */
  visitPicturesDays: number;
  /** How long the pictures of openings are kept. */
  openingPicturesDays: number;
  logLevel: NonNullable<z.infer<typeof Environment>["LOG_LEVEL"]>;
}

/** The server that takes our mail, and whose name it is sent in. */
export interface MailAccount {
  host: string;
  port: number;
  /** TLS from the first byte. */
  isSecure: boolean;
  /** Nothing is said without STARTTLS. */
  requiresTls: boolean;
  auth: { user: string; pass: string } | undefined;
  from: { name: string; address: string };
}

export class WrongEnvironment extends Error {}

/** The names of all variables that the server reads. */
export const serverVariables: readonly string[] = Object.keys(Environment.shape);

/** A Spanish line for each variable that looks like one of the server's and is none: it would be ignored. */
export const misspeltVariables = (variables: Record<string, string | undefined>): string[] =>
  misspeltIn(variables, serverVariables, families);

/**
 * Reads the configuration once. `.env.example` says what each variable means.
 * @throws {WrongEnvironment} naming every variable whose value cannot be used
 */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const given = givenOf(variables);
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    throw new WrongEnvironment(mistakesIn(parsed.error).join("\n"));
  }
  const value = parsed.data;
  if ((value.TURN_URLS === undefined) !== (value.TURN_SECRET === undefined)) {
    throw new WrongEnvironment("TURN_URLS: va con TURN_SECRET, y TURN_SECRET con TURN_URLS");
  }
  if (value.REDIS_URL !== undefined && value.DATABASE_URL === undefined) {
    throw new WrongEnvironment(
      "REDIS_URL: va con DATABASE_URL. La base de datos propia es de un solo proceso; varios necesitan una que compartan",
    );
  }
  const dataDir = resolve(value.DATA_DIR);
  const demo = demoMode(value);
  const filesKeyFile = value.FILES_KEY_FILE ?? resolve(dataDir, "keys", "files.key");
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir,
    databaseUrl: value.DATABASE_URL,
    redisUrl: value.REDIS_URL,
    demo,
    product: value.PRODUCT,
    publicUrl: value.PUBLIC_URL,
    allowedHosts: words(value.ALLOWED_HOSTS),
    stunUrls: words(value.STUN_URLS),
    turn:
      value.TURN_URLS === undefined || value.TURN_SECRET === undefined
        ? undefined
        : { urls: words(value.TURN_URLS), secret: value.TURN_SECRET },
    fcm:
      value.FCM_SERVICE_ACCOUNT_FILE === undefined
        ? undefined
        : {
            serviceAccountFile: resolve(value.FCM_SERVICE_ACCOUNT_FILE),
            apiUrl: origin(value.FCM_API_URL ?? "https://fcm.googleapis.com"),
          },
    vapid: vapidOf(value),
    twilio: twilioOf(value),
    ceilings: {
      codesPerHour: value.TWILIO_CODES_PER_HOUR,
      callsPerHour: value.TWILIO_CALLS_PER_HOUR,
      invitationsPerHour: value.TWILIO_INVITATIONS_PER_HOUR,
      picturesPerHour: value.VISITOR_PICTURES_PER_HOUR,
    },
    mail: mailOf(value),
    sessionSecret: value.SESSION_SECRET,
    trustedProxies: words(value.TRUSTED_PROXIES),
    allowsPlainLine: value.ALLOW_PLAIN_LINE === "1",
    metricsToken: value.METRICS_TOKEN,
    s3: s3Of(value),
    filesKeyFile,
    filesKeyLost: value.FILES_KEY_LOST === "1",
    backups: {
      folder: value.BACKUP_DIR === undefined ? undefined : resolve(value.BACKUP_DIR),
      keyFile: value.BACKUP_KEY_FILE ?? join(dirname(filesKeyFile), "backup.key"),
      hour: value.BACKUP_HOUR,
      keep: {
        days: value.BACKUP_KEEP_DAYS,
        weeks: value.BACKUP_KEEP_WEEKS,
        months: value.BACKUP_KEEP_MONTHS,
      },
    },
    visitPicturesDays: value.VISIT_PICTURES_DAYS ?? VISIT_PICTURES_DAYS,
    openingPicturesDays: value.OPENING_PICTURES_DAYS ?? OPENING_PICTURES_DAYS,
    // Who tries the demonstration reads the console themselves.
    logLevel: value.LOG_LEVEL ?? (demo === "off" ? "info" : "warn"),
  };
}

type Values = z.infer<typeof Environment>;

function vapidOf(value: Values): Env["vapid"] {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = value;
  if ((publicKey === undefined) !== (privateKey === undefined)) {
    throw new WrongEnvironment(
      "VAPID_PUBLIC_KEY: va con VAPID_PRIVATE_KEY, y VAPID_PRIVATE_KEY con VAPID_PUBLIC_KEY",
    );
  }
  const own = value.PUBLIC_URL?.startsWith("https:") ? value.PUBLIC_URL : undefined;
  return {
    keys: publicKey === undefined || privateKey === undefined ? undefined : { publicKey, privateKey },
    subject: value.VAPID_SUBJECT ?? own ?? "mailto:umbral@localhost",
  };
}

function twilioOf(value: Values): Env["twilio"] {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = value;
  if (accountSid === undefined && authToken === undefined && from === undefined) {
    return undefined;
  }
  if (accountSid === undefined || authToken === undefined || from === undefined) {
    throw new WrongEnvironment(
      "TWILIO_ACCOUNT_SID: va con TWILIO_AUTH_TOKEN y TWILIO_FROM, las tres o ninguna",
    );
  }
  return { accountSid, authToken, from, apiUrl: origin(value.TWILIO_API_URL ?? "https://api.twilio.com") };
}

function mailOf({ SMTP_URL, MAIL_FROM }: Values): MailAccount | undefined {
  if (SMTP_URL === undefined && MAIL_FROM === undefined) {
    return undefined;
  }
  if (SMTP_URL === undefined || MAIL_FROM === undefined) {
    throw new WrongEnvironment("SMTP_URL: va con MAIL_FROM, y MAIL_FROM con SMTP_URL");
  }
  const url = new URL(SMTP_URL);
  const isSecure = url.protocol === "smtps:";
  const auth =
    url.username === "" ? undefined : { user: decodedPart(url.username), pass: decodedPart(url.password) };
  const [, name = "", named, bare = ""] = MAILBOX.exec(MAIL_FROM) ?? [];
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? (isSecure ? 465 : 587) : Number(url.port),
    isSecure,
    requiresTls: auth !== undefined && !isSecure && !isLoopbackHost(url.hostname),
    auth,
    from: { name, address: named ?? bare },
  };
}

function s3Of(value: Values): S3Place | undefined {
  const {
    S3_ENDPOINT,
    S3_BUCKET,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = value;
  if ([S3_ENDPOINT, S3_BUCKET, accessKeyId, secretAccessKey].every((one) => one === undefined)) {
    if (value.S3_PREFIX !== undefined) {
      throw new WrongEnvironment("S3_PREFIX: va con S3_ENDPOINT y S3_BUCKET");
    }
    return undefined;
  }
  if (
    S3_ENDPOINT === undefined ||
    S3_BUCKET === undefined ||
    accessKeyId === undefined ||
    secretAccessKey === undefined
  ) {
    throw new WrongEnvironment(
      "S3_ENDPOINT: va con S3_BUCKET, S3_ACCESS_KEY_ID y S3_SECRET_ACCESS_KEY, las cuatro o ninguna",
    );
  }
  const { protocol, hostname, username, search, pathname } = new URL(S3_ENDPOINT);
  if (username !== "" || search !== "" || pathname !== "/") {
    throw new WrongEnvironment(
      "S3_ENDPOINT: debe ser solo la dirección del almacén, sin bucket ni contraseña",
    );
  }
  if (protocol === "http:" && !isPrivateHost(hostname)) {
    throw new WrongEnvironment(
      "S3_ENDPOINT: la dirección debe empezar por https://. Sin cifrar solo se acepta una dirección IP privada " +
        "(10.…, 172.16–31.…, 192.168.…, fd…) o de este equipo, nunca un nombre",
    );
  }
  const prefix = value.S3_PREFIX === undefined ? "" : `${value.S3_PREFIX.replace(/\/$/, "")}/`;
  return {
    endpoint: origin(S3_ENDPOINT),
    region: value.S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId,
    secretAccessKey,
    prefix,
  };
}

function decodedPart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new WrongEnvironment(
      "SMTP_URL: el usuario y la contraseña llevan codificación porcentual (%40 por @)",
    );
  }
}

/** Without a slash at the end: paths are put behind it. */
const origin = (url: string): string => url.replace(/\/+$/, "");

/** Where people and providers reach this server. */
export function publicUrlOf(env: Pick<Env, "publicUrl" | "host" | "port">): string {
  const host = env.host.includes(":") && !env.host.startsWith("[") ? `[${env.host}]` : env.host;
  return origin(env.publicUrl ?? `http://${host}:${env.port}`);
}

/** The demonstration is for one machine's own eyes: never by default where others could come in. */
function demoMode(value: Values): Env["demo"] {
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

/** Can anybody from another machine come in, as far as it is known before it listens? */
export const isOpenToOthers = (env: Pick<Env, "host" | "publicUrl">): boolean =>
  env.publicUrl !== undefined || !isLoopbackHost(env.host);

export const isLoopbackHost = (host: string): boolean =>
  host === "localhost" || host === "::1" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);

function areNetworks(list: string): boolean {
  try {
    proxyAddr.compile(words(list));
    return true;
  } catch {
    return false;
  }
}

const words = (list: string | undefined): string[] =>
  (list ?? "")
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
