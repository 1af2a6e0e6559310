import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { precompress } from "./build/precompress.ts";
import { serviceWorker } from "./build/service-worker.ts";

/** Where the server of a developer listens. */
const SERVER = "http://127.0.0.1:3000";

export default defineConfig({
  plugins: [react(), serviceWorker(), precompress()],
  server: {
    host: "127.0.0.1",
    proxy: { "/api": SERVER, "/socket.io": { target: SERVER, ws: true } },
  },
  build: {
    target: ["chrome111", "safari16.4", "firefox114"],
    // A data: address would need a wider content security policy than 'self'.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Which file needs which, for the size report.
    manifest: true,
    rolldownOptions: {
      treeshake: {
        // Schemas and declarations of the contract do nothing by being made: a screen that imports one
        // constant of a room does not carry the schema library.
        manualPureFunctions: ["z", "endpoint", "message", "whoMay", "whoHoldsTheProof", "partiesOf"],
      },
    },
  },
});
