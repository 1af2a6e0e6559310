import { startTestServer } from "../apps/server/testing/test-server.ts";

// The product's server with one building, its people each with a session of their own, and whoever raises.
const [count = "0"] = process.argv.slice(2);
/** People made side by side. */
const AT_ONCE = 50;

const server = await startTestServer();
const building = await server.newBuilding();
const apartmentId = building.apartments[0]?.id ?? "";
const spaces = [{ role: "RESIDENTE" as const, buildingId: building.id, apartmentId }];
const tokens: string[] = [];
while (tokens.length < Number(count)) {
  const some = Math.min(AT_ONCE, Number(count) - tokens.length);
  const people = await Promise.all(Array.from({ length: some }, () => server.newPerson({ spaces })));
  tokens.push(...people.map(({ token }) => token));
}
const doorman = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
process.send?.({ url: server.url, buildingId: building.id, raiser: doorman.token, tokens });
// Whoever started it may have been killed.
process.on("disconnect", () => process.exit());
