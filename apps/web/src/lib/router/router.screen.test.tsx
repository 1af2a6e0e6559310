import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { later } from "../../../testing/later.ts";
import {
  createRouter,
  Link,
  Navigate,
  Outlet,
  type RouteObject,
  RouterProvider,
  useIsGoing,
  useLocation,
  useNavigate,
  useParams,
  useRouteError,
  useSearchParams,
} from "./index.ts";

const Layout = () => (
  <>
    <p>{useIsGoing() ? "going" : "there"}</p>
    <main>
      <Outlet />
    </main>
  </>
);
const Failure = () => <p>failed: {String(useRouteError())}</p>;

/** Opens the app of these screens at an address. */
function open(at: string, children: readonly RouteObject[], more?: Parameters<typeof createRouter>[1]) {
  window.history.replaceState(null, "", at);
  const place = document.createElement("div");
  document.body.append(place);
  const router = createRouter([{ Component: Layout, Failure, children }], more);
  const root = createRoot(place);
  root.render(<RouterProvider router={router} />);
  onTestFinished(() => {
    root.unmount();
    router.dispose();
    place.remove();
  });
  return router;
}

const shown = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();
const address = () => window.location.pathname + window.location.search;

test("a screen whose code is on its way leaves the one before, and its address, until it is there", async () => {
  const code = later<() => string>();
  const router = open("/one", [
    { path: "/one", Component: () => <Link to="/two/7">on</Link> },
    { path: "/two/:id", load: () => code.promise },
  ]);
  await page.getByRole("link", { name: "on" }).click();
  await shown("going");
  expect(address()).toBe("/one");
  code.resolve(() => `two ${useParams()["id"]}`);
  await shown("two 7");
  await shown("there");
  expect(address()).toBe("/two/7");
  window.history.back();
  await shown("on");
  expect(router.state.navigationType).toBe("POP");
});

test("whoever goes elsewhere meanwhile goes there, and what came too late is not drawn", async () => {
  const code = later<() => string>();
  const router = open("/one", [
    { path: "/one", Component: () => "one" },
    { path: "/slow", load: () => code.promise },
    { path: "/three", Component: () => "three" },
  ]);
  const slow = router.navigate("/slow");
  await router.navigate("/three", { replace: true });
  code.resolve(() => "slow");
  await slow;
  await shown("three");
  expect([address(), router.state.isGoing]).toEqual(["/three", false]);
});

test("code that does not come fails in the nearest place that says so, and is asked for again", async () => {
  const load = vi.fn<() => Promise<() => string>>().mockRejectedValueOnce("no network");
  load.mockResolvedValue(() => "here after all");
  const router = open("/one", [
    { path: "/one", Component: () => "one" },
    {
      Component: () => (
        <section aria-label="frame">
          <Outlet />
        </section>
      ),
      children: [{ Failure, children: [{ path: "/two", load }] }],
    },
  ]);
  await router.navigate("/two");
  await expect.element(page.getByRole("region", { name: "frame" })).toHaveTextContent("failed: no network");
  await router.navigate("/one");
  await router.navigate("/two");
  await shown("here after all");
});

test("a list of screens that is fetched when somebody goes to one of them has them all from then on", async () => {
  const load = vi.fn(async () => [
    { path: "/admin", Component: () => "panel" },
    { path: "/admin/users", Component: () => "users" },
  ]);
  const router = open(
    "/admin/users",
    [{ id: "frame", children: [{ path: "*", Component: () => "nothing" }] }],
    {
      areAt: (path) => path.startsWith("/admin"),
      into: "frame",
      load,
    },
  );
  await shown("users");
  await router.navigate("/admin");
  await shown("panel");
  await router.navigate("/admin/else");
  await shown("nothing");
  expect(load).toHaveBeenCalledTimes(1);
});

test("the search of an address changes at once where that is asked for, and by what it is then", async () => {
  const drawn: string[] = [];
  open("/list?a=1", [
    {
      path: "/list",
      Component: () => {
        const [search, setSearch] = useSearchParams();
        const { state } = useLocation();
        const add = (name: string) =>
          setSearch(
            (current) => {
              current.set(name, "2");
              return current;
            },
            { replace: true, flushSync: true, state: { by: name } },
          );
        const press = () => {
          add("b");
          add("c");
          drawn.push(document.querySelector("output")?.textContent ?? "");
        };
        return (
          <>
            <button type="button" onClick={press}>
              add
            </button>
            <output>{`${search} ${JSON.stringify(state)}`}</output>
          </>
        );
      },
    },
  ]);
  await page.getByRole("button", { name: "add" }).click();
  await shown('a=1&b=2&c=2 {"by":"c"}');
  expect(address()).toBe("/list?a=1&b=2&c=2");
  expect(drawn).toEqual(['a=1&b=2&c=2 {"by":"c"}']);
});

test("going back goes as far down as one was, a new screen begins at its top, and a filter moves nothing", async () => {
  const long = (name: string) => () => (
    <>
      <h1>{name}</h1>
      <div style={{ height: 5000 }} />
    </>
  );
  const router = open("/one", [
    { path: "/one", Component: long("one") },
    { path: "/two", Component: long("two") },
  ]);
  await shown("one");
  window.scrollTo({ top: 700, behavior: "instant" });
  await router.navigate("/one?a=1", { replace: true, preventScrollReset: true });
  await expect.poll(() => window.scrollY).toBe(700);
  await router.navigate("/two");
  await shown("two");
  await expect.poll(() => window.scrollY).toBe(0);
  window.history.back();
  await shown("one");
  await expect.poll(() => window.scrollY).toBe(700);
});

test("a link to where one is makes no entry to come back to, and one for another tab is the browser's", async () => {
  open("/one", [{ path: "/one", Component: () => <Link to="/one">here</Link> }]);
  const before = window.history.length;
  await page.getByRole("link", { name: "here" }).click();
  expect(window.history.length).toBe(before);
  const link = page.getByRole("link", { name: "here" }).element();
  const other = new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true });
  window.addEventListener("click", (event) => event.preventDefault(), { once: true });
  const seen = vi.fn();
  link.addEventListener("click", (event) => seen(event.defaultPrevented));
  link.dispatchEvent(other);
  expect(seen).toHaveBeenCalledWith(false);
});

test("what fails while it is drawn leaves the layout standing, and is over at another place", async () => {
  const complaints = vi.spyOn(console, "error").mockImplementation(() => {});
  const Broken = (): never => {
    throw new Error("broken");
  };
  const router = open("/one", [
    {
      Failure,
      children: [
        { path: "/one", Component: Broken },
        { path: "/two", Component: () => "two" },
        { path: "/three", Component: () => <Navigate to="/two" replace state={{ from: "three" }} /> },
      ],
    },
  ]);
  await shown("failed: Error: broken");
  await shown("there");
  await router.navigate("/three");
  await shown("two");
  expect(router.state.location.state).toEqual({ from: "three" });
  complaints.mockRestore();
});

test("the same function goes elsewhere from every screen", async () => {
  const seen = new Set<unknown>();
  const Screen = () => {
    seen.add(useNavigate());
    return useLocation().pathname;
  };
  const router = open("/one", [{ path: "*", Component: Screen }]);
  await shown("/one");
  await router.navigate("/two");
  await shown("/two");
  expect(seen.size).toBe(1);
});

test("an address that leads out of the app leads nowhere", async () => {
  const router = open("/one", [{ path: "*", Component: () => useLocation().pathname }]);
  await shown("/one");
  for (const to of ["//elsewhere.example/x", "/\\elsewhere.example", "https://elsewhere.example/"]) {
    await expect(router.navigate(to)).rejects.toThrow("not within the app");
  }
  expect(address()).toBe("/one");
});
