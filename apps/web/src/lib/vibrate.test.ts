import { afterEach, expect, it, vi } from "vitest";
import { vibrate } from "./vibrate.ts";

afterEach(() => vi.unstubAllGlobals());

const deviceOf = (userActivation?: { hasBeenActive: boolean }) => {
  const vibrated = vi.fn();
  vi.stubGlobal("navigator", { vibrate: vibrated, userActivation });
  return vibrated;
};

it("asks nothing of a page that nobody has touched, neither to vibrate nor to stop", () => {
  const vibrated = deviceOf({ hasBeenActive: false });
  vibrate([350, 160, 350]);
  vibrate(0);
  expect(vibrated).not.toHaveBeenCalled();
});

it("vibrates on a page that was touched, and where the browser does not tell", () => {
  const touched = deviceOf({ hasBeenActive: true });
  vibrate(60);
  expect(touched).toHaveBeenCalledWith(60);
  const untold = deviceOf();
  vibrate(0);
  expect(untold).toHaveBeenCalledWith(0);
});

it("does nothing where the device cannot", () => {
  vi.stubGlobal("navigator", {});
  expect(() => vibrate(60)).not.toThrow();
});
