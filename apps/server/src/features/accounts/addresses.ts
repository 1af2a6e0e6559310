import { takesSms } from "@umbral/contract/registration/personal-data";
import type { CodeWay } from "@umbral/contract/users/invitations.contract";

/** An account that holds the cédula of an invitation. */
export interface Holder {
  id: string;
  name: string;
  email: string;
  phone: string;
}

/** The ways in which the typed addresses can be reached, the one for the link first. */
export const waysOf = ({ email, phone }: { email: string; phone: string }): CodeWay[] => [
  ...(email === "" ? [] : (["mail"] as const)),
  ...(phone !== "" && takesSms(phone) ? (["sms"] as const) : []),
];

/** Is there an address to which a link and a code can be sent? A telephone on a wall takes no SMS. */
export const isReachable = (typed: { email: string; phone: string }): boolean => waysOf(typed).length > 0;

/** Has the account one of the addresses that were typed? Then its owner can accept. */
export const sharesAddress = (
  account: { email: string; phone: string },
  typed: { email: string; phone: string },
): boolean =>
  (typed.email !== "" && account.email.toLowerCase() === typed.email.toLowerCase()) ||
  (typed.phone !== "" && account.phone.replaceAll(" ", "") === typed.phone);
