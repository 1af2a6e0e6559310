/** The script that this page began with: its name changes with anything that was built. */
export const ownEntry = (page: Document = document): string | undefined => {
  const script = page.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script === null ? undefined : new URL(script.src).pathname;
};

/**
 * Whether the server has another version of the app than this page. A server that is away has lost nothing, and one
 * that came back in the meantime neither: only its page tells.
 * @param entry `ownEntry` of this page
 */
export async function isNewerInstalled(entry: string | undefined): Promise<boolean> {
  // By its name it is no page to the service worker, which would give its own.
  const answer = await fetch("/index.html", { cache: "no-store" }).catch(() => null);
  return entry !== undefined && answer?.ok === true && !(await answer.text()).includes(`"${entry}"`);
}
