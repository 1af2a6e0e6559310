declare const closed: unique symbol;
/** An address as it lies in the database; `openDevice` of kept-devices alone makes a text of it. */
interface ClosedAddress {
  readonly [closed]: true;
}
export type AddressName = "address" | "openAddress" | "closeAddress";

/** A camera's source, a relay or a contact as it lies in the database: its addresses are closed. */
export type Kept<Thing> = Thing extends unknown
  ? {
      [Name in keyof Thing]: Name extends AddressName
        ? ClosedAddress | Extract<Thing[Name], null>
        : Thing[Name];
    }
  : never;
