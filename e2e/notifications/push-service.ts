/**
 * Stands in for the push service of a browser, which needs the internet: nobody was asked yet, a yes is
 * given when asked, and the subscription stays in this browser. Runs in each page before the app.
 */
export function stubPushService(): void {
  if (!location.protocol.startsWith("http")) {
    return;
  }
  const subscription = {
    endpoint: "https://push.example/send/e2e",
    expirationTime: null,
    keys: { p256dh: "B".repeat(87), auth: "A".repeat(22) },
  };
  const answered = () => localStorage.getItem("stub-permission") ?? "default";
  Object.defineProperty(Notification, "permission", { get: answered });
  Notification.requestPermission = async () => {
    localStorage.setItem("stub-permission", "granted");
    return "granted";
  };
  const stored = () =>
    localStorage.getItem("stub-subscription") === null
      ? null
      : {
          options: { applicationServerKey: null },
          toJSON: () => subscription,
          unsubscribe: async () => {
            localStorage.removeItem("stub-subscription");
            return true;
          },
        };
  Reflect.set(PushManager.prototype, "getSubscription", async () => stored());
  Reflect.set(PushManager.prototype, "subscribe", async () => {
    localStorage.setItem("stub-subscription", "yes");
    return stored();
  });
}
