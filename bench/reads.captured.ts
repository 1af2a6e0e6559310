/** One question as the product asked it of its database, and when, on its own clock. */
export interface Noted {
  text: string;
  values: unknown[];
  began: number;
  ended: number;
  connection: object;
}

/** The same to be asked again, prepared once under this name. */
export interface AskedQuestion {
  name: string;
  text: string;
  values: unknown[];
}

/** A reading, as the product does it: what it asked the database, one stage after the other, and what it answered. */
export interface Captured {
  name: string;
  path: string;
  /** Those of a stage are asked at once. */
  stages: AskedQuestion[][];
  reply: unknown;
}

/** What a bare server needs to answer the same. */
export interface ToServe {
  sessionSecret: string;
  connection: object;
  captured: Captured[];
}

/** What began before one before it had ended was asked at once. */
export function stagesOf(reading: string, noted: readonly Noted[]): AskedQuestion[][] {
  const stages: Noted[][] = [];
  for (const one of noted.toSorted((first, second) => first.began - second.began)) {
    const last = stages.at(-1);
    if (last?.some(({ ended }) => ended > one.began)) {
      last.push(one);
    } else {
      stages.push([one]);
    }
  }
  return stages.map((stage, at) =>
    stage.map(({ text, values }, place) => ({ name: `${reading}-${at}-${place}`, text, values })),
  );
}
