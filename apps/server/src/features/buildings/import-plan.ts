import type { ImportedRow } from "@umbral/contract/buildings/import.contract";
import type { CardType } from "@umbral/contract/cards/cards.contract";
import { dayWords, wallTimeOf } from "@umbral/contract/lib/date-words";
import type { Role } from "@umbral/contract/lib/roles";
import { roleNames } from "@umbral/contract/users/role-words";
import type { Services } from "../../platform/context.ts";
import type { Turns } from "../../platform/turns.ts";
import { type Holder, isReachable, sharesAddress } from "../accounts/index.ts";
import { disagreementsOf } from "./import-disagreements.ts";
import type { WantedPerson, WantedPlace, WantedRow } from "./import-rows.ts";

/** What is there already of all that the rows name. */
export interface Present {
  /** By which ways messages leave from here. */
  ways: Services["ways"];
  /** Of the building, such as '2026-11-20'. */
  today: string;
  towers: readonly { id: string; name: string }[];
  floors: readonly { id: string; towerId: string; name: string }[];
  apartments: readonly { id: string; towerId: string; floorId: string; name: string; active: boolean }[];
  users: readonly {
    id: string;
    cedula: string;
    name: string;
    email: string;
    phone: string;
    isAdministrator: boolean;
    active: boolean;
  }[];
  /** Roles of the building that wait to be accepted. */
  invitations: readonly PresentInvitation[];
  /** Cards that are given with one of them, or with one of another building. */
  promised: readonly { tag: string; cedula: string; invitationId: string; isOver: boolean }[];
  /** Who has these addresses, whoever they are. */
  emails: readonly { userId: string; email: string }[];
  spaces: readonly { userId: string; apartmentId: string | null; role: Role }[];
  cards: readonly { tag: string; cedula: string }[];
}

export interface PresentInvitation {
  id: string;
  cedula: string;
  name: string;
  email: string;
  phone: string;
  apartmentId: string | null;
  role: Role;
  /** The last day, by the building's own clock. */
  until: string | null;
  isOver: boolean;
}

/** Somebody who is to be invited, with what the row before gave them in the same place and role. */
export interface PlannedInvitation extends Omit<WantedPerson, "isDocumentTypeSaid"> {
  row: number;
  id: string;
  apartmentId: string | null;
  apartmentName: string | null;
  /** The last day is told as `until`. */
  endsAt: null;
  cards: { tag: string; type: CardType }[];
  /** The account with this cédula, when it has none of the typed addresses. */
  conflictsWith: Holder | null;
}

/** What has to be written, and what is told of each row. People and what is theirs come by `row`, the first first. */
export interface Plan {
  rows: ImportedRow[];
  towers: { id: string; name: string }[];
  floors: { id: string; towerId: string; name: string }[];
  apartments: { id: string; towerId: string; floorId: string; name: string }[];
  /** No role begins by an import: each is accepted at the address that the file names (decisions §5). */
  invitations: PlannedInvitation[];
  /** For people who have their role already. */
  cards: { row: number; id: string; userId: string; tag: string; type: CardType }[];
  /** More cards for invitations that wait and are otherwise as they were. */
  promised: { row: number; invitationId: string; tag: string; type: CardType }[];
}

const low = (text: string): string => text.toLowerCase();

/** Decides what each row does to what is there and to what the rows before it did. Writes nothing. */
export function planOf(
  wanted: readonly WantedRow[],
  present: Present,
  newId: () => string,
  turns: Turns,
): Promise<Plan> {
  return new Planner(present, newId).plan(wanted, turns);
}

class Planner {
  readonly #newId: () => string;
  readonly #today: string;
  readonly #here: Pick<Services, "ways">;
  readonly #towers: Map<string, string>;
  readonly #floors: Map<string, string>;
  readonly #apartments: Map<string, { id: string; floorId: string; active: boolean }>;
  readonly #users: Map<string, Present["users"][number]>;
  readonly #emails: Map<string, string>;
  readonly #spaces: Set<string>;
  readonly #waiting: Map<string, PresentInvitation>;
  readonly #planned = new Map<string, PlannedInvitation>();
  /** Tag → the cédula of whoever has it, or is to have it. */
  readonly #cards: Map<string, string>;
  /** Tag → the invitation that promises it and ran out: as by hand, it is nobody's until that one is sent again. */
  readonly #overdue: Map<string, string>;
  readonly #plan: Plan = {
    rows: [],
    towers: [],
    floors: [],
    apartments: [],
    invitations: [],
    cards: [],
    promised: [],
  };

  constructor(present: Present, newId: () => string) {
    this.#newId = newId;
    this.#today = present.today;
    this.#here = { ways: present.ways };
    this.#towers = new Map(present.towers.map(({ id, name }) => [low(name), id]));
    this.#floors = new Map(present.floors.map(({ id, towerId, name }) => [`${towerId} ${low(name)}`, id]));
    this.#apartments = new Map(
      present.apartments.map(({ towerId, name, ...apartment }) => [`${towerId} ${low(name)}`, apartment]),
    );
    this.#users = new Map(present.users.map((user) => [user.cedula, user]));
    this.#emails = new Map(present.emails.map(({ userId, email }) => [low(email), userId]));
    this.#spaces = new Set(
      present.spaces.map(({ userId, apartmentId, role }) => `${userId} ${apartmentId ?? ""} ${role}`),
    );
    this.#waiting = new Map(present.invitations.map((one) => [keyOf(one), one]));
    this.#cards = new Map([
      ...present.promised.flatMap(({ tag, cedula, isOver }) => (isOver ? [] : [[tag, cedula] as const])),
      ...present.cards.map(({ tag, cedula }) => [tag, cedula] as const),
    ]);
    this.#overdue = new Map(
      present.promised.flatMap(({ tag, invitationId, isOver }) => (isOver ? [[tag, invitationId]] : [])),
    );
  }

  async plan(given: readonly WantedRow[], turns: Turns): Promise<Plan> {
    const disagreements = disagreementsOf(given);
    const saidOf = personSaidBy(given);
    for (const { person, ...rest } of given) {
      const row = { ...rest, person: person && { ...person, ...saidOf(person.cedula) } };
      const faults = [...row.faults, ...(disagreements.get(row.row) ?? []), ...this.#faultsOf(row)];
      this.#plan.rows.push(
        faults.length > 0 ? { row: row.row, outcome: "error", words: faults } : this.#take(row),
      );
      if (turns.isOver()) {
        await turns.give();
      }
    }
    return this.#plan;
  }

  /** What is wrong with a row beside what is there. */
  #faultsOf({ place, person, card, faults }: WantedRow): string[] {
    if (faults.length > 0) {
      return [];
    }
    const found: string[] = [];
    const towerId = place && this.#towers.get(low(place.tower));
    const home = towerId && this.#apartments.get(`${towerId} ${low(place.apartment)}`);
    if (home && home.floorId !== this.#floors.get(`${towerId} ${low(place.floor)}`)) {
      found.push(`El apartamento ${place.apartment} ya está en otro piso de la torre ${place.tower}.`);
    }
    if (person) {
      if (person.until !== null && person.until < this.#today) {
        found.push("El último día ya pasó.");
      }
      const user = this.#users.get(person.cedula);
      if (user?.isAdministrator) {
        found.push("Esa cédula es de un administrador de la plataforma.");
      }
      // Who was deactivated could not accept.
      if (user?.active === false) {
        found.push("Esa persona está desactivada.");
      }
      if (!user && person.name === "") {
        found.push("Falta el nombre.");
      }
      const holder = person.email === "" ? undefined : this.#emails.get(person.email);
      if (holder !== undefined && holder !== user?.id) {
        found.push("Ese correo es de otra persona.");
      }
      const owner = card ? this.#cards.get(card.tag) : undefined;
      if (owner !== undefined && owner !== person.cedula) {
        found.push("Esa tarjeta es de otra persona.");
      }
    }
    return found;
  }

  #take({ row, place, person, card }: WantedRow): ImportedRow {
    const words: string[] = [];
    const apartmentId = place && this.#place(place, words);
    const isNewPlace = words.length > 0;
    let isNewPerson = false;
    if (person) {
      const user = this.#users.get(person.cedula);
      const hasRole =
        user !== undefined && this.#spaces.has(`${user.id} ${apartmentId ?? ""} ${person.role}`);
      const invitation = hasRole ? null : this.#invite(row, person, { apartmentId, place, user }, words);
      isNewPerson =
        user === undefined && invitation !== null && "row" in invitation && invitation.row === row;
      if (card && !this.#cards.has(card.tag)) {
        this.#cards.set(card.tag, person.cedula);
        // Sent again, an invitation keeps what it promised.
        if (invitation === null || this.#overdue.get(card.tag) !== invitation.id) {
          this.#giveCard(row, card, { user, invitation });
          words.push(hasRole ? "Da la tarjeta." : "La tarjeta empieza con el acceso.");
        }
      }
    }
    const outcome = words.length === 0 ? "same" : isNewPerson || isNewPlace ? "create" : "update";
    return { row, outcome, words: words.length === 0 ? ["Sin cambios."] : words };
  }

  /** The apartment, with its tower and floor, made where they are not. */
  #place({ tower, floor, apartment }: WantedPlace, words: string[]): string {
    let towerId = this.#towers.get(low(tower));
    if (towerId === undefined) {
      towerId = this.#newId();
      this.#towers.set(low(tower), towerId);
      this.#plan.towers.push({ id: towerId, name: tower });
      words.push(`Crea la torre ${tower}.`);
    }
    let floorId = this.#floors.get(`${towerId} ${low(floor)}`);
    if (floorId === undefined) {
      floorId = this.#newId();
      this.#floors.set(`${towerId} ${low(floor)}`, floorId);
      this.#plan.floors.push({ id: floorId, towerId, name: floor });
      words.push(`Crea el piso ${floor}.`);
    }
    const key = `${towerId} ${low(apartment)}`;
    const there = this.#apartments.get(key);
    if (there) {
      return there.id;
    }
    const id = this.#newId();
    this.#apartments.set(key, { id, floorId, active: false });
    this.#plan.apartments.push({ id, towerId, floorId, name: apartment });
    words.push(`Crea el apartamento ${apartment}.`);
    return id;
  }

  /** The invitation to this role here: planned before, waiting as it is, or a new one in its place. */
  #invite(
    row: number,
    person: WantedPerson,
    {
      apartmentId,
      place,
      user,
    }: { apartmentId: string | null; place: WantedPlace | null; user: Holder | undefined },
    words: string[],
  ): PlannedInvitation | PresentInvitation {
    const { isDocumentTypeSaid: _said, ...said } = person;
    const key = keyOf({ ...person, apartmentId });
    const planned = this.#planned.get(key);
    const waiting = this.#waiting.get(key);
    if (planned) {
      return planned;
    }
    if (waiting && !waiting.isOver && isAsBefore(waiting, person)) {
      return waiting;
    }
    // A row that names no address does not take those away that it is to be sent to.
    const { email, phone } = waiting && person.email === "" && person.phone === "" ? waiting : person;
    const conflictsWith = user && !sharesAddress(user, { email, phone }) ? user : null;
    const invitation: PlannedInvitation = {
      ...said,
      email,
      phone,
      row,
      // Kept with the cards that it promises already.
      id: waiting?.id ?? this.#newId(),
      name: person.name === "" ? (waiting?.name ?? user?.name ?? "") : person.name,
      apartmentId,
      apartmentName: place?.apartment ?? null,
      endsAt: null,
      cards: [],
      conflictsWith,
    };
    this.#planned.set(key, invitation);
    this.#plan.invitations.push(invitation);
    words.push(...wordsOf(invitation, isReachable(this.#here, invitation), waiting !== undefined));
    return invitation;
  }

  #giveCard(
    row: number,
    card: { tag: string; type: CardType },
    {
      user,
      invitation,
    }: { user: Holder | undefined; invitation: PlannedInvitation | PresentInvitation | null },
  ): void {
    if (invitation !== null && "cards" in invitation) {
      invitation.cards.push(card);
    } else if (invitation !== null) {
      this.#plan.promised.push({ row, invitationId: invitation.id, ...card });
    } else if (user) {
      this.#plan.cards.push({ row, id: this.#newId(), userId: user.id, ...card });
    }
  }
}

type Said = Pick<WantedPerson, "name" | "email" | "phone" | "documentType">;

/** What the rows of a file say of one person together: an empty cell of one says what another does. */
function personSaidBy(rows: readonly WantedRow[]): (cedula: string) => Said | undefined {
  const said = new Map<string, Said>();
  for (const { person } of rows) {
    if (person) {
      const before = said.get(person.cedula);
      said.set(person.cedula, {
        name: before?.name || person.name,
        email: before?.email || person.email,
        phone: before?.phone || person.phone,
        documentType:
          before === undefined || person.isDocumentTypeSaid ? person.documentType : before.documentType,
      });
    }
  }
  return (cedula) => said.get(cedula);
}

const keyOf = ({
  cedula,
  apartmentId,
  role,
}: {
  cedula: string;
  apartmentId: string | null;
  role: Role;
}): string => `${cedula} ${apartmentId ?? ""} ${role}`;

/** Says the row nothing else than what waits? An empty cell changes nothing. */
const isAsBefore = (waiting: PresentInvitation, person: WantedPerson): boolean =>
  (person.email === "" || person.email === low(waiting.email)) &&
  (person.phone === "" || person.phone === waiting.phone) &&
  (person.name === "" || person.name === waiting.name) &&
  person.until === waiting.until;

function wordsOf(invitation: PlannedInvitation, isReached: boolean, isAgain: boolean): string[] {
  const { name, role, until, conflictsWith } = invitation;
  const as = `como ${roleNames[role].toLowerCase()}${until === null ? "" : `, hasta el ${dayWords(wallTimeOf(`${until}T12:00:00Z`, "UTC"))}`}`;
  return [
    `${isAgain ? "Invita otra vez" : "Invita"} a ${name} ${as}.`,
    ...(isReached ? [] : ["Falta un correo o un celular al que enviarle la invitación: quedará sin enviar."]),
    ...(conflictsWith === null
      ? []
      : [
          "Esa cédula ya tiene una cuenta con otro correo o celular: no podrá aceptar hasta que uses los de su cuenta o se recupere la cédula.",
        ]),
  ];
}
