import { afterAll, expect, it } from "vitest";
import { cedula, HEADERS, importTools } from "../../../testing/test-import.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { zipOf } from "../../../testing/test-sheets.ts";

const server = await startTestServer();
afterAll(() => server.close());
const laura = await server.newPerson({ userType: "ADMIN" });
const { send } = importTools(server, laura);

/** As long as a cell may be. */
const LONG = 32_000;

it("checks rows quickly whatever stands in their cells", async () => {
  const building = await server.newBuilding();
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const shared = '<c t="s"><v>0</v></c>';
  const row = (cells: string) => `<row>${cells}</row>`;
  // Once for each column that is read, and often in the one whose pattern would try every dot.
  const rows = [
    ...HEADERS.map((_, column) => HEADERS.map((__, at) => (at === column ? shared : cell("1"))).join("")),
    ...Array.from({ length: 100 }, () =>
      ["A", "1", "A-1", "Rosa", cedula(), "", "", null, ""]
        .map((text) => (text === null ? shared : cell(text)))
        .join(""),
    ),
  ];
  const hostile = zipOf({
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${[HEADERS.map(cell).join(""), ...rows].map(row).join("")}</sheetData></worksheet>`,
    "xl/sharedStrings.xml": `<sst><si><t>a@${".".repeat(LONG)}@</t></si></sst>`,
  });
  expect(hostile.length).toBeLessThan(10_000);
  const { status, body } = await send(building.id, hostile);
  expect(status).toBe(200);
  expect(body.rows.at(-1)).toMatchObject({
    outcome: "error",
    words: expect.arrayContaining(["El correo no es válido."]),
  });
});
