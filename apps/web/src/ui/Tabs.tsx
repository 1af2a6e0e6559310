import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import css from "./Tabs.module.css";

export interface Tab {
  id: string;
  label: string;
  /** Drawn only while its tab is the chosen one. */
  content: ReactNode;
}

interface TabsProps {
  /** What the tabs are about, for who cannot see them. */
  label: string;
  tabs: readonly Tab[];
  /** The chosen one; another word chooses the first. */
  chosen: string | null;
  onChoose(id: string): void;
}

/** Parts of one screen of which one is shown. Arrows, Home and End go from one to the other. */
export function Tabs({ label, tabs, chosen, onChoose }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const current = tabs.find((tab) => tab.id === chosen) ?? tabs[0];
  // On a phone there are more than fit: the chosen one stands in the middle, so that its neighbours show.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chosen tab is what moves the row.
  useLayoutEffect(() => {
    const row = list.current;
    const button = row?.querySelector('[aria-selected="true"]');
    if (row && button instanceof HTMLElement) {
      row.scrollLeft = button.offsetLeft - (row.clientWidth - button.offsetWidth) / 2;
    }
  }, [current?.id]);
  if (current === undefined) {
    return null;
  }
  const at = tabs.indexOf(current);

  const handleKey = (event: KeyboardEvent) => {
    const to = keyTargets[event.key]?.(at, tabs.length);
    const target = to === undefined ? undefined : tabs[to];
    if (target === undefined) {
      return;
    }
    event.preventDefault();
    onChoose(target.id);
    const button = list.current?.children[tabs.indexOf(target)];
    if (button instanceof HTMLElement) {
      button.focus();
    }
  };

  return (
    <>
      <div ref={list} className={css["list"]} role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            id={`${id}-${tab.id}`}
            type="button"
            role="tab"
            className={css["tab"]}
            aria-selected={tab === current}
            aria-controls={tab === current ? `${id}-panel` : undefined}
            tabIndex={tab === current ? 0 : -1}
            onKeyDown={handleKey}
            onClick={() => onChoose(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        key={current.id}
        className={css["panel"]}
        role="tabpanel"
        aria-labelledby={`${id}-${current.id}`}
      >
        {current.content}
      </div>
    </>
  );
}

const keyTargets: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};
