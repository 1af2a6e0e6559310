import { Mark } from "../ui/Logo.tsx";

/** Shown while the code of the first screen is fetched. The page itself begins with it, before any code is there. */
export function Splash() {
  return (
    <div className="um-splash">
      <Mark size={72} />
    </div>
  );
}
