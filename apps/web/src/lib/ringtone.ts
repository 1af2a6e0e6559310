import { vibrate } from "./vibrate.ts";

/** One round of the bell, in seconds: two notes and the pause after them. */
const ROUND_S = 2.6;
/** E5 and C5: a doorbell, not an alarm. */
const NOTES = [
  { hz: 659.26, atS: 0, lastsS: 1.1 },
  { hz: 523.25, atS: 0.42, lastsS: 1.5 },
] as const;
const LOUDNESS = 0.35;
/** Vibration of one round, in milliseconds on and off. */
const PATTERN = [350, 160, 350];

let context: AudioContext | null = null;

/**
 * Browsers let a page sound only after somebody has touched it. Waiting for that touch long before the
 * first call means that the bell is heard when it matters. Returns how to stop waiting.
 */
export function unlockSound(): () => void {
  const unlock = () => {
    stop();
    context ??= newContext();
    // It sleeps again until it is needed: an open one costs battery.
    void context?.resume().then(() => (isRinging ? undefined : context?.suspend()));
  };
  const stop = () => {
    window.removeEventListener("pointerdown", unlock, true);
    window.removeEventListener("keydown", unlock, true);
  };
  window.addEventListener("pointerdown", unlock, true);
  window.addEventListener("keydown", unlock, true);
  return stop;
}

let isRinging = false;

/**
 * Rings and vibrates until the returned function is called. `onSound` hears whether it can be heard: false
 * where the browser forbids it, until somebody touches the page.
 */
export function ring(onSound: (isHeard: boolean) => void): () => void {
  isRinging = true;
  let output: GainNode | null = null;
  let oscillators: OscillatorNode[] = [];

  const round = () => {
    vibrate(PATTERN);
    if (context?.state !== "running" || output === null) {
      return;
    }
    const from = context.currentTime;
    for (const oscillator of oscillators) {
      oscillator.disconnect();
    }
    oscillators = NOTES.flatMap((note) => (context && output ? playNote(context, output, note, from) : []));
  };

  const begin = () => {
    context ??= newContext();
    const current = context;
    if (current === null) {
      onSound(false);
      return;
    }
    output = current.createGain();
    output.gain.value = LOUDNESS;
    output.connect(current.destination);
    current.onstatechange = () => onSound(current.state === "running");
    onSound(current.state === "running");
    void current.resume().then(() => (isRinging ? round() : undefined));
  };

  begin();
  round();
  const timer = setInterval(round, ROUND_S * 1000);
  const touched = () => void context?.resume();
  window.addEventListener("pointerdown", touched, true);
  window.addEventListener("keydown", touched, true);

  return () => {
    isRinging = false;
    clearInterval(timer);
    window.removeEventListener("pointerdown", touched, true);
    window.removeEventListener("keydown", touched, true);
    vibrate(0);
    for (const oscillator of oscillators) {
      oscillator.stop();
    }
    output?.disconnect();
    if (context !== null) {
      context.onstatechange = null;
      void context.suspend();
    }
  };
}

/** A soft bell: a tone with its octave, struck and fading. */
function playNote(
  audio: AudioContext,
  output: AudioNode,
  { hz, atS, lastsS }: (typeof NOTES)[number],
  from: number,
): OscillatorNode[] {
  const start = from + atS;
  const envelope = audio.createGain();
  envelope.gain.setValueAtTime(0, start);
  envelope.gain.linearRampToValueAtTime(1, start + 0.02);
  envelope.gain.exponentialRampToValueAtTime(0.001, start + lastsS);
  envelope.connect(output);
  return [hz, hz * 2].map((frequency, index) => {
    const oscillator = audio.createOscillator();
    oscillator.type = index === 0 ? "sine" : "triangle";
    oscillator.frequency.value = frequency;
    oscillator.connect(envelope);
    oscillator.start(start);
    oscillator.stop(start + lastsS);
    return oscillator;
  });
}

function newContext(): AudioContext | null {
  return typeof AudioContext === "undefined" ? null : new AudioContext();
}
