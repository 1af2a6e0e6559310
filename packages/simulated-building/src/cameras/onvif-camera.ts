import { createHash, randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** One way in which the camera sends its pictures. */
export interface OnvifProfile {
  name: string;
  codec: "H264" | "H265" | "JPEG";
  width: number;
  height: number;
  /** What it says when it is asked where the stream is. */
  stream: string;
}

export interface OnvifCameraOptions {
  name?: string;
  maker?: string;
  model?: string;
  login?: { username: string; password: string };
  /** How it asks for them: in the message itself (WS-UsernameToken), or over HTTP (Digest). */
  auth?: "message" | "digest";
  profiles?: readonly OnvifProfile[];
  snapshot?: string;
  /** Where it listens for who looks for cameras; any port that is free when it is left out. */
  searchPort?: number;
  /** It hears whoever asks all cameras of a network, and not only who asks it alone. */
  joins?: { group: string; from: string };
  /** The addresses that it gives to who looks for it, in the place of its own. */
  says?: string;
  /** Answers a question over HTTP in its own way; false leaves the question to the camera. */
  misbehave?: (question: string, response: ServerResponse) => boolean;
  /** Answers who looks for it with this. */
  misanswer?: string | Buffer;
}

/** A camera that speaks ONVIF: it is found by WS-Discovery, and tells its streams to who knows its password. */
export interface OnvifCamera {
  /** Where its service answers. */
  address: string;
  port: number;
  searchPort: number;
  /** The questions that it was asked over HTTP. */
  asked: string[];
  stop(): Promise<void>;
}

const SOAP = 'xmlns:s="http://www.w3.org/2003/05/soap-envelope"';
const SCHEMA = "http://www.onvif.org/ver10/schema";
const DEVICE = "http://www.onvif.org/ver10/device/wsdl";
const MEDIA = "http://www.onvif.org/ver10/media/wsdl";
const HOST = "127.0.0.1";

/** Starts one on this machine. */
export async function startOnvifCamera(options: OnvifCameraOptions = {}): Promise<OnvifCamera> {
  const asked: string[] = [];
  const nonce = randomBytes(8).toString("hex");
  let address = "";
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const message = await textOf(request);
    const question = /<(?:\w+:)?Body[^>]*>\s*<(?:\w+:)?(\w+)/.exec(message)?.[1] ?? "";
    asked.push(question);
    if (options.misbehave?.(question, response)) {
      return;
    }
    // The time is told to everybody: who asks needs it to prove that they know the password.
    if (question !== "GetSystemDateAndTime" && !isLetIn(options, request, message, nonce)) {
      refuse(options, response, nonce);
      return;
    }
    const told = answerTo(question, message, options, address);
    response.writeHead(told === undefined ? 400 : 200, { "content-type": "application/soap+xml" });
    response.end(told ?? fault("ter:ActionNotSupported", "Optional action not implemented"));
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, HOST);
  await once(server, "listening");
  const place = server.address();
  const port = typeof place === "object" && place ? place.port : 0;
  address = `http://${HOST}:${port}/onvif/device_service`;

  const socket = createSocket({ type: "udp4", reuseAddr: options.joins !== undefined });
  socket.on("message", (probe, from) => {
    const id = /MessageID[^>]*>([^<]*)</.exec(probe.toString())?.[1];
    if (id !== undefined) {
      socket.send(options.misanswer ?? match(options, options.says ?? address, id), from.port, from.address);
    }
  });
  socket.bind(options.searchPort ?? 0, options.joins === undefined ? HOST : undefined);
  await once(socket, "listening");
  if (options.joins) {
    socket.addMembership(options.joins.group, options.joins.from);
  }
  return {
    address,
    port,
    searchPort: socket.address().port,
    asked,
    async stop() {
      socket.close();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) {
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

const md5 = (text: string) => createHash("md5").update(text).digest("hex");

const match = ({ name = "Cámara", model = "Sim-1" }: OnvifCameraOptions, addresses: string, id: string) =>
  `<?xml version="1.0"?><s:Envelope ${SOAP} xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing" xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery"><s:Header><a:RelatesTo>${id}</a:RelatesTo></s:Header><s:Body><d:ProbeMatches><d:ProbeMatch><a:EndpointReference><a:Address>urn:uuid:${md5(addresses)}</a:Address></a:EndpointReference><d:Types>dn:NetworkVideoTransmitter</d:Types><d:Scopes>onvif://www.onvif.org/type/video_encoder onvif://www.onvif.org/name/${encodeURIComponent(name)} onvif://www.onvif.org/hardware/${encodeURIComponent(model)}</d:Scopes><d:XAddrs>${addresses}</d:XAddrs><d:MetadataVersion>1</d:MetadataVersion></d:ProbeMatch></d:ProbeMatches></s:Body></s:Envelope>`;

function isLetIn(
  { login, auth = "message" }: OnvifCameraOptions,
  request: IncomingMessage,
  message: string,
  nonce: string,
): boolean {
  if (!login) {
    return true;
  }
  if (auth === "digest") {
    const given = request.headers.authorization ?? "";
    const part = (name: string) => new RegExp(`[ ,]${name}="?([^",]+)`).exec(given)?.[1] ?? "";
    const secret = md5(`${login.username}:camera:${login.password}`);
    const asked = md5(`POST:${request.url}`);
    const expected = md5([secret, nonce, part("nc"), part("cnonce"), "auth", asked].join(":"));
    return part("username") === login.username && part("response") === expected;
  }
  const part = (name: string) => new RegExp(`<${name}(?: [^>]*)?>([^<]*)<`).exec(message)?.[1] ?? "";
  const expected = createHash("sha1")
    .update(Buffer.from(part("Nonce"), "base64"))
    .update(part("Created") + login.password)
    .digest("base64");
  return part("Username") === login.username && part("Password") === expected;
}

function refuse({ auth = "message" }: OnvifCameraOptions, response: ServerResponse, nonce: string): void {
  if (auth === "digest") {
    const challenge = `Digest realm="camera", nonce="${nonce}", qop="auth", algorithm=MD5`;
    response.writeHead(401, { "www-authenticate": challenge }).end();
    return;
  }
  response.writeHead(400, { "content-type": "application/soap+xml" });
  response.end(fault("ter:NotAuthorized", "Sender not Authorized"));
}

const envelope = (body: string) =>
  `<?xml version="1.0"?><s:Envelope ${SOAP} xmlns:tt="${SCHEMA}" xmlns:tds="${DEVICE}" xmlns:trt="${MEDIA}"><s:Body>${body}</s:Body></s:Envelope>`;
const fault = (code: string, why: string) =>
  envelope(
    `<s:Fault><s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value>${code}</s:Value></s:Subcode></s:Code><s:Reason><s:Text xml:lang="en">${why}</s:Text></s:Reason></s:Fault>`,
  );
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

function answerTo(
  question: string,
  message: string,
  options: OnvifCameraOptions,
  address: string,
): string | undefined {
  const { maker = "Umbral", model = "Sim-1", profiles = [], snapshot } = options;
  const token = /ProfileToken>([^<]*)</.exec(message)?.[1];
  const wanted = profiles.find((_, index) => `p${index}` === token);
  switch (question) {
    case "GetSystemDateAndTime": {
      const now = new Date();
      return envelope(
        `<tds:GetSystemDateAndTimeResponse><tds:SystemDateAndTime><tt:UTCDateTime><tt:Time><tt:Hour>${now.getUTCHours()}</tt:Hour><tt:Minute>${now.getUTCMinutes()}</tt:Minute><tt:Second>${now.getUTCSeconds()}</tt:Second></tt:Time><tt:Date><tt:Year>${now.getUTCFullYear()}</tt:Year><tt:Month>${now.getUTCMonth() + 1}</tt:Month><tt:Day>${now.getUTCDate()}</tt:Day></tt:Date></tt:UTCDateTime></tds:SystemDateAndTime></tds:GetSystemDateAndTimeResponse>`,
      );
    }
    case "GetDeviceInformation":
      return envelope(
        `<tds:GetDeviceInformationResponse><tds:Manufacturer>${escaped(maker)}</tds:Manufacturer><tds:Model>${escaped(model)}</tds:Model><tds:FirmwareVersion>1</tds:FirmwareVersion></tds:GetDeviceInformationResponse>`,
      );
    case "GetServices":
      return envelope(
        `<tds:GetServicesResponse>${[DEVICE, MEDIA].map((space) => `<tds:Service><tds:Namespace>${space}</tds:Namespace><tds:XAddr>${address}</tds:XAddr></tds:Service>`).join("")}</tds:GetServicesResponse>`,
      );
    case "GetProfiles":
      return envelope(
        `<trt:GetProfilesResponse>${profiles.map((profile, index) => `<trt:Profiles token="p${index}" fixed="true"><tt:Name>${escaped(profile.name)}</tt:Name><tt:VideoEncoderConfiguration token="e${index}"><tt:Encoding>${profile.codec}</tt:Encoding><tt:Resolution><tt:Width>${profile.width}</tt:Width><tt:Height>${profile.height}</tt:Height></tt:Resolution></tt:VideoEncoderConfiguration></trt:Profiles>`).join("")}</trt:GetProfilesResponse>`,
      );
    case "GetStreamUri":
      return wanted && uriAnswer("GetStreamUri", wanted.stream);
    case "GetSnapshotUri":
      return snapshot === undefined ? undefined : uriAnswer("GetSnapshotUri", snapshot);
    default:
      return undefined;
  }
}

const uriAnswer = (question: string, uri: string) =>
  envelope(
    `<trt:${question}Response><trt:MediaUri><tt:Uri>${escaped(uri)}</tt:Uri></trt:MediaUri></trt:${question}Response>`,
  );
