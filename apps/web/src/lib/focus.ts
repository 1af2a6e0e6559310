/** Gives the focus to what has none by itself. Nothing is scrolled for that. */
export function focusOn(element: HTMLElement | null): void {
  if (element !== null) {
    element.tabIndex = -1;
    element.focus({ preventScroll: true });
  }
}

/** The title of the screen, which readers then speak, or the screen where it has none. */
export function focusTitle(): void {
  const main = document.querySelector("main");
  focusOn(main?.querySelector<HTMLElement>("h1") ?? main);
}
