import type { Role } from "@umbral/contract/lib/roles";
import {
  type AccessAsked,
  announceRequest,
  requestAccess,
} from "../src/features/access-requests/access-requests.service.ts";
import type { TestBuilding, TestPerson } from "./factories.ts";
import type { TestServer } from "./test-server.ts";

export interface TestRequest {
  id: string;
  asking: TestPerson;
}

/** What somebody asks for who wants to live there. */
export const asked = (
  more: Partial<AccessAsked> & Pick<AccessAsked, "userId" | "buildingId" | "apartmentId">,
): AccessAsked => ({ role: "RESIDENTE", endsAt: null, livesHere: true, ...more });

/** Somebody asks for this role in an apartment, as the registration form does. */
export async function newRequest(
  server: TestServer,
  building: TestBuilding,
  options: { role?: Role; apartmentId?: string; endsAt?: Date; asking?: TestPerson; name?: string } = {},
): Promise<TestRequest> {
  const { services } = server.app;
  const asking = options.asking ?? (await server.newPerson({ name: options.name ?? "Nora Nueva" }));
  const id = await server.db.transaction().execute((trx) =>
    requestAccess(
      services,
      trx,
      asked({
        userId: asking.id,
        buildingId: building.id,
        apartmentId: options.apartmentId ?? building.apartments[0]?.id ?? "",
        role: options.role ?? "RESIDENTE",
        endsAt: options.endsAt ?? null,
      }),
    ),
  );
  await announceRequest(services, id);
  return { id, asking };
}
