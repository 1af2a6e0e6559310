import { allEndpoints } from "@umbral/contract/endpoints";
import { afterAll, expect, it } from "vitest";
import { asking } from "../../../testing/test-admin.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { pathFor } from "../../platform/route.ts";

const server = await startTestServer();
afterAll(() => server.close());

/** An address of a device with the password that only its controller is told. */
const withPassword = (scheme: string, host: number) => `${scheme}://root:hunter2@10.0.0.${host}/x`;

it("who administers a building reads no password that is kept of its cameras and relays, wherever they look", async () => {
  const building = await server.newBuilding();
  const admin = asking(server, await server.newPerson({ userType: "ADMIN" }));
  const alberto = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
  const of = `/api/bb/buildings/${building.id}`;
  const relay = { kind: "http", openAddress: withPassword("http", 6), closeAddress: withPassword("http", 7) };
  const floorId = building.towers[0]?.floors[0]?.id ?? "";
  const made = [
    await admin("POST", `${of}/cameras`, {
      name: "Entrada",
      source: { kind: "rtsp", address: withPassword("rtsp", 5) },
    }),
    await admin("POST", `${of}/doors`, { name: "Garaje", localId: "2$", floorId, relay }),
    await admin("PUT", of, { siren: { ...relay, openAddress: withPassword("http", 8) } }),
  ];
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200]);

  const ids: Record<string, string> = {
    building: building.id,
    buildings: building.id,
    tower: building.towers[0]?.id ?? "",
    floor: floorId,
    apartment: building.apartments[0]?.id ?? "",
    apartmentOrBuilding: building.id,
    camera: made[0]?.body.camera.id,
    door: made[1]?.body.door.id,
    person: alberto.id,
  };
  const read = async (method: "GET" | "POST", path: string, payload?: object) => {
    const reply = await server.app.http.inject({
      method,
      url: path,
      headers: alberto.headers,
      ...(payload === undefined ? {} : { payload }),
    });
    expect([path, reply.body.includes("hunter2")]).toEqual([path, false]);
    return reply.statusCode === 200 ? [reply.body] : [];
  };
  const answers = await read("POST", "/api/bb/doors", { buildingId: building.id });
  for (const { method, path, access } of allEndpoints) {
    if (method !== "GET" || access.kind !== "permission") {
      continue;
    }
    const [kind = "", name = ""] =
      access.place === "somewhere" ? [] : (Object.entries(access.place)[0] ?? []);
    const filled = path.replace(`{${name}}`, ids[kind] ?? "").replace("{product}", "bb");
    if (!filled.includes("{")) {
      answers.push(...(await read("GET", pathFor(filled, "bb"))));
    }
  }
  // What was looked at is there, without its password.
  expect(answers.length).toBeGreaterThan(30);
  for (const host of [5, 6, 7, 8]) {
    expect(answers.some((body) => body.includes(`root:***@10.0.0.${host}/x`))).toBe(true);
  }
});
