import { readFileSync } from "node:fs";
import { BlockList, isIPv6 } from "node:net";
import { givenOf, misspeltIn, mistakesIn } from "@umbral/contract/lib/environment";
import { privateNetworks } from "@umbral/contract/lib/private-networks";
import { API_TOKEN_START } from "@umbral/contract/lib/token-rights";
import { z } from "zod";

const Topic = z
  .string()
  .regex(/^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/, "solo letras sin tilde, números, - y _, separados por /");

const Environment = z.object({
  UMBRAL_URL: z.url({
    protocol: /^https?$/,
    error: "debe ser la dirección del servidor, https://… o http://…",
  }),
  /** A file with the API token of the building: variables are shown by `ps` and by supervisors, files have permissions. */
  UMBRAL_TOKEN_FILE: z.string(),
  MQTT_URL: z.url({ protocol: /^mqtts?$/, error: "debe ser la dirección del broker, mqtts://… o mqtt://…" }),
  MQTT_USERNAME: z.string().optional(),
  MQTT_PASSWORD_FILE: z.string().optional(),
  /** What all topics begin with. */
  MQTT_TOPIC: Topic.default("umbral"),
  /** Where Home Assistant looks for what there is. */
  MQTT_DISCOVERY_TOPIC: Topic.default("homeassistant"),
  /** Seconds between two pictures of each camera; 0 for pictures of events alone. */
  MQTT_PICTURE_SECONDS: z.coerce.number().int().min(0).max(86_400).default(60),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});

export interface Settings {
  umbralUrl: string;
  token: string;
  mqttUrl: string;
  username: string | undefined;
  password: string | undefined;
  topic: string;
  discoveryTopic: string;
  pictureSeconds: number;
  logLevel: string;
}

/** A mistake of whoever starts the bridge: told in one sentence, without a stack. */
export class SetupMistake extends Error {}

/** The names of all variables that the bridge reads. */
export const bridgeVariables: readonly string[] = Object.keys(Environment.shape);

/** A Spanish line for each variable that looks like one of the bridge's and is none: it would be ignored. */
export const misspeltVariables = (env: NodeJS.ProcessEnv): string[] =>
  misspeltIn(env, bridgeVariables, ["MQTT_"]);

/**
 * @param env the process's variables
 * @throws {SetupMistake} naming every variable that is wrong, and for a line that others could read
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const parsed = Environment.safeParse(givenOf(env));
  if (!parsed.success) {
    throw new SetupMistake(mistakesIn(parsed.error).join("; "));
  }
  const { data } = parsed;
  refusePlainLine("UMBRAL_URL", data.UMBRAL_URL, "https:");
  refusePlainLine("MQTT_URL", data.MQTT_URL, "mqtts:");
  const token = secretIn("UMBRAL_TOKEN_FILE", data.UMBRAL_TOKEN_FILE);
  if (!token.startsWith(API_TOKEN_START)) {
    throw new SetupMistake(
      `UMBRAL_TOKEN_FILE: ahí no hay un token de Umbral; empiezan por ${API_TOKEN_START}.`,
    );
  }
  return {
    umbralUrl: data.UMBRAL_URL,
    token,
    mqttUrl: data.MQTT_URL,
    username: data.MQTT_USERNAME,
    password:
      data.MQTT_PASSWORD_FILE === undefined
        ? undefined
        : secretIn("MQTT_PASSWORD_FILE", data.MQTT_PASSWORD_FILE),
    topic: data.MQTT_TOPIC,
    discoveryTopic: data.MQTT_DISCOVERY_TOPIC,
    pictureSeconds: data.MQTT_PICTURE_SECONDS,
    logLevel: data.LOG_LEVEL,
  };
}

const privately = new BlockList();
for (const { address, prefix, family } of privateNetworks) {
  privately.addSubnet(address, prefix, family);
}

/** A name can be made to mean another machine; an address of the building's own network cannot. */
function refusePlainLine(variable: string, url: string, encrypted: string): void {
  const { protocol, hostname } = new URL(url);
  const address = hostname.replace(/^\[|\]$/g, "");
  const isPrivate = address === "localhost" || privately.check(address, isIPv6(address) ? "ipv6" : "ipv4");
  if (protocol !== encrypted && !isPrivate) {
    throw new SetupMistake(
      `${variable}: la dirección debe empezar por ${encrypted}//. Sin cifrar solo se acepta una dirección IP privada ` +
        "(10.…, 172.16–31.…, 192.168.…, fd…) o localhost, nunca otro nombre.",
    );
  }
}

function secretIn(variable: string, file: string): string {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    throw new SetupMistake(`${variable}: el archivo no se puede leer. Revisa la ruta y los permisos.`);
  }
}
