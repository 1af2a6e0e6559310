import { vibrate } from "../../lib/vibrate.ts";

/** One rise and fall, in seconds. Slower than a telephone, faster than a bell: nobody takes it for either. */
const SWEEP_S = 1.1;
const FROM_HZ = 520;
const TO_HZ = 880;
const LOUDNESS = 0.25;
const VIBRATION = [500, 200, 500, 200];

/**
 * Sounds and vibrates for a while, or until the returned function is called: something to look at, not a danger.
 * @param ms how long
 */
export function soundBriefly(ms: number): () => void {
  let silence: (() => void) | undefined = soundAlarm();
  const stop = () => {
    clearTimeout(timer);
    silence?.();
    silence = undefined;
  };
  const timer = setTimeout(stop, ms);
  return stop;
}

/**
 * Sounds and vibrates until the returned function is called. Where the browser forbids sound until somebody
 * touches the page, it begins with that touch.
 */
export function soundAlarm(): () => void {
  if (typeof AudioContext === "undefined") {
    return () => undefined;
  }
  const audio = new AudioContext();
  const output = audio.createGain();
  output.gain.value = LOUDNESS;
  output.connect(audio.destination);
  const oscillator = audio.createOscillator();
  oscillator.type = "triangle";
  oscillator.connect(output);
  oscillator.start();

  const sweep = () => {
    const from = audio.currentTime;
    oscillator.frequency.setValueAtTime(FROM_HZ, from);
    oscillator.frequency.linearRampToValueAtTime(TO_HZ, from + SWEEP_S / 2);
    oscillator.frequency.linearRampToValueAtTime(FROM_HZ, from + SWEEP_S);
    vibrate(VIBRATION);
  };
  sweep();
  const timer = setInterval(sweep, SWEEP_S * 1000);
  // Silenced before it could begin: it is never resumed then, and nothing is wrong.
  const touched = () => void audio.resume().catch(() => undefined);
  window.addEventListener("pointerdown", touched, true);
  window.addEventListener("keydown", touched, true);

  return () => {
    clearInterval(timer);
    window.removeEventListener("pointerdown", touched, true);
    window.removeEventListener("keydown", touched, true);
    vibrate(0);
    oscillator.stop();
    void audio.close();
  };
}
