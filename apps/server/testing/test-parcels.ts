import { randomUUID } from "node:crypto";
import type { TestBuilding, TestPerson } from "./factories.ts";
import { asking } from "./test-admin.ts";
import { picture, postForm } from "./test-forms.ts";
import type { TestServer } from "./test-server.ts";

type Asks = Pick<TestPerson, "headers">;

/** What somebody asks about parcels: at the desk of a building, and in a home. */
export const parcelsAs = (server: TestServer, who: Asks | null, building: Pick<TestBuilding, "id">) => {
  const place = `/api/buildings/${building.id}`;
  const ask = asking(server, who);
  return {
    receive: (apartmentId: string, change: Record<string, string | File> = {}) =>
      postForm(server, who, `${place}/parcels`, {
        requestId: randomUUID(),
        apartmentId,
        kind: "package",
        ...change,
      }),
    bills: (change: object = {}) =>
      ask("POST", `${place}/bills`, {
        requestId: randomUUID(),
        bill: "water",
        towerId: null,
        place: "Casillero",
        ...change,
      }),
    closeBills: (roundId: string) => ask("POST", `${place}/bills/${roundId}/closing`, {}),
    list: (query = "") => ask("GET", `${place}/parcels${query}`),
    pictures: (id: string) => ask("GET", `${place}/parcels/${id}/pictures`),
    find: (code: string) => ask("POST", `${place}/found-parcels`, { code }),
    /** As the desk's one field asks first. */
    findAny: (code: string) => ask("POST", `${place}/found-passes`, { code }),
    handOver: (ids: readonly string[], proof: Record<string, string | File>) =>
      postForm(server, who, `${place}/handovers`, {
        parcelIds: ids.join(","),
        takenBy: "Rosa Líder",
        ...proof,
      }),
    giveBack: (id: string, press: { requestId?: string } = {}) =>
      ask("POST", `${place}/parcels/${id}/return`, press),
    move: (id: string, apartmentId: string) =>
      ask("PUT", `${place}/parcels/${id}/apartment`, { apartmentId }),
    ofHome: (apartmentId: string, query = "") => ask("GET", `/api/apartments/${apartmentId}/parcels${query}`),
    homePictures: (apartmentId: string, id: string) =>
      ask("GET", `/api/apartments/${apartmentId}/parcels/${id}/pictures`),
    draw: (apartmentId: string) => ask("POST", `/api/apartments/${apartmentId}/parcel-codes`, {}),
  };
};

/** A parcel that must be received. @returns its id */
export async function receivedParcel(
  server: TestServer,
  { building, pedro, home }: { building: TestBuilding; pedro: Asks; home: { id: string } },
  change: Record<string, string | File> = {},
): Promise<string> {
  const reply = await parcelsAs(server, pedro, building).receive(home.id, change);
  const { parcel } = reply.body;
  if (typeof parcel !== "object" || parcel === null || !("id" in parcel) || typeof parcel.id !== "string") {
    throw new Error(`no parcel was received: ${JSON.stringify(reply.body)}`);
  }
  return parcel.id;
}

/** What somebody writes on the glass. */
export const drawnSignature = (): Promise<File> => picture({ width: 120, height: 40, format: "png" });
