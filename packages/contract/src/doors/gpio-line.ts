/*
 * Which pin of a controller's own computer. No schema library here: a screen uses the same rules while somebody types.
 */

/** As the kernel numbers them. */
export const GPIO_CHIP = /^\/dev\/gpiochip\d{1,3}$/;
export const FIRST_GPIO_CHIP = "/dev/gpiochip0";
/** More than any chip has. */
export const LAST_GPIO_LINE = 1023;
/** What holds a pin on which nothing hangs: nothing that we set, or a resistor of the chip to its supply or to ground. */
export const gpioBiases = ["as-is", "pull-up", "pull-down"] as const;
