import { Loading } from "../../ui/ListStates.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";

/** Stands for who came last while it is read, and for its code. */
export const LastCameSkeleton = () => (
  <Loading>
    <CardSkeletons count={1} picture="face" lines={3} />
  </Loading>
);
