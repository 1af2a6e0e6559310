import { IconCalendarTime } from "@tabler/icons-react";
import { cameraDayPath } from "../../lib/admin-paths.ts";
import { ButtonLink } from "../../ui/Button.tsx";

/** To what happened before a camera, for who administers. */
export const DayLink = ({ cameraId }: { cameraId: string }) => (
  <ButtonLink
    look="quiet"
    to={cameraDayPath(cameraId)}
    icon={<IconCalendarTime aria-hidden="true" size={22} />}
  >
    Ver el día
  </ButtonLink>
);
