/** Where the test command found or installed a browser; the system's own otherwise. */
const whole = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
/** The same browser without a window of its own, where there is one: a story begins with a quarter of the work. */
const shell = process.env["CHROMIUM_SHELL_PATH"] ?? whole;

/** How a browser of the stories is started. The `whole` one also takes pushes and shows notifications. */
export const launchOptionsOf = (browser: "shell" | "whole") => ({
  executablePath: browser === "whole" ? whole : shell,
  args: [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    // Pictures a second: a quarter of what it is otherwise, which each call encodes and decodes twice; fewer it does not take.
    "--use-fake-device-for-media-stream=fps=5",
    "--use-fake-ui-for-media-stream",
    "--allow-loopback-in-peer-connection",
  ],
});
