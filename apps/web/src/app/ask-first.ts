import type { listWaitingPlaces } from "@umbral/contract/access-requests/access-requests.contract";
import type { currentUser } from "@umbral/contract/auth/auth.contract";
import type { askSecondFactor } from "@umbral/contract/auth/second-factor.contract";
import type { Endpoint } from "@umbral/contract/lib/endpoint";
import type { Role } from "@umbral/contract/lib/roles";
import type { z } from "zod";
import { type FirstAsked, PEOPLE_PAGE } from "../lib/first-answers.ts";
import { headersFor } from "../lib/headers.ts";
import * as landings from "../lib/landings.ts";
import { mayDecodeVideo } from "../lib/may-decode-video.ts";
import type { Session } from "../lib/session.ts";
import { homeOf, landsByRequests, type Person } from "./landing.ts";

/*
 * What a screen asks first, of those on which people land and those that they open by their address. The page's first script
 * runs it, without schemas and without the table of permissions: a test holds the few roles that stand here to that.
 */

const PERSON = "/api/user/auth/currentUser";
const WAITING = "/api/access-requests/waiting";
/** Begins what the session of an administrator has to show, and changes nothing else. */
const SECOND_FACTOR = "/api/user/second-factor/session";
/** The screen of everybody, which begins with the first page of its list. */
const PEOPLE = "/admin-dashboard/users";

/** Whose '/acceso-visitante' is the lobby's desk: `events.watch`. */
export const deskRoles: readonly Role[] = ["ADMINISTRADOR", "PORTERIA", "CONSERJE"];
/** Who comes to see somebody, and looks for their home there. */
export const guestRoles: readonly Role[] = ["VISITANTE_CONOCIDO", "VISITANTE_DESCONOCIDO"];
/** Who would be refused the cameras: no `cameras.view`. */
export const unseeingRoles: readonly Role[] = ["SERVICIOS", "ACCIONISTA", ...guestRoles];

interface AskingPage {
  /** As the page writes it: the part of some addresses. */
  product: string;
  /** The code lies here already, so that pictures do not come in its way. */
  hasApp: boolean;
}

/** Asks what the screen at an address of the app asks first, while its code is still on the way. */
export function askFirst(address: string, current: Session, page: AskingPage): FirstAsked {
  const { token, user, spaces, kiosk } = current;
  const answers: FirstAsked["answers"] = new Map();
  const ask = (question: string, method: "GET" | "POST" = "GET"): Promise<Response> => {
    const headers = headersFor(token);
    if (method === "POST") {
      headers.set("content-type", "application/json");
    }
    const answer = fetch(question, { method, headers, ...(method === "POST" ? { body: "{}" } : {}) });
    // Whoever takes it hears of it.
    answer.catch(() => undefined);
    answers.set(`${method} ${question}`, answer);
    return answer;
  };

  const [path = "", search] = address.split("?");
  const isRoot = path === landings.root || path === landings.login;
  const place = isRoot ? ((user && homeOf({ user, spaces, kiosk })) ?? landings.root) : path;
  const begin = (person: Person) => {
    const askTheRest = () => {
      for (const question of questionsAt(place, person, page, !isRoot && search !== undefined)) {
        // Where an answer had to be read first, the screen may have asked already.
        if (!answers.has(`GET ${question}`)) {
          void ask(question);
        }
      }
    };
    if (isRoot && landsByRequests(person)) {
      goOnAfter<typeof listWaitingPlaces>(ask(WAITING), ({ places }) => {
        // Who waits for them is where they land, and not here.
        if (!places.some(({ employees, owners }) => employees > 0 || owners)) {
          askTheRest();
        }
      });
    } else if (landings.isOfAdministration(place) && person.user.userType === "USER") {
      // The platform's people showed theirs when they signed in. Whoever has to show it yet is told nothing before.
      if (administeredBy(person).length > 0) {
        goOnAfter<typeof askSecondFactor>(ask(SECOND_FACTOR, "POST"), ({ isShown }) => {
          if (isShown) {
            askTheRest();
          }
        });
      }
    } else {
      askTheRest();
    }
  };
  if (user === null) {
    goOnAfter<typeof currentUser>(ask(PERSON), begin);
  } else {
    // Who stays at the root is not asked for there.
    if (place !== landings.root) {
      void ask(PERSON);
    }
    begin({ user, spaces, kiosk });
  }
  return { token, place, atMs: performance.now(), answers };
}

/** Goes on with what was answered, which is still to be read by whoever takes it; not at all after a refusal. */
function goOnAfter<E extends Endpoint>(
  asked: Promise<Response>,
  goOn: (reply: z.output<E["reply"]>) => void,
): void {
  const read = async () => {
    const answer = await asked;
    if (answer.ok) {
      // The server writes this answer by the schema that types it.
      goOn(await answer.clone().json());
    }
  };
  read().catch(() => undefined);
}

/** The buildings that somebody of a building administers. */
const administeredBy = ({ spaces }: Person): string[] => [
  ...new Set(spaces.flatMap(({ role, building }) => (role.name === "ADMINISTRADOR" ? building.id : []))),
];

/**
 * What a screen asks beside who the person is, by its addresses.
 * @param isNarrowed the address names a part of it, or a choice, which it then asks for itself
 */
function questionsAt(
  place: string,
  person: Person,
  { product, hasApp }: AskingPage,
  isNarrowed: boolean,
): readonly string[] {
  const { user, spaces, kiosk } = person;
  const [first] = spaces;
  const role = first?.role.name;
  const building = `/api/buildings/${(kiosk ?? first)?.building.id}`;
  const isOneOf = (roles: readonly Role[]) => role !== undefined && roles.includes(role);
  const isSeeing = role !== undefined && !unseeingRoles.includes(role);
  const lastShown = `${building}/cameras/last-shown${mayDecodeVideo() ? "?decodes=h264" : ""}`;
  const cameras = isSeeing ? [`${building}/cameras`, ...(hasApp ? [lastShown] : [])] : [];
  const doorsAndCameras = [`${building}/doors`, ...cameras];
  switch (place) {
    case landings.dashboard:
    case landings.dashboardCameras:
      return isSeeing ? doorsAndCameras : [];
    case landings.profile:
      return first !== undefined && !isNarrowed && homeOf(person) === place ? doorsAndCameras : [];
    case landings.accessVisitor:
      if (isOneOf(deskRoles)) {
        // Of the entrance, which comes once the rest is painted, a first visit asks nothing yet: a browser has six lines at most to a
        // server that speaks HTTP/1.1, and the desk's code waits for one.
        return [
          `${building}/apartments`,
          `${building}/lobby-desk`,
          ...(hasApp ? doorsAndCameras : [`${building}/doors`]),
        ];
      }
      return kiosk !== undefined || isOneOf(guestRoles) ? [`${building}/apartments`] : [];
    case landings.visitCode:
      return ["/api/buildings"];
    case landings.adminDashboard: {
      const overview = `/api/${product}/overview`;
      const [only, ...others] = user.userType === "USER" ? administeredBy(person) : [];
      if (isNarrowed) {
        return [];
      }
      return only !== undefined && others.length === 0
        ? [`${overview}?buildingId=${only}`]
        : [overview, `/api/${product}/buildings`];
    }
    case PEOPLE:
      return [`/api/${product}/usersV2/ResidentUserDetails?search=&page=1&limit=${PEOPLE_PAGE}`];
    default:
      return [];
  }
}
