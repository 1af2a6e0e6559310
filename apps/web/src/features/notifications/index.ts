export { MyDevices } from "./MyDevices.tsx";
export { orderly } from "./orderly-shelf.ts";
export { PushInvitation } from "./PushInvitation.tsx";
export { actOn } from "./push-click.ts";
export { showPush } from "./push-show.ts";
export { saidNotices } from "./said-notices.ts";
export { askFor, isWish, type Wish } from "./worker-wishes.ts";
