import type { NotificationShelf } from "../../lib/worker-scope.ts";

/**
 * The notifications of this browser, asked one thing after the other. Chromium forgets a notification for good that is being shown
 * while somebody reads which ones are: two pushes at once would silence each other.
 */
export function orderly(shelf: NotificationShelf): NotificationShelf {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work, work);
    last = done;
    return done;
  };
  return {
    showNotification: (title, look) => inTurn(() => shelf.showNotification(title, look)),
    getNotifications: (filter) => inTurn(() => shelf.getNotifications(filter)),
  };
}
