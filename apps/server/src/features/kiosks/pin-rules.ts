/** Is it one of the first that anybody tries: one digit over and over, digits in a row, or a part of the document's number? */
export function isEasyPin(pin: string, cedula: string): boolean {
  const digits = [...pin].map(Number);
  const steps = digits.slice(1).map((digit, at) => digit - (digits[at] ?? 0));
  const isInRow = [0, 1, -1].some((step) => steps.every((one) => one === step));
  const isRepeated = [1, 2, 3].some((length) => pin === pin.slice(0, length).repeat(pin.length / length));
  return isInRow || isRepeated || cedula.includes(pin);
}
