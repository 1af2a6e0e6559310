import {
  listEmployeeRequests,
  listOwnerRequests,
} from "@umbral/contract/access-requests/access-requests.contract";
import {
  registerExpress,
  registerOwner,
  registerResident,
  registerVisitor,
} from "@umbral/contract/registration/registration.contract";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { formsFor, register } from "../../../testing/test-registration.ts";
import { startTestServer } from "../../../testing/test-server.ts";

/*
 * What may be left empty is what nobody misses when it gets lost on the way: every such field of each form is found in
 * the contract's schema, posted, and read back from the database and from the answer to who decides.
 */

const server = await startTestServer();
afterAll(() => server.close());
beforeEach(() => server.clock.push(15 * 60_000));

const forms = {
  resident: registerResident,
  owner: registerOwner,
  visitor: registerVisitor,
  express: registerExpress,
} as const;

/** The day after tomorrow, as a form writes it and as the buildings' clocks in Bogotá end it. */
const lastDay = new Date(server.clock.now().getTime() + 48 * 3_600_000).toISOString().slice(0, 10);
const endOfLastDay = new Date(new Date(`${lastDay}T05:00:00Z`).getTime() + 24 * 3_600_000);

interface Way {
  posted: string;
  /** In which column of the person's or the space's row, and how. */
  kept: { in: string; value: unknown };
  /** Under which name the answer to who decides has it, and how; null with the reason when it does not. */
  told: { as: string; value: unknown } | null;
}

/** Those that are not kept and told as they were written. All others need no line here. */
const other: Readonly<Record<string, Way>> = {
  // A passport, so that the default alone does not do. Nobody decides by it: the number is what is compared.
  documentType: { posted: "PASAPORTE", kept: { in: "document_type", value: "PASAPORTE" }, told: null },
  endsOn: {
    posted: lastDay,
    kept: { in: "ends_at", value: endOfLastDay },
    told: { as: "endsAt", value: endOfLastDay.toISOString() },
  },
  livesHere: {
    posted: "true",
    kept: { in: "lives_here", value: true },
    told: { as: "livesHere", value: true },
  },
};

/** Asked for only with CLAIM_CODE_SENT, and a proof: it is used up and not kept. */
const proofs = new Set(["claimCode"]);

function optionalFieldsOf(body: z.ZodType): { field: string; values: readonly string[] }[] {
  const { properties = {}, required = [] } = z.toJSONSchema(body, { io: "input", unrepresentable: "any" });
  return Object.entries(properties)
    .filter(([field]) => !required.includes(field) && !proofs.has(field))
    .map(([field, schema]) => ({
      field,
      values: typeof schema === "object" && Array.isArray(schema.enum) ? schema.enum.map(String) : [],
    }));
}

/** What is posted for a field, and what is to come of it. A choice takes its last value: the first is the default. */
function wayOf(field: string, values: readonly string[], form: string): Way {
  if (field === "role") {
    // For the last day a temporary resident is needed; an owner may say that they live there.
    const role = form === "resident" ? "RESIDENTE_TEMPORAL" : "PROPIETARIO";
    return { posted: role, kept: { in: "role", value: role }, told: { as: "role", value: role } };
  }
  const written = values.at(-1) ?? `texto de ${field}`;
  const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return (
    other[field] ?? {
      posted: written,
      kept: { in: column, value: written },
      told: { as: field, value: written },
    }
  );
}

describe.each(Object.entries(forms))("the form of a %s", (name, endpoint) => {
  const optional = optionalFieldsOf(endpoint.body).map(({ field, values }) => ({
    field,
    ...wayOf(field, values, name),
  }));
  const isOfHome = name === "resident" || name === "owner";

  it("keeps every field that may be left empty, and tells it to who decides", async () => {
    expect(optional.map(({ field }) => field)).toContain("documentType");
    const building = await server.newBuilding();
    const given = await formsFor(building);
    const paths = {
      resident: [given.residentPath, given.home],
      owner: [given.ownerPath, given.home],
      visitor: [given.visitorPath, given.visitor],
      express: [given.expressPath, given.express],
    } as const;
    const [path, whole] = paths[name as keyof typeof paths];
    const posted = Object.fromEntries(optional.map(({ field, posted: value }) => [field, value]));
    const form = whole();
    const reply = await register(server, path, form, posted);
    expect([reply.status, reply.body["errors"]]).toEqual([200, undefined]);

    const user = await server.db
      .selectFrom("users")
      .selectAll()
      .where("cedula", "=", String(form["cedula"]))
      .executeTakeFirstOrThrow();
    const space = await server.db
      .selectFrom("spaces")
      .selectAll()
      .where("user_id", "=", user.id)
      .executeTakeFirstOrThrow();
    const rows: Readonly<Record<string, unknown>> = { ...user, ...space };
    for (const { field, kept } of optional) {
      expect({ [field]: rows[kept.in] }).toEqual({ [field]: kept.value });
    }

    if (isOfHome) {
      const decider = await server.newPerson({
        spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }],
      });
      const list = name === "owner" ? listOwnerRequests : listEmployeeRequests;
      const answer = await server.app.http.inject({
        method: "GET",
        url: list.path.replace("{id}", building.id),
        headers: decider.headers,
      });
      const [request] = list.reply.parse(answer.json()).accessRequests;
      const told: Readonly<Record<string, unknown>> = { ...request?.user, ...request };
      for (const { field, told: way } of optional) {
        if (way !== null) {
          expect({ [field]: told[way.as] }).toEqual({ [field]: way.value });
        }
      }
    }
  });
});
