import { z } from "zod";
import { GpioInput, httpMeans } from "../doors/door-devices.ts";

/**
 * What hangs on an input: the button that lets people out of a door, the contact of a building's fire panel, one that
 * says that a box was opened, and one that says that a battery runs out. A door's own contact is a field of the door.
 */
export const InputKind = z.enum(["exit-button", "fire-panel", "tamper", "low-battery"]);
export type InputKind = z.infer<typeof InputKind>;

export const inputKindWords: Readonly<Record<InputKind, string>> = {
  "exit-button": "Botón de salida",
  "fire-panel": "Panel de incendio",
  tamper: "Sabotaje",
  "low-battery": "Batería baja",
};

/** Where in an answer of JSON a state stands: names with points between. */
export const JsonPath = z
  .string()
  .max(120)
  .regex(/^[\w:-]+(\.[\w:-]+)*$/);

/** How an input is read: each driver says whether its circuit is closed. */
export const InputDriver = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("simulated") }),
  GpioInput,
  z.object({
    kind: z.literal("http"),
    /** Asked again and again; the device answers with its state. */
    address: z.url({ protocol: /^https?$/ }),
    everyMs: z.number().int().min(200).max(60_000),
    /** Text in the answer while the circuit is closed, and while it is open. */
    closedText: z.string().min(1).max(120),
    openText: z.string().min(1).max(120),
    /** With it the texts are what stands there, whole. */
    path: JsonPath.optional(),
    ...httpMeans,
  }),
]);
export type InputDriver = z.infer<typeof InputDriver>;

/** The circuit's state while nothing is the matter: nobody presses, nothing burns. */
export const InputRest = z.enum(["open", "closed"]);
export type InputRest = z.infer<typeof InputRest>;

/** A change that does not last this long is a bounce or a disturbance. */
export const DebounceMs = z.number().int().min(0).max(5000);
export const DEBOUNCE_MS = 30;

/** An input as its building's controller knows it. */
export const ConfiguredInput = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: InputKind,
  /** Null for one that is the whole building's. */
  doorId: z.uuid().nullable(),
  driver: InputDriver,
  rest: InputRest,
  debounceMs: DebounceMs,
});
export type ConfiguredInput = z.infer<typeof ConfiguredInput>;
