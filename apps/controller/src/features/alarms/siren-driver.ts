/** What any siren must be able to do, whoever made it. The simulated one in `drivers/` is what tests use. */
export interface SirenDriver {
  /** Of a device on the network: it was told to sound, and has not answered since that it is silent. */
  readonly mayBeSounding?: boolean;
  /** Resolves when its relay has answered that it holds. Asked again while it sounds, it goes on. */
  sound(signal: AbortSignal): Promise<void>;
  /** Resolves when its relay has answered that it let go. */
  silence(signal: AbortSignal): Promise<void>;
  /**
   * Takes the current away, at once and without waiting: a crash has no time.
   * @returns when a device on the network has heard it, or will not; who has time waits for it
   */
  stop(): Promise<void> | void;
}
