import { allEndpoints } from "@umbral/contract/endpoints";
import type { Access, Endpoint } from "@umbral/contract/lib/endpoint";
import { Refusal } from "@umbral/contract/lib/refusals";
import { z } from "zod";

const jsonSchema = (schema: z.ZodType, io: "input" | "output") => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: "draft-2020-12",
    unrepresentable: "any",
  });
  return rest;
};

/** The whole contract as an OpenAPI 3.1 document. What it says is what the server checks: both are made of the same schemas. */
export function openApiDocument(product: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of allEndpoints) {
    const path = endpoint.path.replace("{product}", product);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Umbral",
      version: "1",
      description: "Access control, intercom and cameras for residential buildings.",
    },
    servers: [{ url: "/" }],
    components: {
      securitySchemes: {
        session: {
          type: "apiKey" as const,
          in: "header" as const,
          name: "Authorization",
          description: "`JWT {token}`, with the token of a login.",
        },
        proof: {
          type: "apiKey" as const,
          in: "header" as const,
          name: "Authorization",
          description: "`Proof {proof}`, with what a push carried: for the one thing that it offered.",
        },
      },
    },
    paths,
  };
}

function operation(endpoint: Endpoint) {
  const hasBody = endpoint.method !== "GET" && !(endpoint.body instanceof z.ZodUndefined);
  return {
    summary: endpoint.summary,
    description: whoMayCall(endpoint.access),
    security: securityOf(endpoint.access),
    parameters: [...parameters(endpoint.params, "path"), ...parameters(endpoint.query, "query")],
    ...(hasBody
      ? {
          requestBody: {
            content: {
              [bodyTypeOf(endpoint)]: {
                schema: jsonSchema(endpoint.body, "input"),
              },
            },
          },
        }
      : {}),
    responses: {
      200: {
        description: "Done",
        content: {
          [replyTypeOf(endpoint)]: { schema: jsonSchema(endpoint.reply, "output") },
        },
      },
      default: {
        description: "Refused: nothing changed",
        content: { "application/json": { schema: jsonSchema(Refusal, "output") } },
      },
    },
  };
}

function bodyTypeOf({ access, isForm }: Endpoint): string {
  if (isForm) {
    return "multipart/form-data";
  }
  return access.kind === "provider-signature" ? "application/x-www-form-urlencoded" : "application/json";
}

function replyTypeOf({ access, isFile }: Endpoint): string {
  if (isFile) {
    return isFile === "csv" ? "text/csv" : "application/zip";
  }
  // The telephone provider posts forms and reads XML.
  return access.kind === "provider-signature" ? "text/xml" : "application/json";
}

function securityOf({ kind }: Access): Record<string, never[]>[] {
  if (kind === "proof") {
    return [{ proof: [] }];
  }
  return kind === "permission" || kind === "party" || kind === "guest" || kind === "sign"
    ? [{ session: [] }]
    : [];
}

function whoMayCall(access: Access): string {
  switch (access.kind) {
    case "permission":
      return `For who may \`${access.permission}\`${access.or === undefined ? "" : ` or \`${access.or}\``}${access.place === "somewhere" ? "" : " there"}${orGuests(access)}.`;
    case "party":
      return `For the two people of the call${orGuests(access)}.`;
    case "public":
      return "For anybody.";
    case "proof":
      return "For a device that shows the short-lived proof of a push.";
    case "loopback":
      return "For programs on the machine itself.";
    case "signed-address":
      return "For whoever holds the short-lived address.";
    case "guest":
      return "For the guest of a pass, by the session of their page.";
    case "sign":
      return "For who stands before the sign at an entrance, by the session of its page.";
    case "controller":
      return "For building controllers.";
    case "provider-signature":
      return "For the telephone provider, which signs with the secret shared with it.";
  }
}

const orGuests = ({ guests }: { guests?: true }): string =>
  guests === undefined ? "" : ", and for the guest of a pass or who rings by the sign";

function parameters(schema: z.ZodType, where: "path" | "query") {
  if (!(schema instanceof z.ZodObject)) {
    return [];
  }
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: where,
    required: where === "path" || (field instanceof z.ZodType && !field.safeParse(undefined).success),
    schema: field instanceof z.ZodType ? jsonSchema(field, "input") : {},
  }));
}
