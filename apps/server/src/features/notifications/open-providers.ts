import type { Services } from "../../platform/context.ts";
import { openFcm } from "./fcm.ts";
import type { Providers } from "./providers.ts";
import { SmtpMail } from "./smtp.ts";
import { Twilio } from "./twilio.ts";
import { vapidKeys, WebPush } from "./web-push.ts";

/** The providers that the configuration names. Web Push needs none: its keys are our own. */
export async function openProviders({
  db,
  env,
  clock,
}: Pick<Services, "db" | "env" | "clock">): Promise<{ providers: Providers; publicKey: string }> {
  const keys = await vapidKeys(db, env);
  return {
    publicKey: keys.publicKey,
    providers: {
      telephone: env.twilio && new Twilio(env.twilio),
      webPush: new WebPush({ ...keys, subject: env.vapid.subject }),
      fcm: env.fcm && (await openFcm(env.fcm, clock)),
      mail: env.mail && new SmtpMail(env.mail),
    },
  };
}
