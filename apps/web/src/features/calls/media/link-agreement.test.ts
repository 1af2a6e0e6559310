import { describe, expect, it } from "vitest";
import {
  agreed,
  canBeMended,
  givenUp,
  isOfSameConnection,
  judgeAnswer,
  keptForLater,
  nothingAgreed,
  offered,
} from "./link-agreement.ts";

const description = (connection: number, fragment = "u") =>
  `v=0\r\no=- ${connection} 1 IN IP4 0.0.0.0\r\na=ice-ufrag:${fragment}\r\n`;
const candidate = (usernameFragment: string | null) => ({
  candidate: `candidate of ${usernameFragment}`,
  sdpMid: "0",
  sdpMLineIndex: 0,
  usernameFragment,
});

describe("what two sides agreed on", () => {
  const { agreement } = agreed(offered(nothingAgreed, "one"), description(7));

  it("closes the open offer, and can be mended until another is open", () => {
    expect(canBeMended(nothingAgreed)).toBe(false);
    expect(agreement.openOffer).toBeNull();
    expect(canBeMended(agreement)).toBe(true);
    expect(canBeMended(offered(agreement, "two"))).toBe(false);
    expect(isOfSameConnection(agreement, description(7, "mended"))).toBe(true);
    expect(isOfSameConnection(agreement, description(8))).toBe(false);
  });

  it("lets an answer in that fits the open offer, and knows a page that was loaded anew", () => {
    const again = offered(agreement, "two");
    const judged = (connection: number, offerId: string | null) =>
      judgeAnswer(again, { sdp: description(connection), offerId });
    expect(judged(7, "two")).toBe("fits");
    expect(judged(7, null)).toBe("fits");
    expect(judged(7, "one")).toBe("late");
    expect(judged(8, "two")).toBe("loaded-anew");
    expect(judgeAnswer(agreement, { sdp: description(7), offerId: null })).toBe("late");
  });

  it("keeps candidates that come before their description, the last 64, also for the next connection", () => {
    const flooded = Array.from({ length: 100 }, () => candidate("later")).reduce(keptForLater, agreement);
    expect(flooded.early).toHaveLength(64);
    const { agreement: next, ready } = agreed(
      keptForLater(givenUp(flooded), candidate("another")),
      description(9, "later"),
    );
    expect(ready).toHaveLength(63);
    expect(next.early).toEqual([candidate("another")]);
  });
});
