import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { isOfWhoLeft } from "../lib/download.ts";
import { Button } from "./Button.tsx";
import { sayFailed } from "./failed.ts";

/** Fetches a file to keep; says so when it did not come. */
export function DownloadButton({ fetch, children }: { fetch(): Promise<void>; children: string }) {
  const [isOnItsWay, setOnItsWay] = useState(false);
  const begin = async () => {
    setOnItsWay(true);
    try {
      await fetch();
    } catch (error) {
      if (!isOfWhoLeft(error)) {
        await sayFailed(error);
      }
    } finally {
      setOnItsWay(false);
    }
  };
  return (
    <Button
      look="quiet"
      loading={isOnItsWay}
      icon={<IconDownload aria-hidden="true" size={20} />}
      onClick={() => void begin()}
    >
      {children}
    </Button>
  );
}
