import {
  blockCaller,
  listBlockedCallers,
  unblockCaller,
} from "@umbral/contract/calls/blocked-callers.contract";
import { callHistory, lastVisitor } from "@umbral/contract/calls/call-history.contract";
import { rejectCallByPush } from "@umbral/contract/calls/call-push.contract";
import {
  acceptCall,
  createCall as createCallEndpoint,
  endCall,
  iceServers,
  readCall,
  rejectCall,
  requestCall,
  restoreCall,
  ringHome as ringHomeEndpoint,
  updateCall,
  webrtcAnswer,
  webrtcIceCandidate,
  webrtcOffer,
} from "@umbral/contract/calls/calls.contract";
import { createVisitor, listVisitors } from "@umbral/contract/calls/door-panel.contract";
import { lobbyUser } from "@umbral/contract/calls/lobby.contract";
import { keepAtHand, keepNoLonger, readLobbyDesk } from "@umbral/contract/calls/lobby-desk.contract";
import { telephoneKeyPressed, telephonePickedUp } from "@umbral/contract/calls/telephone.contract";
import { ringBySign, stopRingingBySign } from "@umbral/contract/entrance-sign/sign-page.contract";
import { ringByPass } from "@umbral/contract/passes/guest-page.contract";
import type { FastifyInstance } from "fastify";
import { callingAs } from "../../platform/actor.ts";
import type { Services } from "../../platform/context.ts";
import type { MessageTable } from "../../platform/messages.ts";
import { guestRoute, proofRoute, providerRoute, route, signRoute } from "../../platform/route.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { blockCallerAt, listBlockedOf, unblockCallerAt } from "./blocked-callers.ts";
import { createCall, ringHome } from "./call-creation.ts";
import { listPastCalls, readLastVisitor, showCall } from "./call-history.ts";
import { moveCall, rejectCallOf } from "./call-moves.ts";
import { ringCallee } from "./call-ringing.ts";
import { candidatesGoTo, otherSideOf, standInCall } from "./call-standing.ts";
import { findLobbyUser } from "./call-target.ts";
import { pickUpTelephone, pressTelephoneKey } from "./call-telephone.ts";
import { createVisitorAt, listVisitorsOf } from "./door-panel.ts";
import { ringHost } from "./guest-calls.ts";
import { iceServersFor } from "./ice-servers.ts";
import { addFavourite, readDeskOf, removeFavourite } from "./lobby-desk.ts";
import { leaveSign, ringAtSign } from "./sign-calls.ts";

export function callsRoutes(app: FastifyInstance, hub: ControllerHub): void {
  const { services } = app;
  route(app, createCallEndpoint, ({ actor, body }) => createCall(services, callingAs(actor), body));
  route(app, ringHomeEndpoint, ({ actor, params }) =>
    ringHome(services, callingAs(actor), params.apartmentId),
  );
  guestRoute(app, ringByPass, ({ actor, guest }) => ringHost(services, actor, guest));
  signRoute(app, ringBySign, ({ actor, visitor, body, request }) =>
    ringAtSign(services, actor, visitor, { ...body, address: request.ip }),
  );
  signRoute(app, stopRingingBySign, ({ actor }) => leaveSign(services, actor));
  route(app, readCall, ({ actor, params }) => showCall(services, callingAs(actor), params.callId));
  route(app, updateCall, ({ actor, params, body: { status, socketId, ...more } }) =>
    moveCall(services, callingAs(actor), {
      callId: params.id,
      to: status,
      claimedSocketId: socketId,
      ...more,
    }),
  );
  proofRoute(app, rejectCallByPush, async ({ actor, proven }) => {
    await rejectCallOf(services, actor, proven.subjectId);
    return { ok: true as const };
  });
  route(app, iceServers, async ({ actor }) => ({ iceServers: iceServersFor(services, actor.id) }));
  route(app, lobbyUser, ({ actor, params }) => findLobbyUser(services, actor, params.id));
  route(app, listVisitors, ({ actor, params, query }) =>
    listVisitorsOf(services, actor, params.apartmentId, query),
  );
  route(app, createVisitor, ({ actor, params, body }) =>
    createVisitorAt(services, actor, params.apartmentId, body),
  );
  route(app, callHistory, ({ actor, params, query }) =>
    listPastCalls(services, actor, params.apartmentId, query),
  );
  route(app, lastVisitor, ({ actor, params }) => readLastVisitor(services, actor, params.apartmentId));
  route(app, readLobbyDesk, ({ params }) => readDeskOf(services, params.buildingId));
  route(app, keepAtHand, ({ actor, params }) => addFavourite(services, actor, params));
  route(app, keepNoLonger, ({ actor, params }) => removeFavourite(services, actor, params));
  route(app, listBlockedCallers, ({ actor, params }) => listBlockedOf(services, actor, params.apartmentId));
  route(app, blockCaller, ({ actor, params }) => blockCallerAt(services, actor, params));
  route(app, unblockCaller, ({ actor, params }) => unblockCallerAt(services, actor, params));
  providerRoute(app, telephonePickedUp, ({ params }) => pickUpTelephone(services, params.callId));
  providerRoute(app, telephoneKeyPressed, ({ params, body, request }) =>
    pressTelephoneKey(services, hub, params.callId, { key: body.Digits ?? "", pressedAt: request.cameAt }),
  );
}

/** All in order: a candidate must not overtake its description, nor a hang-up its answer. */
export function callsMessages(table: MessageTable, services: Services): void {
  table.onInOrder(requestCall, ({ actor, payload }) =>
    ringCallee(services, callingAs(actor), payload.callId),
  );
  table.onInOrder(acceptCall, ({ actor, socket, payload: { callId, endsRunning } }) =>
    moveCall(services, callingAs(actor), { callId, to: "CONTESTADA", socketId: socket.id, endsRunning }),
  );
  table.onInOrder(rejectCall, ({ actor, socket, payload: { callId, rejectMessage } }) =>
    moveCall(services, callingAs(actor), { callId, to: "RECHAZADA", socketId: socket.id, rejectMessage }),
  );
  table.onInOrder(endCall, ({ actor, socket, payload: { callId } }) =>
    moveCall(services, callingAs(actor), { callId, to: "TERMINADA", socketId: socket.id }),
  );
  table.onInOrder(restoreCall, ({ actor, socket, payload, letNextOn }) =>
    standInCall(services, callingAs(actor), socket, payload.callId, letNextOn),
  );
  for (const message of [webrtcOffer, webrtcAnswer] as const) {
    table.onInOrder(message, async ({ actor, socket, payload }) => {
      services.live.tell(
        await otherSideOf(services, callingAs(actor), socket, payload.callId),
        message.event,
        payload,
      );
      return {};
    });
  }
  table.onInOrder(webrtcIceCandidate, async ({ actor, socket, payload }) => {
    const there = await candidatesGoTo(services, callingAs(actor), socket, payload.callId);
    services.live.tell(there, webrtcIceCandidate.event, payload);
    return {};
  });
}
