import type { Server } from "socket.io";
import { tellActive } from "../features/alarms/alarm-news.ts";
import { alarmsMessages } from "../features/alarms/alarms.routes.ts";
import { tellTroubles } from "../features/alarms/door-troubles.ts";
import { tellProgress } from "../features/calls/call-legs.ts";
import { ringDevice } from "../features/calls/call-ringing.ts";
import { callsMessages } from "../features/calls/calls.routes.ts";
import type { CameraRelay } from "../features/cameras/camera-relay.ts";
import { camerasMessages } from "../features/cameras/cameras.routes.ts";
import { cardsMessages } from "../features/cards/cards.routes.ts";
import type { ControllerHub } from "../features/controllers/controller-hub.ts";
import { doorsMessages } from "../features/doors/doors.routes.ts";
import { notificationsMessages } from "../features/notifications/notifications.routes.ts";
import type { Services } from "../platform/context.ts";
import { MessageTable } from "../platform/messages.ts";
import { servePeople } from "../platform/people-sockets.ts";

/** What people's sockets may ask for, and what each is told when it signs in. */
export function servePeoplesSockets(
  io: Server,
  services: Services,
  { hub, relay }: { hub: ControllerHub; relay: CameraRelay },
): MessageTable {
  const messages = new MessageTable(services);
  alarmsMessages(messages, services, hub);
  callsMessages(messages, services);
  camerasMessages(messages, relay);
  cardsMessages(messages, services, hub);
  doorsMessages(messages, services, hub);
  notificationsMessages(messages, services);

  servePeople(io, services, messages, [
    { signedIn: (socket, userId) => ringDevice(services, socket.id, userId) },
    { signedIn: (socket, userId) => tellProgress(services, socket.id, userId) },
    { signedIn: (socket, _userId, actor) => tellActive(services, socket.id, actor) },
    { signedIn: (socket, _userId, actor) => tellTroubles(services, socket.id, actor) },
  ]);
  return messages;
}
