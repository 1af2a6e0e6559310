import type { GpioInput } from "@umbral/contract/doors/door-devices";
import { FIRST_GPIO_CHIP, GPIO_CHIP, LAST_GPIO_LINE } from "@umbral/contract/doors/gpio-line";

/** A pin that something is read from, as a form holds it. */
export interface GpioInputValues {
  gpioChip: string;
  gpioLine: string;
  /** How its circuit is wired: to ground or to the supply, and who holds the pin while it is open. */
  gpioWiring: string;
}

const wirings = {
  ground: { activeLow: true, bias: "pull-up" },
  supply: { activeLow: false, bias: "pull-down" },
  "ground-own": { activeLow: true, bias: "as-is" },
  "supply-own": { activeLow: false, bias: "as-is" },
} as const;

export const wiringOptions = [
  { value: "ground", label: "Entre el pin y tierra (GND)" },
  { value: "supply", label: "Entre el pin y 3,3 V" },
  { value: "ground-own", label: "A tierra, con resistencia propia" },
  { value: "supply-own", label: "A 3,3 V, con resistencia propia" },
];

export function gpioInputValuesOf(pin: Omit<GpioInput, "kind"> | null): GpioInputValues {
  const wiring = (["ground", "supply", "ground-own", "supply-own"] as const).find(
    (one) => wirings[one].activeLow === pin?.activeLow && wirings[one].bias === pin.bias,
  );
  return {
    gpioChip: pin?.chip ?? FIRST_GPIO_CHIP,
    gpioLine: pin === null ? "" : String(pin.line),
    gpioWiring: wiring ?? (pin?.activeLow === false ? "supply-own" : "ground"),
  };
}

export function gpioInputOf({ gpioChip, gpioLine, gpioWiring }: GpioInputValues): GpioInput {
  const { activeLow, bias } =
    Object.entries(wirings).find(([name]) => name === gpioWiring)?.[1] ?? wirings.ground;
  return { kind: "gpio", chip: gpioChip.trim(), line: Number(gpioLine), activeLow, bias };
}

export const chipError = (chip: string): string | undefined =>
  GPIO_CHIP.test(chip.trim()) ? undefined : "* Escribe /dev/gpiochip y su número";

export const lineError = (line: string): string | undefined =>
  /^\d{1,4}$/.test(line.trim()) && Number(line) <= LAST_GPIO_LINE
    ? undefined
    : `* Escribe de 0 a ${LAST_GPIO_LINE}`;
