import { startTestServer } from "../apps/server/testing/test-server.ts";
import { answersWith } from "./sockets.weigh.ts";

// The product's server with one building, its people each with a session of their own.
const [count = "0"] = process.argv.slice(2);
/** People made side by side. */
const AT_ONCE = 50;

const server = await startTestServer();
const building = await server.newBuilding();
const spaces = [
  { role: "RESIDENTE" as const, buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" },
];
const people: { id: string; token: string }[] = [];
while (people.length < Number(count)) {
  const some = Math.min(AT_ONCE, Number(count) - people.length);
  people.push(...(await Promise.all(Array.from({ length: some }, () => server.newPerson({ spaces })))));
}
const ids = people.map(({ id }) => id);
// As a room tells the people of a building that it is another one now.
answersWith(() => server.app.services.live.tellPeople(ids, "building:changed", { buildingId: building.id }));
process.send?.({ url: server.url, tokens: people.map(({ token }) => token) });
