import { describe, expect, it } from "vitest";
import { batchesOf, type CsvColumn, csvParts } from "./csv.ts";

interface Row {
  name: string;
  count: number | null;
}

const columns: readonly CsvColumn<Row>[] = [
  { header: "Nombre", value: ({ name }) => name },
  { header: "Veces", value: ({ count }) => count },
];

async function textOf(batches: AsyncIterable<readonly Row[]>): Promise<string> {
  let text = "";
  for await (const part of csvParts(columns, batches)) {
    text += part;
  }
  return text;
}

async function* batches(...all: Row[][]): AsyncGenerator<Row[]> {
  yield* all;
}

describe("a file for a spreadsheet", () => {
  it("begins with its mark and its headers, also without rows", async () => {
    expect(await textOf(batches())).toBe("\uFEFFNombre;Veces\r\n");
  });

  it("has a line for each row, with accents as they are", async () => {
    const text = await textOf(batches([{ name: "Andrés Núñez", count: 3 }], [{ name: "Rosa", count: null }]));
    expect(text).toBe("\uFEFFNombre;Veces\r\nAndrés Núñez;3\r\nRosa;\r\n");
  });

  it("keeps what would break a line inside its field", async () => {
    const text = await textOf(batches([{ name: 'La "grande"; la de\nabajo', count: 1 }]));
    expect(text).toBe('\uFEFFNombre;Veces\r\n"La ""grande""; la de\nabajo";1\r\n');
  });

  it("says what looks like a formula, and has nobody carry it out", async () => {
    const names = ["=1+1", "+57300", "-2", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("x";"y")'];
    const text = await textOf(batches(names.map((name) => ({ name, count: -5 }))));
    const lines = text.slice("\uFEFFNombre;Veces\r\n".length).split(/\r\n/);
    expect(lines.slice(0, 4)).toEqual(["'=1+1;-5", "'+57300;-5", "'-2;-5", "'@SUM(A1);-5"]);
    expect(lines[4]).toBe("'\t=1;-5");
    expect(lines[5]).toBe(`"'\r'=1";-5`);
    expect(lines[6]).toBe(`"'=HYPERLINK(""x"";""y"")";-5`);
  });

  it("says it also after a comma, at which other spreadsheets split", async () => {
    const names = [
      "Ana,=1+1",
      "Ana,'+2",
      "Ana,＝3",
      "Ana, Eva,y",
      "Ana\n=4",
      "Ana\n\n'@5",
      "Ana\r=6",
      "Ana,,=7",
    ];
    const text = await textOf(batches(names.map((name) => ({ name, count: 1 }))));
    expect(text.split("\r\n").slice(1, -1)).toEqual([
      "Ana,'=1+1;1",
      "Ana,''+2;1",
      "Ana,'＝3;1",
      "Ana, Eva,y;1",
      // There a quote that stands behind a `;` is none, and each of these lines would be a row.
      `"Ana\n'=4";1`,
      `"Ana\n\n''@5";1`,
      `"Ana\r'=6";1`,
      "Ana,,'=7;1",
    ]);
  });

  it("takes a full-width or small sign for the plain one, as some spreadsheets do", async () => {
    const names = ["＝1+1", "＋57", "－2", "＠SUM(A1)", "﹦1", "﹢1", "﹣1", "﹫A1", "\n=1"];
    const text = await textOf(batches(names.map((name) => ({ name, count: 1 }))));
    expect(text.slice("\uFEFFNombre;Veces\r\n".length)).toBe(
      names.map((name) => (name === "\n=1" ? `"'\n'=1";1\r\n` : `'${name};1\r\n`)).join(""),
    );
    expect(await textOf(batches([{ name: "Rosa ＝ Andrés", count: null }]))).toContain(
      "\r\nRosa ＝ Andrés;\r\n",
    );
  });
});

describe("a list in batches", () => {
  const next =
    (all: readonly number[], asked: (number | undefined)[]) =>
    async (last: number | undefined, limit: number) => {
      asked.push(last);
      return all.filter((value) => last === undefined || value > last).slice(0, limit);
    };

  it("comes whole and in order, and asks no more once a batch was short", async () => {
    const asked: (number | undefined)[] = [];
    const got: number[] = [];
    for await (const batch of batchesOf(next([1, 2, 3, 4, 5], asked), 2)) {
      got.push(...batch);
    }
    expect(got).toEqual([1, 2, 3, 4, 5]);
    expect(asked).toEqual([undefined, 2, 4]);
  });

  it("ends where a batch ends", async () => {
    const asked: (number | undefined)[] = [];
    const sizes: number[] = [];
    for await (const batch of batchesOf(next([1, 2, 3, 4], asked), 2)) {
      sizes.push(batch.length);
    }
    expect(sizes).toEqual([2, 2]);
    expect(asked).toEqual([undefined, 2, 4]);
  });

  it("is not asked further when nobody reads on", async () => {
    const asked: (number | undefined)[] = [];
    for await (const batch of batchesOf(next([1, 2, 3, 4, 5], asked), 2)) {
      expect(batch).toEqual([1, 2]);
      break;
    }
    expect(asked).toEqual([undefined]);
  });
});
