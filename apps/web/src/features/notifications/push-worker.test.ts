import type { PushPayload } from "@umbral/contract/notifications/notifications.contract";
import { describe, expect, it } from "vitest";
import type { AppWindow, NotificationLook, ShownNotification } from "../../lib/worker-scope.ts";
import { orderly } from "./orderly-shelf.ts";
import { actOn } from "./push-click.ts";
import { isPush, readPush } from "./push-payload.ts";
import { showPush } from "./push-show.ts";
import { isWish } from "./worker-wishes.ts";

const noon = Date.parse("2026-01-01T12:00:00Z");
const call: PushPayload = {
  kind: "call",
  title: "Llamada de portería",
  body: "Pedro Portero llama al apartamento A-101",
  path: "/llamada-visitante/c1/true",
  tag: "c1",
  expiresAt: "2026-01-01T12:00:30Z",
  proof: "a-proof",
};

class FakeShelf {
  shown: { title: string; look: NotificationLook }[] = [];
  async showNotification(title: string, look: NotificationLook) {
    this.shown = [...this.shown.filter((one) => one.look.tag !== look.tag), { title, look }];
  }
  async getNotifications({ tag }: { tag?: string } = {}): Promise<ShownNotification[]> {
    return this.shown
      .filter(({ look }) => tag === undefined || look.tag === tag)
      .map((one) => ({
        tag: one.look.tag ?? "",
        data: one.look.data,
        close: () => {
          this.shown = this.shown.filter((other) => other !== one);
        },
      }));
  }
}

/** A window that grants what it is asked for, or never answers. */
function newWindow(
  options: { visible?: boolean; focused?: boolean; grants?: boolean; fails?: boolean } = {},
) {
  const heard: unknown[] = [];
  const went: string[] = [];
  const window: AppWindow = {
    visibilityState: options.visible === false ? "hidden" : "visible",
    focused: options.focused ?? false,
    focus: async () => {
      heard.push("focus");
      if (options.fails) {
        throw new Error("not allowed");
      }
    },
    navigate: async (url) => {
      went.push(url);
      if (options.fails) {
        throw new Error("not controlled");
      }
    },
    postMessage: (message, [port]) => {
      heard.push(message);
      if (options.grants && port instanceof MessagePort) {
        port.postMessage(true);
      }
    },
  };
  return { window, heard, went };
}

function setUp(
  windows: AppWindow[] = [],
  options: { post?: () => Promise<Response>; nowMs?: number; serverNowMs?: number } = {},
) {
  const shelf = new FakeShelf();
  const posted: string[][] = [];
  const opened: string[] = [];
  const slept: number[] = [];
  const toOpen = newWindow({ grants: true });
  const parts = {
    shelf,
    windows: {
      matchAll: async () => windows,
      openWindow: async (url: string) => {
        opened.push(url);
        return toOpen.window;
      },
    },
    post: async (path: string, proof: string) => {
      posted.push([path, proof]);
      return options.post ? options.post() : new Response();
    },
    nowMs: () => options.nowMs ?? noon,
    serverNowMs: async () => options.serverNowMs ?? null,
    sleep: async (milliseconds: number) => {
      slept.push(milliseconds);
      // An answer of a window that is there comes first: it is on its way through a channel already.
      await throughAChannel();
      await throughAChannel();
    },
  };
  return { parts, shelf, posted, opened, slept, toOpen };
}

/** Ends when a message sent now has arrived. */
function throughAChannel(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

const show = (push: PushPayload, parts: Parameters<typeof showPush>[1]) =>
  showPush(JSON.stringify(push), parts);

describe("the push of a call", () => {
  it("rings until it is over, with its two answers, and then says so without noise", async () => {
    const { parts, shelf, slept } = setUp();
    const looks: NotificationLook[] = [];
    const remember = shelf.showNotification.bind(shelf);
    shelf.showNotification = (title, look) => {
      looks.push(look);
      return remember(title, look);
    };
    await show(call, parts);
    expect(looks[0]).toMatchObject({
      body: call.body,
      tag: "c1",
      requireInteraction: true,
      renotify: true,
      vibrate: expect.any(Array),
      actions: [
        { action: "answer", title: "Contestar" },
        { action: "reject", title: "Rechazar" },
      ],
    });
    expect(slept).toEqual([33_000]);
    expect(shelf.shown).toMatchObject([
      { title: "La llamada ya terminó", look: { silent: true, tag: "c1" } },
    ]);
    expect(looks[1]?.vibrate ?? looks[1]?.actions).toBeUndefined();
  });

  it("leaves alone what the server said of its end meanwhile, and what the person put away", async () => {
    const { parts, shelf } = setUp();
    const ended = { ...call, kind: "call-ended", title: "Contestada en otro dispositivo" } as const;
    parts.sleep = () => show(ended, { ...parts, sleep: async () => undefined });
    await show(call, parts);
    expect(shelf.shown).toMatchObject([{ title: "Contestada en otro dispositivo", look: { silent: true } }]);

    const put = setUp();
    put.parts.sleep = async () => {
      put.shelf.shown = [];
    };
    await show(call, put.parts);
    expect(put.shelf.shown).toEqual([]);
  });

  it("that came too late is a missed one, and does not ring", async () => {
    const { parts, shelf, slept } = setUp([], { nowMs: noon + 30_000 });
    await show(call, parts);
    expect(shelf.shown).toMatchObject([
      { title: "Llamada perdida", look: { body: call.body, silent: true } },
    ]);
    expect(shelf.shown[0]?.look.actions).toBeUndefined();
    expect(slept).toEqual([]);
  });

  it("rings as long as the server says, on a phone whose clock is ahead or behind", async () => {
    for (const [aheadMs, leftMs] of [
      [40_000, 29_000],
      [20_000, 29_000],
      [-90_000, 29_000],
    ] as const) {
      const { parts, shelf, slept } = setUp([], { nowMs: noon + 1000 + aheadMs, serverNowMs: noon + 1000 });
      const titles: string[] = [];
      const remember = shelf.showNotification.bind(shelf);
      shelf.showNotification = (title, look) => {
        titles.push(title);
        return remember(title, look);
      };
      await show(call, parts);
      expect([aheadMs, titles[0], slept]).toEqual([aheadMs, call.title, [leftMs + 3000]]);
    }
    const over = setUp([], { nowMs: noon - 90_000, serverNowMs: noon + 31_000 });
    await show(call, over.parts);
    expect(over.shelf.shown).toMatchObject([{ title: "Llamada perdida", look: { silent: true } }]);
    // Whatever a clock says that nobody can compare: no call rings for longer than a call does.
    const behind = setUp([], { nowMs: noon - 90_000 });
    await show(call, behind.parts);
    expect(behind.slept).toEqual([33_000]);
  });

  it("makes no second noise when a window in front rings, but does when none says so", async () => {
    const ringing = newWindow({ grants: true });
    const front = setUp([ringing.window]);
    await show(call, front.parts);
    expect(front.shelf.shown).toEqual([]);
    expect(isWish(ringing.heard[0], "is-ringing")).toBe(true);

    for (const window of [newWindow({ grants: true, visible: false }), newWindow()]) {
      const { parts, shelf } = setUp([window.window]);
      await show(call, parts);
      expect(shelf.shown).toHaveLength(1);
    }
  });

  it("that is a notice is not shown over an app that said the same in front of somebody; an alarm always is", async () => {
    const notice: PushPayload = {
      ...call,
      kind: "notice",
      title: "Llegó Camilo",
      body: "Entró a las 3:05 PM.",
    };
    const said = newWindow({ grants: true });
    const front = setUp([said.window]);
    await show(notice, front.parts);
    expect(front.shelf.shown).toEqual([]);
    expect(said.heard).toEqual([{ umbral: "is-said", title: notice.title, sentence: notice.body }]);
    for (const windows of [[], [newWindow({ grants: true, visible: false })], [newWindow()]]) {
      const { parts, shelf } = setUp(windows.map(({ window }) => window));
      await show(notice, parts);
      expect(shelf.shown).toMatchObject([{ title: notice.title, look: { body: notice.body } }]);
    }
    const { parts, shelf } = setUp([newWindow({ grants: true }).window]);
    await show({ ...notice, kind: "alarm" }, parts);
    expect(shelf.shown).toHaveLength(1);
  });

  it("ends its noise when a window in front that had much to do says late that it rings", async () => {
    const { window } = newWindow();
    let answer = (): void => undefined;
    window.postMessage = (_, [port]) => {
      answer = () => port instanceof MessagePort && port.postMessage(true);
    };
    const { parts, shelf } = setUp([window]);
    const shown: number[] = [];
    const sleep = parts.sleep;
    parts.sleep = async (milliseconds) => {
      shown.push(shelf.shown.length);
      if (milliseconds > 500) {
        answer();
      }
      await sleep(milliseconds);
    };
    await show(call, parts);
    expect(shown).toEqual([0, 1]);
    expect(shelf.shown).toEqual([]);
  });

  it("is closed by its end when the app is in front", async () => {
    const { parts, shelf } = setUp();
    await shelf.showNotification("x", { tag: "c1", data: call });
    parts.windows.matchAll = async () => [newWindow().window];
    await show({ ...call, kind: "call-ended" }, parts);
    expect(shelf.shown).toEqual([]);
  });
});

describe("other pushes", () => {
  it("show what they say, and lead where they say", async () => {
    const { parts, shelf } = setUp();
    const notice = {
      ...call,
      kind: "notice",
      tag: "n1",
      path: "/building/dashboard/apartments/requests/employee",
    } as const;
    await show(notice, parts);
    expect(shelf.shown).toMatchObject([
      { title: notice.title, look: { body: notice.body, tag: "n1", data: notice } },
    ]);
  });

  it("of an alarm stay until somebody looked, and give way to the word that it was silenced", async () => {
    const { parts, shelf } = setUp([newWindow().window]);
    const alarm = { ...call, kind: "alarm", title: "Alerta de Emergencia", tag: "a1" } as const;
    await show(alarm, parts);
    expect(shelf.shown).toMatchObject([
      {
        title: "Alerta de Emergencia",
        look: { requireInteraction: true, renotify: true, vibrate: expect.any(Array), data: alarm },
      },
    ]);
    await show({ ...alarm, kind: "notice", title: "Silenciada: Alerta de Emergencia" }, parts);
    expect(shelf.shown.at(-1)).toMatchObject({
      title: "Silenciada: Alerta de Emergencia",
      look: { tag: "a1" },
    });

    const ahead = setUp([], { nowMs: noon + 86_400_000, serverNowMs: noon });
    await show(alarm, ahead.parts);
    expect(ahead.shelf.shown).toMatchObject([{ look: { requireInteraction: true } }]);
    const late = setUp([], { nowMs: noon + 30_000 });
    await show(alarm, late.parts);
    expect(late.shelf.shown).toMatchObject([{ title: "Alerta de Emergencia", look: { silent: true } }]);
  });

  it("of a test are shown first, and only then said to have arrived", async () => {
    const { parts, shelf, posted } = setUp();
    await show({ ...call, kind: "bell-test" }, parts);
    expect(shelf.shown).toHaveLength(1);
    expect(posted).toEqual([["/api/push/bell-test/arrived", "a-proof"]]);

    const refused = setUp();
    refused.shelf.showNotification = () => Promise.reject(new TypeError("no permission"));
    await expect(show({ ...call, kind: "bell-test" }, refused.parts)).rejects.toThrow("no permission");
    expect(refused.posted).toEqual([]);
  });

  it("that this version does not know still show something", async () => {
    for (const text of ["", "{", "7", "null", JSON.stringify({ ...call, kind: "of-tomorrow" })]) {
      const { parts, shelf } = setUp();
      await showPush(text, parts);
      expect(shelf.shown).toMatchObject([{ title: "Umbral", look: { body: "Tienes una novedad." } }]);
    }
  });

  it("never lead to another site", () => {
    expect(isPush(call)).toBe(true);
    for (const path of [
      "https://elsewhere.example",
      "//elsewhere.example",
      "/\\elsewhere.example",
      "profile",
      "",
    ]) {
      expect([path, readPush(JSON.stringify({ ...call, path }))]).toEqual([path, null]);
    }
  });
});

describe("a notification that is pressed", () => {
  const shownAs = (data: unknown) => {
    const closed: string[] = [];
    const notification: ShownNotification = { tag: "c1", data, close: () => closed.push("closed") };
    return { notification, closed };
  };

  it("brings the open window to the front and leads it to the call", async () => {
    const [hidden, near] = [newWindow({ visible: false }), newWindow({ grants: true, focused: true })];
    const { parts, opened, slept } = setUp([hidden.window, near.window]);
    const { notification, closed } = shownAs(call);
    await actOn(notification, "answer", parts);
    expect(closed).toEqual(["closed"]);
    expect(near.heard).toEqual(["focus", { umbral: "go", path: call.path }]);
    expect([hidden.heard, near.went, opened]).toEqual([[], [], []]);
    expect(slept).not.toContain(3000);
  });

  it("opens a window, gives it three seconds, and leads it there", async () => {
    const { parts, opened, slept, toOpen } = setUp();
    await actOn(shownAs(call).notification, "", parts);
    expect(opened).toEqual(["/"]);
    expect(slept[0]).toBe(3000);
    expect(toOpen.heard).toEqual([{ umbral: "go", path: call.path }]);
  });

  it("loads a window anew that does not listen, and does not fail for one that cannot be", async () => {
    const deaf = newWindow();
    await actOn(shownAs(call).notification, "answer", setUp([deaf.window]).parts);
    expect(deaf.went).toEqual([call.path]);
    const broken = newWindow({ fails: true });
    await actOn(shownAs(call).notification, "answer", setUp([broken.window]).parts);
    expect(broken.went).toEqual([call.path]);
  });

  it("rejects without opening anything, and says so only when the server was not reached", async () => {
    for (const status of [200, 401, 409]) {
      const { parts, posted, opened, shelf } = setUp([], { post: async () => new Response("", { status }) });
      await actOn(shownAs(call).notification, "reject", parts);
      expect([posted, opened, shelf.shown]).toEqual([[["/api/push/call/reject", "a-proof"]], [], []]);
    }
    const failures = [
      async () => new Response("", { status: 503 }),
      () => Promise.reject(new TypeError("no network")),
    ];
    for (const post of failures) {
      const { parts, shelf } = setUp([], { post });
      await actOn(shownAs(call).notification, "reject", parts);
      expect(shelf.shown).toMatchObject([
        { title: "No pudimos rechazar la llamada", look: { silent: true } },
      ]);
    }
  });

  it("opens the app when there is no proof to reject with, or nothing known of it", async () => {
    const { proof: _, ...without } = call;
    const open = newWindow({ grants: true });
    const { parts, posted } = setUp([open.window]);
    await actOn(shownAs(without).notification, "reject", parts);
    await actOn(shownAs(undefined).notification, "", parts);
    expect(open.heard.filter((wish) => wish !== "focus")).toEqual([
      { umbral: "go", path: "/" },
      { umbral: "go", path: "/" },
    ]);
    expect(posted).toEqual([]);
  });
});

describe("What notifications are shown", () => {
  it("is never read while one is being shown, of two pushes at once, also after one failed", async () => {
    const steps: string[] = [];
    const slow = (step: string) =>
      new Promise<void>((resolve) => {
        steps.push(`${step} begins`);
        setTimeout(() => {
          steps.push(`${step} ends`);
          resolve();
        });
      });
    const shelf = orderly({
      showNotification: async (title) => {
        await slow(title);
        if (title === "refused") {
          throw new TypeError("no permission");
        }
      },
      getNotifications: async () => {
        await slow("a look");
        return [];
      },
    });
    const refused = shelf.showNotification("refused", {});
    await Promise.all([
      expect(refused).rejects.toThrow("no permission"),
      shelf.showNotification("a ring", {}),
      shelf.getNotifications(),
    ]);
    expect(steps).toEqual(
      ["refused", "a ring", "a look"].flatMap((step) => [`${step} begins`, `${step} ends`]),
    );
  });
});
