// @ts-check
import S3rver from "@20minutes/s3rver";

/** An object store that is none of ours, in a process of its own, so that it can be killed: `node s3-process.mjs FOLDER PORT`. */
const [directory = "", port = "0"] = process.argv.slice(2);
const store = new S3rver({
  address: "127.0.0.1",
  port: Number(port),
  directory,
  silent: true,
  configureBuckets: [{ name: "umbral", configs: [] }],
});
await store.run();
process.stdout.write("listening\n");
