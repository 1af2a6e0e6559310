import { randomUUID } from "node:crypto";
import { createSocket } from "node:dgram";
import type { FoundCamera } from "@umbral/contract/cameras/camera-search";
import { parseSOAPString } from "onvif/lib/utils.js";
import { camerasIn } from "./found-camera.ts";

/** An answer is one to three thousand bytes; a device with a long list of scopes has more. */
const LARGEST_ANSWER_BYTES = 16_000;
/** In one search: whoever floods is not listened to any more. */
const MOST_ANSWERS = 512;
/** A question that got lost is asked again: there is no other way to know with UDP. */
const ASKED_AGAIN_MS = 700;

const question = () => `<?xml version="1.0" encoding="UTF-8"?>
<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing" xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery" xmlns:dn="http://www.onvif.org/ver10/network/wsdl"><s:Header><a:Action>http://schemas.xmlsoap.org/ws/2005/04/discovery/Probe</a:Action><a:MessageID>urn:uuid:${randomUUID()}</a:MessageID><a:To>urn:schemas-xmlsoap-org:ws:2005:04:discovery</a:To></s:Header><s:Body><d:Probe><d:Types>dn:NetworkVideoTransmitter</d:Types></d:Probe></s:Body></s:Envelope>`;

interface Asking {
  /** Which of the machine's own addresses asks; any of them when it is left out. */
  from?: string;
  /** A group of cameras, or one camera. */
  to: string;
  port: number;
  /** Answers of others are not listened to. */
  accepts: (address: string) => boolean;
  found: (camera: FoundCamera) => void;
}

/**
 * Asks by WS-Discovery who is a camera, and hands on who answers until it is told to end. The package's own search asks
 * one network's group alone, keeps whatever answers, and dies of an answer without an address.
 */
export function probe({ from, to, port, accepts, found }: Asking): { end(): void } {
  const socket = createSocket("udp4");
  let answers = 0;
  let again: NodeJS.Timeout | undefined;
  const end = () => {
    clearTimeout(again);
    socket.removeAllListeners("message").close();
  };
  const ask = () => socket.send(question(), port, to, () => undefined);
  // A network that went away while it was asked has no cameras.
  socket.on("error", () => undefined);
  socket.on("message", (message, { address }) => {
    answers += 1;
    if (answers > MOST_ANSWERS) {
      socket.removeAllListeners("message");
      return;
    }
    if (message.length <= LARGEST_ANSWER_BYTES && accepts(address)) {
      for (const camera of camerasIn(bodyOf(message.toString()), address)) {
        found(camera);
      }
    }
  });
  socket.bind(0, from, () => {
    if (from !== undefined) {
      socket.setMulticastInterface(from);
    }
    ask();
    again = setTimeout(ask, ASKED_AGAIN_MS);
  });
  return { end };
}

/** The body of a message, undefined for what is none. It is read at once: the package's reader waits for nothing. */
function bodyOf(xml: string): unknown {
  let read: unknown;
  parseSOAPString(xml, (error, body) => {
    read = error ? undefined : body;
  });
  return read;
}
