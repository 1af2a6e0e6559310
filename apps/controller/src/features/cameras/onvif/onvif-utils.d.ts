/** The part of the package `onvif` that it does not describe itself. */
declare module "onvif/lib/utils.js" {
  export function parseSOAPString(xml: string, done: (error: Error | null, body: unknown) => void): void;
}
