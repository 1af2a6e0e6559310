/**
 * Vibrates where the device can.
 * Chromium refuses it on a page that nobody has touched, also to stop, and says so in the console: it is not asked there.
 * @param pattern milliseconds on and off by turns; 0 stops
 */
export function vibrate(pattern: number | number[]): void {
  if (navigator.userActivation?.hasBeenActive !== false) {
    navigator.vibrate?.(pattern);
  }
}
