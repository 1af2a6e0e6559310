/** Two notes that rise for a yes, one that is low for a no. Nobody takes them for a bell or an alarm. */
const NOTES = {
  yes: [
    { hz: 659.26, atS: 0 },
    { hz: 987.77, atS: 0.14 },
  ],
  no: [
    { hz: 196, atS: 0 },
    { hz: 164.81, atS: 0.22 },
  ],
} as const;
const LASTS_S = 0.24;
const LOUDNESS = 0.3;

let context: AudioContext | null = null;

/** Says yes or no once, beside what is shown. Silent where the browser has no sound or nobody has touched the page. */
export function soundVerdict(verdict: keyof typeof NOTES): void {
  if (typeof AudioContext === "undefined") {
    return;
  }
  context ??= new AudioContext();
  const audio = context;
  if (audio.state === "running") {
    play(audio, verdict);
    return;
  }
  // Where sound is forbidden until somebody touches the page it is never heard late: what was said is over by then.
  const asked = performance.now();
  audio.resume().then(
    () => {
      if (performance.now() - asked < LATE_MS) {
        play(audio, verdict);
      }
    },
    () => undefined,
  );
}

/** A verdict that sounds later than this is of somebody else. */
const LATE_MS = 1500;

function play(audio: AudioContext, verdict: keyof typeof NOTES): void {
  for (const { hz, atS } of NOTES[verdict]) {
    const start = audio.currentTime + atS;
    const envelope = audio.createGain();
    envelope.gain.setValueAtTime(0, start);
    envelope.gain.linearRampToValueAtTime(LOUDNESS, start + 0.015);
    envelope.gain.exponentialRampToValueAtTime(0.001, start + LASTS_S);
    envelope.connect(audio.destination);
    const oscillator = audio.createOscillator();
    oscillator.type = verdict === "yes" ? "sine" : "triangle";
    oscillator.frequency.value = hz;
    oscillator.connect(envelope);
    oscillator.start(start);
    oscillator.stop(start + LASTS_S);
    oscillator.onended = () => {
      oscillator.disconnect();
      envelope.disconnect();
    };
  }
}
