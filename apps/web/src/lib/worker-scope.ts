/*
 * The part of a service worker's scope that is used. The types of a page stop short of it, and both
 * libraries of types cannot be had in one program.
 */

/** An event during which the browser keeps the worker alive. */
export interface Lasting {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchHeard extends Lasting {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

export interface PushHeard extends Lasting {
  readonly data: { text(): string } | null;
}

export interface ClickHeard extends Lasting {
  /** Empty for a click on the notification itself. */
  readonly action: string;
  readonly notification: ShownNotification;
}

export interface MessageHeard extends Lasting {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
}

export interface ShownNotification {
  readonly tag: string;
  readonly data: unknown;
  close(): void;
}

/** What browsers draw of a notification; those that do not know a part leave it out. */
export interface NotificationLook extends NotificationOptions {
  actions?: readonly { action: string; title: string }[];
  renotify?: boolean;
  vibrate?: readonly number[];
}

export interface NotificationShelf {
  showNotification(title: string, look: NotificationLook): Promise<void>;
  getNotifications(filter?: { tag?: string }): Promise<readonly ShownNotification[]>;
}

/** A window of the app. */
export interface AppWindow {
  readonly visibilityState: DocumentVisibilityState;
  readonly focused: boolean;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
  postMessage(message: unknown, transfer: Transferable[]): void;
}

export interface AppWindows {
  matchAll(options: { type: "window"; includeUncontrolled: true }): Promise<readonly AppWindow[]>;
  openWindow(url: string): Promise<AppWindow | null>;
  claim(): Promise<void>;
}

export interface WorkerScope {
  readonly clients: AppWindows;
  readonly registration: NotificationShelf;
  readonly location: { readonly origin: string };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: Lasting) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchHeard) => void): void;
  addEventListener(type: "push", listener: (event: PushHeard) => void): void;
  addEventListener(type: "notificationclick", listener: (event: ClickHeard) => void): void;
  addEventListener(type: "message", listener: (event: MessageHeard) => void): void;
}
