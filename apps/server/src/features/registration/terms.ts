import { TERMS_VERSION, type Terms } from "@umbral/contract/registration/terms.contract";
import { dealings } from "./terms-dealings.ts";
import { privacy } from "./terms-privacy.ts";
import { services } from "./terms-services.ts";

/**
 * The terms of service (specification §1, §9). Whoever changes a word of them gives them a new version:
 * what people accepted is remembered by it.
 */
export const termsInForce: Terms = {
  version: TERMS_VERSION,
  updated: "Última actualización: julio de 2020",
  title: "Términos y condiciones del servicio",
  sections: [...services, ...dealings.before, privacy, ...dealings.after],
};
