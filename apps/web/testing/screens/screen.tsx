import { QueryClientProvider } from "@tanstack/react-query";
import { listWaitingPlaces } from "@umbral/contract/access-requests/access-requests.contract";
import { listAlarms } from "@umbral/contract/alarms/alarms.contract";
import { currentUser, init, type SignedIn } from "@umbral/contract/auth/auth.contract";
import { askSecondFactor } from "@umbral/contract/auth/second-factor.contract";
import { administerBuildings } from "@umbral/contract/buildings/building-list.contract";
import { callHistory, lastVisitor } from "@umbral/contract/calls/call-history.contract";
import { listCameras, listLastShown } from "@umbral/contract/cameras/cameras.contract";
import { listClipsOf } from "@umbral/contract/clips/clips.contract";
import { listDoors } from "@umbral/contract/doors/doors.contract";
import { pushPublicKey } from "@umbral/contract/notifications/notifications.contract";
import { readOverview } from "@umbral/contract/overview/overview.contract";
import { listHomeParcels } from "@umbral/contract/parcels/parcels.contract";
import { listPasses } from "@umbral/contract/passes/passes.contract";
import { listHomeInvitations } from "@umbral/contract/users/home-invitations.contract";
import { Fragment, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { expect, onTestFinished, vi } from "vitest";
import { commands } from "vitest/browser";
import type { z } from "zod";
import indexHtml from "../../index.html?raw";
import { askAhead } from "../../src/app/ask-ahead.ts";
import { createAppRouter } from "../../src/app/router.tsx";
import { toExpress } from "../../src/features/registration/handed-over.ts";
import { keepLinkToken } from "../../src/lib/link-token.ts";
import { queryClient } from "../../src/lib/queries.ts";
import { session } from "../../src/lib/useSession.ts";
import { closeDialogs } from "../../src/ui/dialogs.ts";
import { addLetters } from "../../src/ui/letters.ts";
import { dismissNotices } from "../../src/ui/notices.ts";
import "../../src/ui/tokens.css";
import "../../src/ui/base.css";
import type { Device } from "./commands.ts";
import { resize } from "./frames.ts";
import { lineWith, ServerLine } from "./line.ts";
import { answerWith, dropRequests } from "./network.ts";
import { Replies } from "./replies.ts";

/** The sizes that every screen is looked at in. */
const sizes = {
  phone: { width: 360, height: 740 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
} as const;

interface Setting {
  /** Who is signed in; nobody when absent. */
  as?: SignedIn;
  size?: keyof typeof sizes;
  colorScheme?: Device["colorScheme"];
  replies?: Replies;
  line?: ServerLine;
  /** As the build makes the page and people get it: with its first script, and nothing drawn twice. */
  isBuilt?: boolean;
  /** Lines of the console that the test itself brings about, by what they contain. */
  expectInConsole?: readonly string[];
}

interface Open {
  replies: Replies;
  line: ServerLine;
  /** Where the app is, as the address bar would say it. */
  path(): string;
  /** Leaves the page and opens it anew at the same address: what only a page remembers is gone. */
  reload(): Promise<void>;
}

// What failed is asked for again as often as the app says, and without the pause before it.
const defaults = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retryDelay: 0 } });

const noHours = Array.from({ length: 24 }, () => 0);
/** The administrator's home where all is well and nothing happened yet. */
export const calmOverview: z.input<(typeof readOverview)["reply"]> = {
  buildings: [],
  troubles: [],
  hasMoreTroubles: false,
  waiting: [],
  today: { openings: noHours, visits: noHours, guests: noHours },
};

let leave: (() => Promise<void>) | null = null;

/**
 * Opens the app at a path, as somebody or nobody, with stand-ins for the server behind `fetch` and the socket.
 * When the test ends the page is left, and it fails if something was asked for that nobody answers.
 */
export async function renderScreen(path: string, setting: Setting = {}): Promise<Open> {
  await leave?.();
  const { as, size = "desktop", colorScheme = "light", replies = new Replies() } = setting;
  const line = setting.line ?? new ServerLine();
  await commands.emulate({ size: sizes[size], colorScheme, hasTouch: size !== "desktop" });
  await resize(sizes[size].width, sizes[size].height);
  await expect.poll(() => matchMedia(`(prefers-color-scheme: ${colorScheme})`).matches).toBe(true);
  answerWith(replies);
  lineWith(line);

  localStorage.clear();
  sessionStorage.clear();
  session.readAgain();
  // What the screen asks on which people land, also those who sign in here.
  replies.unlessSaid(listDoors, { doors: [] });
  replies.unlessSaid(listCameras, { cameras: [] });
  replies.unlessSaid(listLastShown, { pictures: [], keys: [] });
  replies.unlessSaid(listAlarms, { alarms: [], totalPages: 1 });
  replies.unlessSaid(listClipsOf, { clips: [] });
  replies.unlessSaid(callHistory, { calls: [], totalPages: 1 });
  replies.unlessSaid(lastVisitor, { call: null, guest: null });
  replies.unlessSaid(listHomeParcels, { parcels: [], totalPages: 0, waiting: 0 });
  replies.unlessSaid(listPasses, { passes: [], totalPages: 1 });
  replies.unlessSaid(readOverview, calmOverview);
  replies.unlessSaid(administerBuildings, { buildings: [] });
  // What promises a message asks by which ways any leave.
  replies.unlessSaid(pushPublicKey, { publicKey: "", ways: ["mail", "sms"] });
  if (as !== undefined) {
    // What the frame around every screen asks, in a calm building, unless the test said otherwise.
    replies.unlessSaid(currentUser, { user: as.user, spaces: as.spaces, kiosk: as.kiosk });
    replies.unlessSaid(listWaitingPlaces, { places: [] });
    replies.unlessSaid(listHomeInvitations, { invitations: [] });
    replies.unlessSaid(askSecondFactor, { isShown: true, isInUse: true });
    line.unlessSaid(init, { userId: as.user.id, socketId: "line-1" });
    if (as.kiosk !== undefined && as.spaces.length === 0) {
      session.beginDevice(as);
    } else {
      session.begin(as);
    }
  }
  const said = watchConsole(setting.expectInConsole ?? []);
  window.history.replaceState(null, "", path);
  const open = () => {
    if (setting.isBuilt) {
      globalThis.askAhead = askAhead;
      askAhead(window.location.pathname + window.location.search);
    }
    return mount(setting.isBuilt ? Fragment : StrictMode);
  };
  let close = open();

  leave = async () => {
    leave = null;
    // What the last step of the test set going asks its questions first.
    await new Promise((resolve) => setTimeout(resolve));
    close();
    const complaints = [...replies.complaints, ...line.complaints, ...said()];
    expect(complaints, "what the test did not provide for").toEqual([]);
  };
  onTestFinished(() => leave?.());
  return {
    replies,
    line,
    path: () => window.location.pathname + window.location.search,
    async reload() {
      close();
      close = open();
    },
  };
}

/** Begins the page as `main.tsx` does. Returns how it is left. */
function mount(Mode: typeof StrictMode | typeof Fragment): () => void {
  keepLinkToken(window.location, window.history, sessionStorage);
  const place = document.createElement("div");
  place.id = "root";
  document.body.append(place);
  const router = createAppRouter();
  const root = createRoot(place);
  root.render(
    <Mode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Mode>,
  );
  return () => {
    root.unmount();
    router.dispose();
    place.remove();
    dropRequests();
    // What the modules of a page remember, and a new page does not.
    toExpress.take();
    globalThis.askAhead = undefined;
    globalThis.firstAsked = undefined;
    void queryClient.cancelQueries();
    queryClient.clear();
    closeDialogs();
    dismissNotices();
  };
}

addLetters();

/** The page's own frame: its language, and what it says of itself. */
const index = new DOMParser().parseFromString(indexHtml, "text/html");
for (const { name, value } of index.documentElement.attributes) {
  document.documentElement.setAttribute(name, value);
}
document.head.append(...index.head.querySelectorAll("meta[name]"));

/** A test in which the console complained is not a good one, whatever the screen showed. */
function watchConsole(expected: readonly string[]): () => string[] {
  const complained = vi.spyOn(console, "error");
  const reported = vi.spyOn(window, "reportError").mockImplementation(() => {});
  return () => {
    const calls = [...complained.mock.calls, ...reported.mock.calls];
    const lines = calls.map((words) => words.map(String).join(" "));
    complained.mockRestore();
    reported.mockRestore();
    return lines.filter((line) => !expected.some((part) => line.includes(part)));
  };
}
