import type { DeviceKind } from "@umbral/contract/notifications/bell-test.contract";

export interface DeviceName {
  name: string;
  form: DeviceKind;
}

/** In this order: each of the first ones also says the words of a later one. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|HeadlessChrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: readonly [RegExp, string, DeviceKind][] = [
  [/\biPhone\b/, "iPhone", "phone"],
  [/\biPad\b/, "iPad", "tablet"],
  [/\bAndroid\b.*\bMobile\b/, "Android", "phone"],
  [/\bAndroid\b/, "tableta Android", "tablet"],
  [/\bWindows\b/, "Windows", "computer"],
  [/\bCrOS\b/, "Chromebook", "computer"],
  [/\bMac OS X\b/, "Mac", "computer"],
  [/\bLinux\b/, "Linux", "computer"],
];

/** What a person recognises a device by, from what its browser says of itself. */
export function deviceNameOf(userAgent: string | undefined): DeviceName {
  const text = userAgent ?? "";
  const browser = browsers.find(([pattern]) => pattern.test(text))?.[1];
  const system = systems.find(([pattern]) => pattern.test(text));
  const form = system?.[2] ?? "computer";
  const parts = [browser, system?.[1]].filter((part) => part !== undefined);
  return { name: parts.length === 0 ? "Dispositivo" : parts.join(" en "), form };
}
