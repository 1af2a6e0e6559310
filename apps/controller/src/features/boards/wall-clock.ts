/** The clock of a building's wall as a board keeps it: `YYYY-MM-DD HH:MM:SS`, without a time zone. */
export class WallClock {
  readonly #format: Intl.DateTimeFormat;

  /** @param timeZone an IANA name */
  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat("sv-SE", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
    });
  }

  /** @param ms since 1970 */
  read(ms: number): string {
    return this.#format.format(ms);
  }

  /** When the wall shows this, in milliseconds since 1970; of an hour that comes twice, one of both. */
  momentOf(time: string): number {
    const asUtc = utcOf(time);
    // The offset at the moment itself, which may be another than at the same figures of UTC.
    const near = asUtc - (utcOf(this.read(asUtc)) - asUtc);
    return asUtc - (utcOf(this.read(near)) - near);
  }
}

const utcOf = (time: string): number => Date.parse(`${time.replace(" ", "T")}Z`);
