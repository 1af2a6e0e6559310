import { z } from "zod";
import { anybody, endpoint } from "../lib/endpoint.ts";

/** Names the text that is in force. Who registers accepts this one, and it is written down with them. */
export const TERMS_VERSION = "2020-07";

/** A paragraph, and the points that it introduces. */
const TermsBlock = z.object({ text: z.string(), points: z.array(z.string()) });

export const Terms = z.object({
  version: z.string(),
  /** 'Última actualización: …', as it is read. */
  updated: z.string(),
  title: z.string(),
  sections: z.array(z.object({ id: z.string(), title: z.string(), blocks: z.array(TermsBlock) })),
});
export type Terms = z.infer<typeof Terms>;

export const readTerms = endpoint({
  method: "GET",
  path: "/api/terms",
  summary: "The terms of service in force, with their version",
  access: anybody,
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: z.undefined(),
  reply: z.object({ terms: Terms }),
});
