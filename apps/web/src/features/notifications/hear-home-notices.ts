import { connection } from "../../lib/socket.ts";
import { notify } from "../../ui/notices.ts";
import { saidNotices } from "./said-notices.ts";

/** What somebody chose to be told of takes longer to read than that something was done. */
const READING_MS = 10_000;

/** Says in the open app what its person chose to be told of their home. Returns how to stop hearing. */
export const hearHomeNotices = (): (() => void) =>
  connection.hear("home_notice", ({ title, sentence }) => {
    notify(`${title}. ${sentence}`, "plain", READING_MS);
    if (document.visibilityState === "visible") {
      saidNotices.add({ title, sentence });
    }
  });
