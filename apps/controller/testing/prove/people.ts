import { randomUUID } from "node:crypto";
import type { AccessEntry, AccessPage } from "@umbral/contract/access-control/access-list";
import { AccessPages, newArea } from "../access-pages.ts";
import type { Chance } from "./random.ts";

/** How sure a controller can be of the time, as far as whoever tries it knows. */
export type ClockState = "trusted" | "untrusted" | "unsure";

type Card = Extract<AccessEntry, { kind: "card" }>;

/** Before the digits of a PIN, in the place of a card's tag. */
const TYPED = "#";

/** Somebody with a card or a PIN, and whether the door has to open for them. Reckoned here, and not by the rule that is tried. */
export interface Person {
  tag: string;
  comesIn: (clock: ClockState) => "in" | "out" | "unsure";
  /** How often the server took their card away or gave it back so far. */
  changes: () => number;
}

const STRANGER = "FEFEFEFE";

const always = () => "in" as const;
const never = () => "out" as const;
const unchanged = () => 0;
const byTheClock = (clock: ClockState) =>
  clock === "unsure" ? "unsure" : clock === "trusted" ? ("in" as const) : ("out" as const);

const HOUR_MS = 3_600_000;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

/** A card that the server takes away and gives back. In between nobody knows whether the controller heard of it. */
class Toggled {
  readonly card: Card;
  isActive = true;
  isSure = true;
  changes = 0;

  constructor(card: Card) {
    this.card = card;
  }
}

/** Who lives in a building, who came in once, and who never did. */
export class People {
  readonly all: Person[] = [];
  readonly #pages: AccessPages;
  readonly #chance: Chance;
  readonly #toggled: Toggled[] = [];
  #tags = 0;

  constructor(pages: AccessPages, doorIds: string[], chance: Chance) {
    this.#pages = pages;
    this.#chance = chance;
    const home = newArea(doorIds);
    const elsewhere = newArea([randomUUID()]);
    const wholeDays = this.#schedule("00:00", "00:00");
    const otherHours = this.#schedule(hourIn(12), hourIn(13));
    const byHours = newArea(doorIds, { scheduleId: wholeDays });
    const atNight = newArea(doorIds, { scheduleId: otherHours });
    pages.put({ kind: "building", offlineDays: 30 }, home, elsewhere, byHours, atNight);
    const tomorrow = new Date(Date.now() + 24 * HOUR_MS).toISOString();
    const yesterday = new Date(Date.now() - 24 * HOUR_MS).toISOString();
    this.#give(10, home.id, always);
    this.#give(4, byHours.id, byTheClock);
    this.#give(2, home.id, byTheClock, { until: tomorrow });
    this.#give(2, home.id, never, { until: yesterday });
    this.#give(2, home.id, never, { state: "lost" });
    this.#give(2, elsewhere.id, never);
    this.#give(3, atNight.id, never);
    this.#give(2, home.id, never, {}, { isSuspended: true });
    this.#givePins(4, home.id, byTheClock);
    this.#givePins(2, byHours.id, byTheClock);
    this.#givePins(2, home.id, never, { state: "suspended" });
    this.#givePins(2, elsewhere.id, never);
    for (let count = 0; count < 4; count += 1) {
      const { card } = pages.giveCard(this.#newTag(), home.id);
      const toggled = new Toggled(card);
      this.#toggled.push(toggled);
      this.all.push({
        tag: card.tag,
        comesIn: () => (toggled.isSure ? (toggled.isActive ? "in" : "out") : "unsure"),
        changes: () => toggled.changes,
      });
    }
  }

  /** A list that somebody else made and signed, by which a stranger comes in. */
  forgedPage(doorIds: string[]): AccessPage {
    const forged = new AccessPages(this.#pages.buildingId);
    forged.epoch = this.#pages.epoch + 1;
    const anywhere = newArea(doorIds);
    forged.put(anywhere);
    forged.giveCard(STRANGER, anywhere.id);
    return forged.page();
  }

  /** Somebody whom the building never saw. */
  stranger(): Person {
    return {
      tag: this.#chance.next() < 0.5 ? STRANGER : `FE${this.#newTag()}`,
      comesIn: never,
      changes: unchanged,
    };
  }

  /** The server takes a card away, or gives it back. */
  change(): void {
    const toggled = this.#chance.oneOf(this.#toggled);
    toggled.isActive = !toggled.isActive;
    toggled.isSure = false;
    toggled.changes += 1;
    this.#pages.put({ ...toggled.card, state: toggled.isActive ? "active" : "lost" });
  }

  /** The controller has the whole list as it is. */
  isKept(): void {
    for (const toggled of this.#toggled) {
      toggled.isSure = true;
    }
  }

  #give(
    many: number,
    areaId: string,
    comesIn: Person["comesIn"],
    card: Partial<Card> = {},
    holder: { isSuspended?: boolean } = {},
  ): void {
    for (let count = 0; count < many; count += 1) {
      const { card: given } = this.#pages.giveCard(this.#newTag(), areaId, { card, holder });
      this.all.push({ tag: given.tag, comesIn, changes: unchanged });
    }
  }

  /** None of them is typed wrong: a keypad that waits refuses who should come in. */
  #givePins(
    many: number,
    areaId: string,
    comesIn: Person["comesIn"],
    pin: { state?: "suspended" } = {},
  ): void {
    for (let count = 0; count < many; count += 1) {
      this.#tags += 1;
      const digits = String(100_000 + this.#tags);
      this.#pages.givePin(digits, areaId, { pin });
      this.all.push({ tag: `${TYPED}${digits}`, comesIn, changes: unchanged });
    }
  }

  #schedule(from: string, to: string): string {
    const id = randomUUID();
    const hours = [{ days: EVERY_DAY, from, to }];
    this.#pages.put({ kind: "schedule", id, hours, onHolidays: { kind: "as-any-day" } });
    return id;
  }

  #newTag(): string {
    this.#tags += 1;
    return `04${this.#tags.toString(16).toUpperCase().padStart(8, "0")}`;
  }
}

/** A full hour so many hours from now, on the wall of a building in Bogotá, which has no summer time. */
const hourIn = (hours: number): string =>
  `${new Date(Date.now() + (hours - 5) * HOUR_MS).toISOString().slice(11, 13)}:00`;
