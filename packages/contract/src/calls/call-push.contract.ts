import { z } from "zod";
import { endpoint, whoHoldsTheProof } from "../lib/endpoint.ts";

/** 'Rechazar' on the notification of a call. Which call it is, the proof says. */
export const rejectCallByPush = endpoint({
  method: "POST",
  path: "/api/push/call/reject",
  summary: "Reject the call of a push, without opening the app",
  access: whoHoldsTheProof("reject-call"),
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: z.undefined(),
  reply: z.object({ ok: z.literal(true) }),
});
