import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { resize } from "../../testing/screens/frames.ts";
import { beyondTheEdge, largeLetters } from "../../testing/screens/look.ts";
import "./tokens.css";
import "./base.css";
import { PageWindow } from "./PageWindow.tsx";

/** Between the gutters of the narrowest phone. */
async function openPages(shown = { page: 102, total: 140 }) {
  await resize(320, 640);
  const place = document.createElement("div");
  place.style.padding = "0 var(--um-gutter)";
  document.body.append(place);
  const root = createRoot(place);
  root.render(<PageWindow {...shown} size={5} onChange={() => {}} />);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  await expect.element(page.getByRole("button", { name: `Página ${shown.page}` })).toBeVisible();
}

test("every page of a list is as large as a finger, on the narrowest phone too", async () => {
  await openPages();
  const small = page
    .getByRole("button")
    .elements()
    .map((button) => button.getBoundingClientRect())
    .filter(({ width, height }) => width < 48 || height < 48);
  expect(small).toEqual([]);
  expect(beyondTheEdge()).toEqual([]);
});

test("nor do large letters lead them beyond the edge", async () => {
  largeLetters();
  await openPages();
  expect(beyondTheEdge()).toEqual([]);
});

test("three stand in one line with the ways to those before and after", async () => {
  await openPages({ page: 3, total: 3 });
  const tops = page
    .getByRole("button")
    .elements()
    .map((button) => button.getBoundingClientRect().top);
  expect(tops).toHaveLength(5);
  expect(new Set(tops).size).toBe(1);
  expect(beyondTheEdge()).toEqual([]);
});
