import type { SignedIn } from "@umbral/contract/auth/auth.contract";
import { headersFor } from "./headers.ts";
import { paths } from "./paths.ts";

/** What a page asked before its own code had come. */
interface FirstAsked {
  token: string;
  /** By their addresses. */
  answers: Map<string, Promise<Response>>;
}

declare global {
  /** Handed from the page's first script to its code, which are two files. */
  var firstAsked: FirstAsked | undefined;
}

const PERSON = "/api/user/auth/currentUser";
/** Screens that begin with the doors and cameras of the person's building, and are for whoever may see them. */
const OF_BUILDING: readonly string[] = [paths.dashboard, paths.dashboardCameras];
/** Whoever took longer than this to come asks for themselves. What is younger is read again when the line stands. */
const GOOD_FOR_MS = 30_000;

/**
 * Asks what the screen at `path` will ask first, while its code is still on the way.
 * @param buildingId of the person's first place, where this browser knows it
 */
export function askFirst(path: string, token: string, buildingId: string | null): FirstAsked {
  const answers = new Map<string, Promise<Response>>();
  const ask = (address: string): Promise<Response> => {
    const answer = fetch(address, { headers: headersFor(token) });
    // Whoever takes it hears of it.
    answer.catch(() => undefined);
    answers.set(address, answer);
    return answer;
  };
  const askAboutBuilding = (id: string) => {
    void ask(`/api/buildings/${encodeURIComponent(id)}/doors`);
    void ask(`/api/buildings/${encodeURIComponent(id)}/cameras`);
  };
  const person = ask(PERSON);
  if (OF_BUILDING.includes(path)) {
    if (buildingId === null) {
      buildingOf(person).then(askAboutBuilding, () => undefined);
    } else {
      askAboutBuilding(buildingId);
    }
  }
  return { token, answers };
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

/** The answer to what the page asked before this code was there, once. */
export function firstAnswer(address: string, token: string | undefined): Promise<Response> | undefined {
  const asked = globalThis.firstAsked;
  if (asked === undefined || asked.token !== token || performance.now() > GOOD_FOR_MS) {
    return undefined;
  }
  const answer = asked.answers.get(address);
  asked.answers.delete(address);
  return answer;
}
