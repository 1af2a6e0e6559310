/*
 * A day of a residential building, by hours. How often: Bogotá's mobility survey of 2019 counted 13.3 million trips a day for
 * some 7.4 million people, 1.8 each (El Tiempo, December 2019). When: the shape of residential buildings in 'Daily Traffic
 * Profiles' (Siikonen, Sorsa, Kuusinen and Hakonen, Elevator World): out in the morning, a smaller wave at noon, back from the
 * late afternoon on, hardly anybody by night. The numbers of each hour are ours, by eye; nobody measured them.
 */

export const deedKinds = [
  "swipe",
  "press",
  "open-app",
  "view",
  "call",
  "guest",
  "stranger",
  "sign-in",
] as const;
/**
 * - `swipe`: a card at the reader; `stranger`: one that nobody knows, which has to be refused
 * - `press`: a door from the app; `open-app`: the first screen's readings; `view`: a look through a camera
 * - `call`: somebody at the entrance's sign rings a home, which answers; `guest`: a pass is made, and its code typed
 * - `sign-in`: a telephone that signs in anew
 */
export type DeedKind = (typeof deedKinds)[number];

/** For each home (2.7 people) and day. 1.8 trips each are some five passages, half of them inwards, half of these by card. */
export const A_DAY: Readonly<Record<DeedKind, number>> = {
  swipe: 3.2,
  press: 1.6,
  "open-app": 4,
  view: 0.8,
  call: 0.5,
  guest: 0.2,
  stranger: 0.05,
  "sign-in": 0.02,
};

/** Out and in again by those who live there, hour by hour from midnight; a share of the day's each, in thousandths. */
const RESIDENTS = [8, 4, 2, 2, 6, 28, 72, 84, 62, 38, 30, 34, 56, 52, 38, 36, 44, 68, 90, 82, 62, 48, 34, 20];
/** Deliveries at noon and in the evening, visits after work. */
const VISITORS = [4, 2, 1, 1, 1, 4, 14, 26, 38, 48, 56, 66, 82, 66, 50, 50, 56, 70, 92, 98, 84, 54, 26, 11];
/** Telephones are looked at all day, and in the evening most. */
const TELEPHONES = [
  14, 6, 4, 4, 8, 30, 58, 60, 50, 44, 42, 44, 54, 48, 42, 42, 46, 60, 78, 80, 72, 60, 36, 18,
];

const CURVES: Readonly<Record<DeedKind, readonly number[]>> = {
  swipe: RESIDENTS,
  press: RESIDENTS,
  stranger: VISITORS,
  call: VISITORS,
  guest: VISITORS,
  "open-app": TELEPHONES,
  view: TELEPHONES,
  "sign-in": TELEPHONES,
};

const sums = new Map<readonly number[], number>(
  [RESIDENTS, VISITORS, TELEPHONES].map((curve) => [curve, curve.reduce((sum, share) => sum + share, 0)]),
);

/**
 * How many of this kind one home is expected to do in this hour of the day.
 * @param hour 0 to 23, on the building's wall
 */
export function expectedInHour(kind: DeedKind, hour: number): number {
  const curve = CURVES[kind];
  return (A_DAY[kind] * (curve[((hour % 24) + 24) % 24] ?? 0)) / (sums.get(curve) ?? 1);
}
