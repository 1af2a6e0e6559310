export { hearBellTests } from "./hear-bell-test.ts";
export { hearHomeNotices } from "./hear-home-notices.ts";
export { MyDevices } from "./MyDevices.tsx";
export { orderly } from "./orderly-shelf.ts";
export { PushInvitation } from "./PushInvitation.tsx";
export { actOn } from "./push-click.ts";
export { showPush } from "./push-show.ts";
export { saidNotices } from "./said-notices.ts";
export { askFor, isWish, type Wish } from "./worker-wishes.ts";
