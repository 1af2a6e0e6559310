/** What waits for its turn, in the order in which it came. */
const waiting: (() => void)[] = [];
/** A timer would be slowed down in a page that nobody looks at. */
const { port1, port2 } = new MessageChannel();
let isTaken = false;

port1.onmessage = () => {
  const goOn = waiting.shift();
  isTaken = goOn !== undefined;
  if (goOn !== undefined) {
    port2.postMessage(null);
    goOn();
  }
};

/**
 * Parts what a screen does in one go, so that a press is answered between two: the first that asks goes on at once, each
 * further one in a task of its own.
 * @returns what to wait for, or nothing when it is this one's turn
 */
export function turn(): Promise<void> | undefined {
  if (isTaken) {
    return new Promise((resolve) => waiting.push(resolve));
  }
  isTaken = true;
  port2.postMessage(null);
  return undefined;
}
