import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { countedPages, wholeOrPage } from "../lib/pages.ts";
import { personal } from "../lib/personal.ts";
import { Picture } from "../lib/pictures.ts";

const ofApartment = z.strictObject({ apartmentId: z.uuid() });

export const VisitorType = z.enum(["VISITANTE_CONOCIDO", "VISITANTE_DESCONOCIDO"]);
export type VisitorType = z.infer<typeof VisitorType>;

/** Somebody who was at the door. */
export const Visitor = z.object({
  id: z.uuid(),
  /** Null for an unknown visitor who gave none. */
  name: personal("identity", z.string().nullable()),
  /** Short-lived address of the face. The document is shown to nobody during a call. */
  image: personal("image", z.string()),
});
export type Visitor = z.infer<typeof Visitor>;

/** Whom this apartment has let in before, for the person of it who is in a call with the door. `search` is a part of a name. */
export const listVisitors = endpoint({
  method: "GET",
  path: "/api/apartments/{apartmentId}/visitors",
  summary:
    "Known visitors of an apartment, during a call that one has answered there; in pages when a page is asked for",
  access: whoMay("calls.door-panel", { apartment: "apartmentId" }),
  params: ofApartment,
  query: z.strictObject(wholeOrPage),
  body: z.undefined(),
  reply: z.object({ visitors: z.array(Visitor), ...countedPages }),
});

export const createVisitor = endpoint({
  method: "POST",
  path: "/api/apartments/{apartmentId}/visitors",
  summary: "Write down who is at the door: a known visitor by name, an unknown one by face and document",
  access: whoMay("calls.door-panel", { apartment: "apartmentId" }),
  params: ofApartment,
  query: z.strictObject({}),
  body: z
    .strictObject({
      photo: personal("image", Picture),
      cedulaFrontal: personal("image", Picture),
      /** The call during which the visitor stands at the door. */
      callId: z.uuid(),
      type: VisitorType,
      name: personal("identity", z.string().trim().max(120)).optional(),
    })
    .superRefine(({ type, name }, context) => {
      if (type === "VISITANTE_CONOCIDO" && !name) {
        context.addIssue({
          code: "too_small",
          origin: "string",
          minimum: 1,
          inclusive: true,
          input: name,
          path: ["name"],
        });
      }
    }),
  isForm: true,
  reply: z.object({ visitor: Visitor }),
});
