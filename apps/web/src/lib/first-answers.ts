import type { SignedIn } from "@umbral/contract/auth/auth.contract";
import type { askSecondFactor } from "@umbral/contract/auth/second-factor.contract";
import type { z } from "zod";
import { headersFor } from "./headers.ts";
import { mayDecodeVideo } from "./may-decode-video.ts";
import { isOfAdministration, paths } from "./paths.ts";

/** What a page asked before its own code had come. */
interface FirstAsked {
  token: string;
  /** By their methods and addresses. */
  answers: Map<string, Promise<Response>>;
}

declare global {
  /** Handed from the page's first script to its code, which are two files. */
  var firstAsked: FirstAsked | undefined;
}

const PERSON = "/api/user/auth/currentUser";
/** Begins what the session of an administrator has to show, and changes nothing else. */
const SECOND_FACTOR = "/api/user/second-factor/session";
/** The screen of everybody, which begins with the first page of its list. */
const PEOPLE = "/admin-dashboard/users";
/** People on a page: what a screen shows after two or three turns of the wheel. */
export const PEOPLE_PAGE = 50;
/** Screens that begin with the doors and cameras of the person's building, and are for whoever may see them. */
const OF_BUILDING: readonly string[] = [paths.dashboard, paths.dashboardCameras];
/** Whoever took longer than this to come asks for themselves. What is younger is read again when the line stands. */
const GOOD_FOR_MS = 30_000;

/** What this browser knows of whoever is signed in: null where it does not. */
export interface KnownPerson {
  token: string;
  /** Of the first of their places. */
  buildingId: string | null;
  userType: string | null;
  /** As the page writes it: the part of some addresses. */
  product: string;
  /** The code lies here already, so that pictures do not come in its way. */
  hasApp: boolean;
}

/** Asks what the screen at `path` will ask first, while its code is still on the way. */
export function askFirst(
  path: string,
  { token, buildingId, userType, product, hasApp }: KnownPerson,
): FirstAsked {
  const answers = new Map<string, Promise<Response>>();
  const ask = (address: string, method: "GET" | "POST" = "GET"): Promise<Response> => {
    const headers = headersFor(token);
    if (method === "POST") {
      headers.set("content-type", "application/json");
    }
    const answer = fetch(address, { method, headers, ...(method === "POST" ? { body: "{}" } : {}) });
    // Whoever takes it hears of it.
    answer.catch(() => undefined);
    answers.set(`${method} ${address}`, answer);
    return answer;
  };
  const askAboutBuilding = (id: string) => {
    void ask(`/api/buildings/${encodeURIComponent(id)}/doors`);
    void ask(`/api/buildings/${encodeURIComponent(id)}/cameras`);
    if (hasApp) {
      const decodes = mayDecodeVideo() ? "?decodes=h264" : "";
      void ask(`/api/buildings/${encodeURIComponent(id)}/cameras/last-shown${decodes}`);
    }
  };
  const person = ask(PERSON);
  if (isOfAdministration(path)) {
    const askForList = () => {
      if (path === PEOPLE) {
        void ask(`/api/${product}/usersV2/ResidentUserDetails?search=&page=1&limit=${PEOPLE_PAGE}`);
      }
    };
    // The platform's people showed theirs when they signed in. Whoever has to show it yet is told nothing before.
    if (userType === "USER") {
      isShownIn(ask(SECOND_FACTOR, "POST")).then(
        (isShown) => isShown && askForList(),
        () => undefined,
      );
    } else {
      askForList();
    }
  }
  if (OF_BUILDING.includes(path)) {
    if (buildingId === null) {
      buildingOf(person).then(askAboutBuilding, () => undefined);
    } else {
      askAboutBuilding(buildingId);
    }
  }
  return { token, answers };
}

async function isShownIn(asked: Promise<Response>): Promise<boolean> {
  // The server writes this answer by the schema that types it; a refusal says nothing of it.
  const { isShown }: Partial<z.output<(typeof askSecondFactor)["reply"]>> = await (await asked)
    .clone()
    .json();
  return isShown === true;
}

/** The building of the first of a person's places. Throws when there is none. */
async function buildingOf(person: Promise<Response>): Promise<string> {
  // The server writes this answer by the schema that types it.
  const { spaces }: Pick<SignedIn, "spaces"> = await (await person).clone().json();
  const [first] = spaces;
  if (first === undefined) {
    throw new Error("no place");
  }
  return first.building.id;
}

/** Is there an answer to this that nobody took yet, or one on its way? */
export const wasAskedFirst = (method: string, address: string): boolean =>
  globalThis.firstAsked?.answers.has(`${method} ${address}`) ?? false;

/** The answer to what the page asked before this code was there, once. */
export function firstAnswer(
  method: string,
  address: string,
  token: string | undefined,
): Promise<Response> | undefined {
  const asked = globalThis.firstAsked;
  if (asked === undefined || asked.token !== token || performance.now() > GOOD_FOR_MS) {
    return undefined;
  }
  const question = `${method} ${address}`;
  const answer = asked.answers.get(question);
  asked.answers.delete(question);
  return answer;
}
