/** Has this browser been here before? Then all of the app lies in it, and nothing of it waits for a slow line. */
export const hasApp = (): boolean =>
  "serviceWorker" in navigator && navigator.serviceWorker.controller !== null;
