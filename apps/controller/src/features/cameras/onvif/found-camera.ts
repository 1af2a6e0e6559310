import type { CameraStream, FoundCamera } from "@umbral/contract/cameras/camera-search";
import { addressMistake } from "@umbral/contract/lib/device-address";
import { z } from "zod";

/*
 * What cameras answer, as XML was read. A camera may say anything: whatever is not understood is left out, and no
 * address of another machine is taken from it.
 */

const LONGEST_WORD = 80;
const LONGEST_ADDRESS = 500;
const HTTP = ["http", "https"] as const;
const RTSP = ["rtsp", "rtsps"] as const;

/** An element's text; numbers and yes or no were made of some. */
const Text = z.union([
  z.string(),
  z.number().transform(String),
  z.boolean().transform(String),
  z.object({ _: z.string() }).transform(({ _ }) => _),
]);
const Word = Text.transform(shown).nullable().catch(null);

/** A word that can be shown: no controls, not too long. */
function shown(text: string): string | null {
  const clean = text
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, LONGEST_WORD);
  return clean === "" ? null : clean;
}

const ProbeMatches = z.array(
  z.object({
    probeMatches: z.array(
      z.object({
        probeMatch: z.array(
          z.object({ XAddrs: z.array(Text).min(1), scopes: z.array(Text).optional().catch(undefined) }),
        ),
      }),
    ),
  }),
);

/**
 * The cameras in an answer to a search.
 * @param body as the XML was read
 * @param from which machine answered: it is asked, whatever machine its answer names
 */
export function camerasIn(body: unknown, from: string): FoundCamera[] {
  const parsed = ProbeMatches.safeParse(body);
  const matches = parsed.success ? parsed.data.flatMap(({ probeMatches }) => probeMatches) : [];
  return matches
    .flatMap(({ probeMatch }) => probeMatch)
    .flatMap(({ XAddrs: [addresses = ""], scopes: [scopes = ""] = [] }) => {
      const address = serviceAddress(addresses, from);
      return address === undefined
        ? []
        : [{ address, name: scopeOf(scopes, "name"), model: scopeOf(scopes, "hardware") }];
    });
}

function serviceAddress(addresses: string, from: string): string | undefined {
  const own = addresses.split(/\s+/).flatMap((text) => ownAddress(text, from, HTTP) ?? []);
  const best =
    own.find(({ address, isMoved }) => !isMoved && address.startsWith("http:")) ??
    own.find(({ isMoved }) => !isMoved) ??
    own[0];
  return best?.address;
}

/** `onvif://www.onvif.org/name/Entrada%201` → Entrada 1 */
function scopeOf(scopes: string, kind: string): string | null {
  const beginning = `onvif://www.onvif.org/${kind}/`;
  const scope = scopes.split(/\s+/).find((each) => each.toLowerCase().startsWith(beginning));
  const word = scope?.slice(beginning.length) ?? "";
  try {
    return shown(decodeURIComponent(word));
  } catch {
    return shown(word);
  }
}

/**
 * An address that a camera gave, at the camera's own machine: another machine that it names is not asked, and would
 * be shown its password. Name and password in it are left out.
 */
function ownAddress(
  text: string,
  host: string,
  schemes: readonly string[],
): { address: string; isMoved: boolean } | undefined {
  if (text.length > LONGEST_ADDRESS || !URL.canParse(text)) {
    return undefined;
  }
  const url = new URL(text);
  const isMoved = url.hostname !== host;
  url.hostname = host;
  url.username = "";
  url.password = "";
  url.hash = "";
  const mistake = addressMistake(url.href, schemes);
  return mistake === undefined && url.hostname === host && url.href.length <= LONGEST_ADDRESS
    ? { address: url.href, isMoved }
    : undefined;
}

const Size = z.number().int().positive().nullable().catch(null);
const Profile = z.object({
  $: z.object({ token: Text }),
  name: Word.optional(),
  videoEncoderConfiguration: z
    .object({
      encoding: Word.optional(),
      resolution: z.object({ width: Size, height: Size }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
});

/** A way in which a camera sends its pictures. */
export type Profile = z.infer<typeof Profile>;

/** The profiles of a camera that can be understood. */
export function profilesIn(answer: unknown): Profile[] {
  return z
    .array(z.unknown())
    .catch([])
    .parse(answer)
    .flatMap((each) => {
      const profile = Profile.safeParse(each);
      return profile.success ? [profile.data] : [];
    });
}

const Uri = z.union([Text, z.object({ uri: Text }).transform(({ uri }) => uri)]);

/** Where a profile's stream is. */
export function streamOf(profile: Profile, answer: unknown, host: string): CameraStream | undefined {
  const uri = Uri.safeParse(answer);
  const own = uri.success ? ownAddress(uri.data, host, RTSP) : undefined;
  const video = profile.videoEncoderConfiguration;
  return (
    own && {
      ...own,
      name: profile.name ?? null,
      codec: video?.encoding ?? null,
      width: video?.resolution?.width ?? null,
      height: video?.resolution?.height ?? null,
    }
  );
}

/** Where a camera gives one picture each time that it is asked. */
export function snapshotOf(answer: unknown, host: string): string | null {
  const uri = Uri.safeParse(answer);
  return (uri.success && ownAddress(uri.data, host, HTTP)?.address) || null;
}

const About = z.object({ manufacturer: Word.optional(), model: Word.optional() });

/** Who made a camera, as it says. */
export function makeOf(answer: unknown): { maker: string | null; model: string | null } {
  const about = About.safeParse(answer);
  return { maker: about.data?.manufacturer ?? null, model: about.data?.model ?? null };
}
