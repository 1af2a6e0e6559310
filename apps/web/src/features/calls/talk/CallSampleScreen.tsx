import type { Call } from "@umbral/contract/calls/calls.contract";
import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../../lib/paths.ts";
import { useMay } from "../../../lib/useMay.ts";
import { useSignedIn } from "../../../lib/useSession.ts";
import type { CallView } from "../session/index.ts";
import { CallStage } from "./CallStage.tsx";

/** Ids of nothing. */
const NOBODY = "00000000-0000-7000-8000-000000000000";

/** '/llamada': how a call looks, with the parts of the live screen, nobody at the other end and no connection. */
export function CallSampleScreen() {
  const navigate = useNavigate();
  const { user, spaces } = useSignedIn();
  const maySeeDashboard = useMay("cameras.view");
  const [isMuted, setMuted] = useState(false);
  const [space] = spaces;
  const view: CallView = {
    phase: "connected",
    call: sampleCall({
      me: user.id,
      apartment: space?.apartment?.name ?? null,
      building: space?.building.name ?? "Umbral",
    }),
    isCaller: false,
    ended: null,
    remote: null,
    otherSends: { microphone: true, camera: false },
    isWeak: false,
    own: {
      microphone: isMuted ? "off" : "on",
      camera: "off",
      facing: "user",
      canSwitchCamera: false,
      picture: null,
    },
    mayOpenDoor: false,
    actions: {
      ...(isMuted ? { unmute: () => setMuted(false) } : { mute: () => setMuted(true) }),
      hangUp: () => void navigate(maySeeDashboard ? paths.dashboard : paths.profile, { replace: true }),
    },
  };
  return <CallStage view={view} />;
}

interface SampleFacts {
  me: string;
  apartment: string | null;
  building: string;
}

function sampleCall({ me, apartment, building }: SampleFacts): Call {
  const now = new Date().toISOString();
  return {
    id: NOBODY,
    userId: me,
    callee: { id: me, name: null },
    status: "CONTESTADA",
    caller: { id: NOBODY, name: "Llamada de muestra", photo: null },
    apartment: apartment === null ? null : { id: NOBODY, name: apartment },
    building: { id: NOBODY, name: building },
    isFromLobby: true,
    isToLobby: false,
    isUnverified: false,
    createdAt: now,
    expiresAt: now,
    answeredAt: now,
    answeredBy: "app",
    reached: [],
    rejectMessage: null,
    said: null,
    endedAt: null,
    may: { openDoor: false },
  };
}
