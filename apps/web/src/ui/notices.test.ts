import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { notices, notify, UNDO_MS } from "./notices.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const texts = () => notices.current().map(({ text }) => text);

test("the same news stands once", () => {
  notify("Código copiado", "good");
  notify("Código copiado", "good");
  expect(texts()).toEqual(["Código copiado"]);
});

test("the same words about others take away no way back", () => {
  const undone: string[] = [];
  const suspended = (who: string) =>
    notify("1 persona sin acceso.", "good", UNDO_MS, { label: "Deshacer", run: () => undone.push(who) });
  suspended("Rosa");
  suspended("Andrés");
  for (const { action } of notices.current()) {
    action?.run();
  }
  expect(undone).toEqual(["Rosa", "Andrés"]);
  vi.advanceTimersByTime(UNDO_MS);
  expect(texts()).toEqual([]);
});
