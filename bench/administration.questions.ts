import { LIST_REACH } from "@umbral/contract/lib/pages";
import { USERS_REACH } from "@umbral/contract/users/user-details.contract";

/** Somebody whom the city has, to be looked for. */
interface Known {
  cedula: string;
  name: string;
  email: string;
  tag: string;
}

/** The city that `administration.server.ts` made, as it tells of it. */
export interface City {
  url: string;
  token: string;
  buildings: string[];
  doors: string[];
  known: Known[];
  people: number;
  cards: number;
  openings: number;
  actions: number;
}

/** What a platform administrator asks for while searching and leafing: the address of each turn. */
export interface Question {
  name: string;
  path(turn: number): string;
  /** What is posted, by those that are asked so. */
  body?(turn: number): object;
}

const DAY_MS = 86_400_000;
const origins = ["APP", "CARD", "CALL", "BUTTON"] as const;
const actions = ["auth.signed-in", "users.shown", "cards.created", "members.shown"] as const;

/** Every list of the administration, searched and leafed through, and those of events by each of their filters. */
export function questionsOf(city: City): Question[] {
  const pick = <T>(from: readonly T[], turn: number): T => {
    const found = from[turn % from.length];
    if (found === undefined) {
      throw new Error("nothing to look for");
    }
    return found;
  };
  const known = (turn: number) => pick(city.known, turn);
  const building = (turn: number) => pick(city.buildings, turn);
  const words: ((turn: number) => string)[] = [
    (turn) => known(turn).cedula,
    (turn) => known(turn).cedula.slice(0, 4),
    (turn) => known(turn).name.slice(0, 3),
    (turn) => known(turn).name.slice(0, 1),
    (turn) => known(turn).name,
    (turn) => known(turn).email.slice(0, 9),
    (turn) => known(turn).tag.slice(0, 8),
    (turn) => `a-${1 + (turn % 200)} robles`,
    (turn) => `${known(turn).name.slice(0, 4)} edificio ${1 + (turn % 200)}`,
    () => "1",
    () => "edificio",
    () => "nadie se llama asi",
  ];
  // From a first name that a tenth of the city has to somebody's document.
  const people: ((turn: number) => string)[] = [
    (turn) => known(turn).name.split(" ")[0] ?? "",
    (turn) => known(turn).name,
    (turn) => known(turn).cedula,
    () => "muñoz",
    () => "a",
    () => "nadie se llama asi",
  ];
  const person = (turn: number) => encodeURIComponent(pick(people, turn)(turn));
  const week = (turn: number) => {
    const to = Date.now() - (turn % 300) * DAY_MS;
    return `from=${new Date(to - 7 * DAY_MS).toISOString()}&to=${new Date(to).toISOString()}`;
  };
  const someone = (query: string) => `usersV2/ResidentUserDetails?limit=50&${query}`;
  const opening = (turn: number, query = "") => `events/open-door?limit=40&page=${1 + (turn % 25)}&${query}`;
  const intrusion = (turn: number, query = "") => `events/event-intrusion?page=${1 + (turn % 25)}&${query}`;
  const action = (turn: number, query = "") => `audit?page=${1 + (turn % 25)}&${query}`;
  const pages = Math.ceil(city.people / 50);

  return [
    { name: "users-search", path: (n) => someone(`page=1&search=${encodeURIComponent(pick(words, n)(n))}`) },
    { name: "users-page", path: (n) => someone(`page=${1 + ((n * 37) % pages)}`) },
    {
      name: "users-search-page",
      path: (n) =>
        someone(`page=${1 + (n % (USERS_REACH / 50))}&search=${pick(["edificio", "m", "robles", "10"], n)}`),
    },
    { name: "cards-of-one", path: (n) => `cardsv2?document=${known(n).cedula}` },
    { name: "buildings", path: () => "buildings" },
    {
      name: "buildings-search",
      path: (n) => `buildings?page=1&limit=20&search=${pick(["robles", "10", "edificio", "no hay"], n)}`,
    },
    { name: "building", path: (n) => `buildings/${building(n)}` },
    { name: "towers", path: (n) => `buildings/${building(n)}/towers` },
    {
      name: "apartments-page",
      path: (n) => `buildings/${building(n)}/apartments?page=${1 + (n % 5)}&limit=50`,
    },
    {
      name: "apartments-search",
      path: (n) => `buildings/${building(n)}/apartments?page=1&limit=50&search=a-${n % 30}`,
    },
    { name: "apartments-whole", path: (n) => `buildings/${building(n)}/apartments` },
    { name: "staff", path: (n) => `buildings/${building(n)}/staff` },
    { name: "doors", path: () => "doors", body: (n) => ({ buildingId: building(n) }) },
    { name: "cameras", path: (n) => `buildings/${building(n)}/cameras` },
    { name: "administrators", path: () => "administrators" },
    { name: "openings", path: (n) => opening(n) },
    {
      name: "openings-last-page",
      path: (n) => `events/open-door?limit=40&page=${LIST_REACH / 40 - (n % 5)}`,
    },
    { name: "openings-of-building", path: (n) => opening(n, `buildingId=${building(n)}`) },
    { name: "openings-of-door", path: (n) => opening(n, `doorId=${pick(city.doors, n)}`) },
    { name: "openings-by-origin", path: (n) => opening(n, `origin=${pick(origins, n)}`) },
    {
      name: "openings-of-building-by-origin",
      path: (n) => opening(n, `buildingId=${building(n)}&origin=${pick(origins, n)}`),
    },
    { name: "openings-of-week", path: (n) => opening(n, week(n)) },
    { name: "openings-by-person", path: (n) => `events/open-door?page=1&person=${person(n)}` },
    {
      name: "openings-of-building-by-person",
      path: (n) => `events/open-door?page=1&buildingId=${building(n)}&person=${person(n)}`,
    },
    { name: "intrusions", path: (n) => intrusion(n) },
    { name: "intrusions-of-building", path: (n) => intrusion(n, `buildingId=${building(n)}`) },
    { name: "intrusions-of-door", path: (n) => intrusion(n, `doorId=${pick(city.doors, n)}`) },
    { name: "intrusions-by-kind", path: (n) => intrusion(n, `kind=${pick(["door-held", "motion"], n)}`) },
    { name: "intrusions-of-week", path: (n) => intrusion(n, week(n)) },
    { name: "audit", path: (n) => action(n) },
    { name: "audit-of-building", path: (n) => action(n, `buildingId=${building(n)}`) },
    { name: "audit-by-action", path: (n) => action(n, `action=${pick(actions, n)}`) },
    { name: "audit-of-week", path: (n) => action(n, week(n)) },
    { name: "audit-by-person", path: (n) => `audit?page=1&person=${person(n)}` },
    {
      name: "audit-of-building-by-person",
      path: (n) => `audit?page=1&buildingId=${building(n)}&person=${person(n)}`,
    },
  ];
}
