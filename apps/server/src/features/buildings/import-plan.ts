import type { ImportedRow } from "@umbral/contract/buildings/import.contract";
import type { CardType } from "@umbral/contract/cards/cards.contract";
import type { Role } from "@umbral/contract/lib/roles";
import { roleNames } from "@umbral/contract/users/role-words";
import type { Turns } from "../../platform/turns.ts";
import type { WantedPerson, WantedPlace, WantedRow } from "./import-rows.ts";

/** What is there already of all that the rows name. */
export interface Present {
  /** Of the building, such as '2026-11-20'. */
  today: string;
  towers: readonly { id: string; name: string }[];
  floors: readonly { id: string; towerId: string; name: string }[];
  apartments: readonly { id: string; towerId: string; floorId: string; name: string; active: boolean }[];
  users: readonly {
    id: string;
    cedula: string;
    email: string;
    phone: string;
    isAdministrator: boolean;
    active: boolean;
  }[];
  /** Who has these addresses, whoever they are. */
  emails: readonly { userId: string; email: string }[];
  spaces: readonly { userId: string; apartmentId: string | null; role: Role }[];
  cards: readonly { tag: string; userId: string }[];
}

/** What has to be written, and what is told of each row. People and what is theirs come by `row`, the first first. */
export interface Plan {
  rows: ImportedRow[];
  towers: { id: string; name: string }[];
  floors: { id: string; towerId: string; name: string }[];
  apartments: { id: string; towerId: string; floorId: string; name: string }[];
  /** Apartments that somebody leads or owns now. */
  activated: Set<string>;
  users: (Omit<WantedPerson, "role" | "until"> & { id: string; row: number })[];
  /** Known people whose missing telephone or address is filled in. */
  filled: Map<string, { row: number; phone?: string; email?: string }>;
  spaces: {
    row: number;
    id: string;
    userId: string;
    apartmentId: string | null;
    role: Role;
    until: string | null;
  }[];
  cards: { row: number; id: string; userId: string; tag: string; type: CardType }[];
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
  readonly #towers: Map<string, string>;
  readonly #floors: Map<string, string>;
  readonly #apartments: Map<string, { id: string; floorId: string; active: boolean }>;
  readonly #users: Map<
    string,
    { id: string; email: string; phone: string; isAdministrator: boolean; active: boolean }
  >;
  readonly #emails: Map<string, string>;
  readonly #spaces: Set<string>;
  readonly #cards: Map<string, string>;
  readonly #plan: Plan = {
    rows: [],
    towers: [],
    floors: [],
    apartments: [],
    activated: new Set(),
    users: [],
    filled: new Map(),
    spaces: [],
    cards: [],
  };

  constructor(present: Present, newId: () => string) {
    this.#newId = newId;
    this.#today = present.today;
    this.#towers = new Map(present.towers.map(({ id, name }) => [low(name), id]));
    this.#floors = new Map(present.floors.map(({ id, towerId, name }) => [`${towerId} ${low(name)}`, id]));
    this.#apartments = new Map(
      present.apartments.map(({ towerId, name, ...apartment }) => [`${towerId} ${low(name)}`, apartment]),
    );
    this.#users = new Map(present.users.map(({ cedula, ...user }) => [cedula, user]));
    this.#emails = new Map(present.emails.map(({ userId, email }) => [low(email), userId]));
    this.#spaces = new Set(
      present.spaces.map(({ userId, apartmentId, role }) => `${userId} ${apartmentId ?? ""} ${role}`),
    );
    this.#cards = new Map(present.cards.map(({ tag, userId }) => [tag, userId]));
  }

  async plan(wanted: readonly WantedRow[], turns: Turns): Promise<Plan> {
    for (const row of wanted) {
      const faults = [...row.faults, ...this.#faultsOf(row)];
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
      // Who was deactivated works for nobody, as where staff is made by hand.
      if (place === null && user?.active === false) {
        found.push("Esa persona está desactivada.");
      }
      if (!user && person.name === "") {
        found.push("Falta el nombre.");
      }
      const holder = person.email === "" ? undefined : this.#emails.get(person.email);
      if (holder !== undefined && holder !== user?.id && (!user || user.email === "")) {
        found.push("Ese correo es de otra persona.");
      }
      const owner = card ? this.#cards.get(card.tag) : undefined;
      if (owner !== undefined && owner !== user?.id) {
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
      const known = this.#users.get(person.cedula);
      isNewPerson = known === undefined;
      const userId = known ? this.#fill(row, known, person, words) : this.#addPerson(row, person, words);
      this.#giveSpace({ row, userId, apartmentId, role: person.role, until: person.until }, words);
      if (card && !this.#cards.has(card.tag)) {
        this.#cards.set(card.tag, userId);
        this.#plan.cards.push({ row, id: this.#newId(), userId, ...card });
        words.push("Da la tarjeta.");
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

  #addPerson(row: number, { role: _role, until: _until, ...person }: WantedPerson, words: string[]): string {
    const id = this.#newId();
    this.#users.set(person.cedula, { id, ...person, isAdministrator: false, active: true });
    if (person.email !== "") {
      this.#emails.set(person.email, id);
    }
    this.#plan.users.push({ row, id, ...person });
    words.push(`Crea la cuenta de ${person.name}.`);
    return id;
  }

  /** A known person stays as they wrote themselves: only what is missing is filled in. */
  #fill(
    row: number,
    known: { id: string; email: string; phone: string },
    person: WantedPerson,
    words: string[],
  ): string {
    if (known.phone === "" && person.phone !== "") {
      known.phone = person.phone;
      this.#plan.filled.set(known.id, { row, ...this.#plan.filled.get(known.id), phone: person.phone });
      words.push("Completa el celular.");
    }
    if (known.email === "" && person.email !== "") {
      known.email = person.email;
      this.#emails.set(person.email, known.id);
      this.#plan.filled.set(known.id, { row, ...this.#plan.filled.get(known.id), email: person.email });
      words.push("Completa el correo.");
    }
    return known.id;
  }

  #giveSpace(space: Omit<Plan["spaces"][number], "id">, words: string[]): void {
    const { userId, apartmentId, role, until } = space;
    const key = `${userId} ${apartmentId ?? ""} ${role}`;
    if (this.#spaces.has(key)) {
      return;
    }
    this.#spaces.add(key);
    this.#plan.spaces.push({ id: this.#newId(), ...space });
    if (apartmentId !== null && (role === "RESIDENTE_LIDER" || role === "PROPIETARIO")) {
      this.#plan.activated.add(apartmentId);
    }
    const name = roleNames[role].toLowerCase();
    words.push(until === null ? `Da acceso como ${name}.` : `Da acceso como ${name}, hasta el ${until}.`);
  }
}
