import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { chunkGroups } from "./build/chunk-groups.ts";
import { firstFiles } from "./build/first-files.ts";
import { firstScript } from "./build/first-script.ts";
import { guestPage } from "./build/guest-page.ts";
import { letters } from "./build/letters.ts";
import { precompress } from "./build/precompress.ts";
import { productionRouter } from "./build/production-router.ts";
import { pureContract } from "./build/pure-contract.ts";
import { serviceWorker } from "./build/service-worker.ts";
import { usedPackages } from "./build/used-packages.ts";

/** Where the server of a developer listens. */
const SERVER = "http://127.0.0.1:3000";

export default defineConfig({
  plugins: [
    pureContract(),
    productionRouter(),
    letters(),
    react(),
    chunkGroups(),
    usedPackages(),
    firstFiles(),
    firstScript(),
    guestPage(),
    serviceWorker(),
    precompress(),
  ],
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
  },
});
