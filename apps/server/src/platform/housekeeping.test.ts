import { afterAll, expect, it } from "vitest";
import { startTestServer } from "../../testing/test-server.ts";
import { Housekeeping } from "./housekeeping.ts";
import { sweepPictures } from "./picture-sweep.ts";

const server = await startTestServer();
afterAll(() => server.close());

it("lets go what the other rooms are done with, and sweeps, where one of them fails", async () => {
  const { services } = server.app;
  const stray = services.newId();
  await services.files.put(stray, Buffer.from("a picture that no row names"));
  server.clock.push(2 * 3_600_000);
  let done = 0;
  const failing = (why: string) => async () => {
    throw new Error(why);
  };
  const counting = async () => {
    done += 1;
  };
  const housekeeping = new Housekeeping(services, [failing("first"), counting, failing("second"), counting]);
  await expect(housekeeping.tidy()).rejects.toThrow("first");
  expect(done).toBe(2);
  expect(await services.files.get(stray)).toBeNull();
});

it("leaves what it has not begun to the next process when it is stopped", async () => {
  const { services } = server.app;
  const stray = services.newId();
  await services.files.put(stray, Buffer.from("another"));
  server.clock.push(2 * 3_600_000);
  const done: string[] = [];
  const housekeeping = new Housekeeping(services, [
    async () => {
      done.push("one");
      await housekeeping.stop();
    },
    async () => void done.push("other"),
  ]);
  await housekeeping.tidy();
  expect(done).toEqual(["one"]);
  expect(await services.files.get(stray)).not.toBeNull();
  expect(await sweepPictures(services, () => true)).toEqual({ rows: 0, strays: 0 });
});
