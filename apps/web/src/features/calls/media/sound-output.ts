import { browserStore, type KeyStore } from "../../../lib/storage.ts";
import { createStore } from "../../../lib/store.ts";

export interface SoundOutput {
  /** From 0 to 1. */
  volume: number;
  /** As the browser names it; empty for the one that it chooses itself. */
  speakerId: string;
}

const VOLUME_KEY = "umbral-call-volume";
const SPEAKER_KEY = "umbral-call-speaker";

/** How loud and where the other side of a call is heard on this device, remembered for the next one. */
export function createSoundOutput(store: KeyStore) {
  const output = createStore<SoundOutput>({
    volume: readVolume(),
    speakerId: store.getItem(SPEAKER_KEY) ?? "",
  });

  function readVolume(): number {
    const text = store.getItem(VOLUME_KEY) ?? "";
    const volume = Number(text);
    return text !== "" && volume >= 0 && volume <= 1 ? volume : 1;
  }

  return {
    current: output.current,
    subscribe: output.subscribe,
    setVolume(volume: number): void {
      store.setItem(VOLUME_KEY, String(volume));
      output.set({ ...output.current(), volume });
    },
    setSpeaker(speakerId: string): void {
      store.setItem(SPEAKER_KEY, speakerId);
      output.set({ ...output.current(), speakerId });
    },
  };
}

export const soundOutput = createSoundOutput(browserStore());

/** Lets an element sound as chosen. A speaker that was unplugged is no reason to hear nothing. */
export async function soundAsChosen(element: HTMLMediaElement, output: SoundOutput): Promise<void> {
  element.volume = output.volume;
  if (canChooseSpeaker() && element.sinkId !== output.speakerId) {
    await element.setSinkId(output.speakerId).catch(() => element.setSinkId(""));
  }
}

/** On some telephones the volume is that of the device alone, and what a page sets does not stay. */
export function canSetVolume(): boolean {
  const probe = document.createElement("audio");
  probe.volume = 0.5;
  return probe.volume === 0.5;
}

const canChooseSpeaker = () => "setSinkId" in HTMLMediaElement.prototype;

export interface Speaker {
  id: string;
  name: string;
}

/** The speakers that can be chosen; none where the browser does not let a page choose. */
export async function findSpeakers(): Promise<Speaker[]> {
  if (!canChooseSpeaker() || navigator.mediaDevices === undefined) {
    return [];
  }
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind, deviceId }) => kind === "audiooutput" && deviceId !== "" && deviceId !== "default")
    .map(({ deviceId, label }, index) => ({ id: deviceId, name: label || `Altavoz ${index + 1}` }));
}
