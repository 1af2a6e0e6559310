import { session } from "./useSession.ts";

/** Says later whether whoever asks now is still the one signed in: what became of it is told to nobody else. */
export function askerStays(): () => boolean {
  const token = session.current()?.token;
  return () => session.current()?.token === token;
}
