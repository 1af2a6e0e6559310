export { toExpress } from "./handed-over.ts";
export { documentOptions } from "./registration.strings.ts";
export { TermsField } from "./TermsField.tsx";
