import { Secret, TOTP } from "otpauth";

/** What somebody's app for codes shows at a moment, by the secret that was typed into it. */
export const codeAt = (secret: string, at: Date): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at.getTime() });
