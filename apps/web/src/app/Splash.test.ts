import { readFileSync } from "node:fs";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Splash } from "./Splash.tsx";

it("stands in the page before its code does", () => {
  const page = readFileSync(new URL("../../index.html", import.meta.url), "utf8");
  expect(page).toContain(`<div id="root">${renderToStaticMarkup(createElement(Splash))}</div>`);
});
