import { allEndpoints } from "@umbral/contract/endpoints";
import { endpointExamples, exampleBodies } from "@umbral/contract/integrations/outside-examples";
import { WebhookBody } from "@umbral/contract/integrations/webhooks.contract";
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
        token: {
          type: "http" as const,
          scheme: "bearer" as const,
          description:
            "`Bearer umb_…`: an API token, made in the administration of its building under 'Integraciones'. It is of that building, and may what its rights say.",
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
    webhooks: webhooks(),
  };
}

/** What is posted to a building's webhooks, by kind. */
function webhooks() {
  const schemas = WebhookBody.options.map((schema) => [schema.shape.kind.value, schema] as const);
  return Object.fromEntries(
    schemas.map(([kind, schema]) => [
      kind,
      {
        post: {
          summary: `A building's webhook is told: ${kind}`,
          description:
            "Signed by Standard Webhooks: HMAC-SHA-256 of `{webhook-id}.{webhook-timestamp}.{body}` under the webhook's secret. An answer 2xx within 10 s counts; anything else is tried again. The same `webhook-id` is the same message.",
          parameters: ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => ({
            name,
            in: "header",
            required: true,
            schema: { type: "string" },
          })),
          requestBody: {
            content: {
              "application/json": { schema: jsonSchema(schema, "output"), example: exampleBodies[kind] },
            },
          },
          responses: { 200: { description: "Taken" } },
        },
      },
    ]),
  );
}

function operation(endpoint: Endpoint) {
  const example = endpointExamples[`${endpoint.method} ${endpoint.path}`];
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
                ...(example?.body === undefined ? {} : { example: example.body }),
              },
            },
          },
        }
      : {}),
    responses: {
      200: {
        description: "Done",
        content: {
          [replyTypeOf(endpoint)]: {
            schema: jsonSchema(endpoint.reply, "output"),
            ...(example === undefined ? {} : { example: example.reply }),
          },
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

function securityOf(access: Access): Record<string, string[]>[] {
  const { kind } = access;
  if (kind === "proof") {
    return [{ proof: [] }];
  }
  if (access.kind === "token") {
    // For a scheme without scopes of its own: the right that the token must have.
    return [{ token: access.right === "any" ? [] : [access.right] }];
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
    case "token":
      return access.right === "any"
        ? "For programs with an API token of the building."
        : `For programs with an API token of the building that has the right \`${access.right}\`.`;
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
