import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { type Benchmark, rounded } from "./figures.ts";
import { startProduct, temporaryFolder } from "./product.ts";

/** Script and style that a browser fetches for the login, as gzip would send them. */
export const firstLoad: Benchmark = async () => {
  const folder = await temporaryFolder();
  const product = await startProduct(folder.path);
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking"],
  });
  const page = await browser.newPage();
  const sizes = { script: 0, style: 0 };
  const bodies: Promise<void>[] = [];
  page.on("response", (response) => {
    const kind = response.request().resourceType();
    const isStyle = kind === "stylesheet";
    if (kind === "script" || isStyle) {
      bodies.push(
        response.body().then((body) => {
          sizes[isStyle ? "style" : "script"] += gzipSync(body).byteLength;
        }),
      );
    }
  });
  await page.goto(`${product.url}/login`, { waitUntil: "networkidle" });
  await Promise.all(bodies);
  await browser.close();
  await product.stop();
  await folder.remove();
  return [
    { name: "login-script-gzip-kb", value: rounded(sizes.script / 1000, 1) },
    { name: "login-style-gzip-kb", value: rounded(sizes.style / 1000, 1) },
    { name: "login-total-gzip-kb", value: rounded((sizes.script + sizes.style) / 1000, 1) },
  ];
};
