import { z } from "zod";
import { andGuests, endpoint, partiesOf, showingPresence, whoMay, whoMayEither } from "../lib/endpoint.ts";
import { message } from "../lib/message.ts";
import { notPersonal, personal } from "../lib/personal.ts";

export const CallStatus = z.enum(["ENTRANTE", "CONTESTADA", "RECHAZADA", "PERDIDA", "TERMINADA"]);
export type CallStatus = z.infer<typeof CallStatus>;
/** What a party may ask a call to become. */
export const CallDecision = CallStatus.exclude(["ENTRANTE"]);
export type CallDecision = z.infer<typeof CallDecision>;

/** On a device of theirs, or with a key in the automatic phone call. */
export const AnsweredBy = z.enum(["app", "telefono"]);
export type AnsweredBy = z.infer<typeof AnsweredBy>;

/** Ways by which a ringing call goes to its person besides their connected devices. */
export const CallWay = z.enum(["push", "voice", "sms"]);
export type CallWay = z.infer<typeof CallWay>;

/** What the person called says by the keys of their telephone. `opened`: the door did open. */
export const TelephoneWord = z.enum(["coming", "opened"]);
export type TelephoneWord = z.infer<typeof TelephoneWord>;

export { BOTH_GONE_MS, MISSED_DIALOG_MS, PHONE_CALL_AFTER_MS, RING_MS, SMS_AFTER_MS } from "./call-times.ts";

const Caller = z.object({
  id: z.uuid(),
  name: personal("identity", z.string()),
  photo: personal("image", z.string().nullable()),
});

/** What a ringing device shows besides who calls. */
const ringing = {
  apartment: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  building: z.object({ id: z.uuid(), name: z.string() }),
  isFromLobby: z.boolean(),
  /** Somebody of the building calls the lobby; `apartment` is then where they live. */
  isToLobby: z.boolean(),
  /** A visitor whom the home called had not admitted when they rang: shown as 'Visitante sin verificar'. */
  isUnverified: z.boolean(),
  /** A guest who was let come rings from the page of their pass. Absent of everybody else. */
  isByPass: z.literal(true).optional(),
  /** Rung by whoever has the sign of the entrance: a photographed one rings from anywhere. Absent of everybody else. */
  isBySign: z.literal(true).optional(),
  /** When ringing ends by itself. */
  expiresAt: z.iso.datetime(),
};

export const Call = z.object({
  id: z.uuid(),
  /** The person called. */
  userId: z.uuid(),
  /** The same; their name is null for whoever may not know who lives there. */
  callee: z.object({ id: z.uuid(), name: personal("identity", z.string().nullable()) }),
  status: CallStatus,
  caller: Caller,
  ...ringing,
  createdAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
  /** Null until somebody answered. By telephone there is nobody to see or hear. */
  answeredBy: AnsweredBy.nullable(),
  /** Those of which a provider has taken the message, in that order. */
  reached: z.array(CallWay),
  /** What they had to say who rejected it, if they said something. */
  rejectMessage: z.string().nullable(),
  /** Null until a key of the telephone said something. */
  said: TelephoneWord.nullable(),
  endedAt: z.iso.datetime().nullable(),
  /** What the person who asks may do during this call. */
  may: z.object({ openDoor: z.boolean() }),
});
export type Call = z.infer<typeof Call>;

const byCall = z.strictObject({ callId: z.uuid() });

/** When answering: ends the call in which the person stands already. Without it that is refused, ALREADY_IN_CALL. */
const endsRunning = z.boolean().optional();

/**
 * Writes the call down. Nothing rings before the caller's `request`, unless `rings` asks for it in the same
 * breath: then the answer says at how many devices, as the one to `request` does.
 */
export const createCall = endpoint({
  method: "POST",
  path: "/api/call",
  summary: "Begin a call to one person of an apartment, or to the lobby",
  access: showingPresence(whoMayEither("calls.ring-apartment", "calls.ring-lobby")),
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: z.strictObject({
    apartmentUserId: z.uuid(),
    type: z.enum(["VISITANTE"]),
    rings: z.boolean().optional(),
  }),
  reply: z.object({ call: Call, devices: z.number().int().optional() }),
});

/**
 * Rings everybody of a home whom a call rings, with one call for each: who answers first ends the others, and ending one
 * of them ends all. Asked again while it rings, it is the same ringing and rings anew. Refusals: NOBODY_TO_RING (409);
 * CALLS_TOO_OFTEN (429) for who does not call from the lobby.
 */
export const ringHome = endpoint({
  method: "POST",
  path: "/api/apartments/{apartmentId}/calls",
  summary: "Ring everybody of a home at once",
  access: showingPresence(whoMay("calls.ring-apartment", { apartment: "apartmentId" })),
  params: z.strictObject({ apartmentId: z.uuid() }),
  query: z.strictObject({}),
  body: z.strictObject({}),
  reply: z.object({
    /** By the names of those called; `devices` says at how many of theirs it rings. */
    calls: z.array(z.object({ call: Call, devices: z.number().int() })).min(1),
  }),
});

/** Changes the call as the socket's `call_accepted`, `reject_call` and `end` do; the second of both is a repetition. */
export const updateCall = endpoint({
  method: "PUT",
  path: "/api/call/{id}",
  summary: "Answer, reject or end a call",
  access: partiesOf("id"),
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({}),
  body: z.strictObject({
    status: CallDecision,
    /** The socket that answers: every other one of that person hears that it was taken elsewhere. */
    socketId: z.string().max(64).optional(),
    rejectMessage: z.string().trim().max(200).optional(),
    endsRunning,
  }),
  reply: z.object({ call: Call }),
});

export const readCall = endpoint({
  method: "GET",
  path: "/api/call/{callId}",
  summary: "A call, for its two parties",
  access: andGuests(partiesOf("callId")),
  params: byCall,
  query: z.strictObject({}),
  body: z.undefined(),
  reply: z.object({ call: Call }),
});

export const IceServer = z.object({
  urls: z.array(z.string()),
  username: personal("secret", z.string()).optional(),
  credential: personal("secret", z.string()).optional(),
});

export const iceServers = endpoint({
  method: "GET",
  path: "/api/ice-servers",
  summary: "STUN and TURN servers, with credentials made for this person",
  access: andGuests(whoMay("session.own", "somewhere")),
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: z.undefined(),
  reply: z.object({ iceServers: z.array(IceServer) }),
});

const party = partiesOf("callId");
/** What the caller's side sends too: a guest by their pass calls, and is never called. */
const eitherSide = andGuests(party);
const toTheOther = { callId: z.uuid(), to: z.uuid().optional() };
const description = z.strictObject({
  type: z.enum(["offer", "answer", "pranswer", "rollback"]),
  sdp: z.string().max(60_000),
});
const candidate = z
  .strictObject({
    candidate: z.string().max(2000),
    sdpMid: z.string().max(64).nullish(),
    sdpMLineIndex: z.number().int().min(0).max(64).nullish(),
    usernameFragment: notPersonal("a browser's word for one connection", z.string().max(256)).nullish(),
  })
  .nullable();

/** Caller → server: ring every device of the person called. */
export const requestCall = message({
  event: "request",
  summary: "Ring the person called",
  access: eitherSide,
  payload: byCall,
  reply: z.object({ devices: z.number().int() }),
});
export const acceptCall = message({
  event: "call_accepted",
  summary: "Answer on this device",
  access: party,
  payload: z.strictObject({ ...toTheOther, endsRunning }),
  reply: z.object({ call: Call }),
});
export const rejectCall = message({
  event: "reject_call",
  summary: "Reject a ringing call, with a message or without",
  access: party,
  payload: z.strictObject({ ...toTheOther, rejectMessage: z.string().trim().max(200).optional() }),
  reply: z.object({ call: Call }),
});
export const endCall = message({
  event: "end",
  summary: "Cancel a ringing call or hang up",
  access: eitherSide,
  payload: z.strictObject(toTheOther),
  reply: z.object({ call: Call }),
});

/** To the other party as it came. */
const relay = <const Event extends string, Payload extends z.ZodType>(
  event: Event,
  summary: string,
  payload: Payload,
) => message({ event, summary, access: eitherSide, payload, reply: z.object({}) });

const ofSession = z.strictObject({ callId: z.uuid(), description });
export const webrtcOffer = relay("webrtc_offer", "Relay a session description to the other party", ofSession);
export const webrtcAnswer = relay(
  "webrtc_answer",
  "Relay a session description to the other party",
  ofSession,
);
export const webrtcIceCandidate = relay(
  "webrtc_ice_candidate",
  "Relay an ICE candidate to the other party; null ends them",
  z.strictObject({ callId: z.uuid(), candidate }),
);

/** Sent on entering the call screen and after losing the socket: this device stands in the call (again). */
export const restoreCall = message({
  event: "restablecer",
  summary: "Stand in a running call, again after losing the socket",
  access: eitherSide,
  payload: byCall,
  reply: z.object({ call: Call, otherPresent: z.boolean() }),
});

const reached = z.object({ callId: z.uuid(), userId: z.uuid() });

/** Server → browser. */
export const callEvents = {
  request: z.object({ callId: z.uuid(), from: Caller, ...ringing }),
  /** To the caller, once for each way: a device was rung; a provider took the push, the phone call, the SMS. */
  "request:socket:success": reached,
  "push_notification:success": reached,
  "twilio:success": reached,
  "sms:success": reached,
  call_accepted: z.object({
    callId: z.uuid(),
    userId: z.uuid(),
    /** Absent when it was on a device. */
    answeredBy: z.literal("telefono").optional(),
  }),
  /** To the caller: what the person called said by the keys of their telephone. */
  "telephone:key": z.object({ callId: z.uuid(), userId: z.uuid(), said: TelephoneWord }),
  "call_accepted:from_other_session": z.object({
    callId: z.uuid(),
    /** Absent when it was on a device. */
    answeredBy: z.literal("telefono").optional(),
  }),
  reject_call: z.object({ callId: z.uuid(), userId: z.uuid(), rejectMessage: z.string().nullable() }),
  end: z.object({ callId: z.uuid(), status: CallStatus }),
  webrtc_offer: webrtcOffer.payload,
  webrtc_answer: webrtcAnswer.payload,
  webrtc_ice_candidate: webrtcIceCandidate.payload,
  restablecer: byCall,
} as const;
export type IncomingCall = z.infer<(typeof callEvents)["request"]>;
