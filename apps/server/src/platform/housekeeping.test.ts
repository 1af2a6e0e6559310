import { afterAll, expect, it } from "vitest";
import { startTestServer } from "../../testing/test-server.ts";
import { Housekeeping } from "./housekeeping.ts";

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
