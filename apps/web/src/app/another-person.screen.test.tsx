import { currentUser, type SignedIn } from "@umbral/contract/auth/auth.contract";
import { listHomeCardHolders } from "@umbral/contract/users/card-holders.contract";
import { listHomeInvitations } from "@umbral/contract/users/home-invitations.contract";
import { listMembers } from "@umbral/contract/users/members.contract";
import { pendingEmail } from "@umbral/contract/users/profile.contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { later } from "../../testing/later.ts";
import { invitation } from "../../testing/screens/home-invitation.ts";
import { home, idOf, somebody } from "../../testing/screens/people.ts";
import { Replies } from "../../testing/screens/replies.ts";
import { renderScreen } from "../../testing/screens/screen.tsx";
import { createSessionStore } from "../lib/session.ts";

/* Another tab signs out and somebody signs in there, which this one, asleep meanwhile, hears of at once. */

const rosa = somebody("RESIDENTE_LIDER", "Rosa Líder", home);
const asOlga = somebody("RESIDENTE_LIDER", "Olga Líder", home);
const olga: SignedIn = { ...asOlga, token: "token-of-olga", user: { ...asOlga.user, id: idOf(0x01a) } };

const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const dialog = () => page.getByRole("dialog");
const name = () => dialog().getByRole("textbox", { name: "Nombre" });

/** Rosa is about to invite somebody. */
async function typing(...others: readonly SignedIn[]) {
  const people = [rosa, ...others];
  const late = later<void>();
  const personOf = (token: string | undefined) => people.find((one) => token?.endsWith(one.token)) ?? rosa;
  const replies = new Replies()
    .on(pendingEmail, { pending: null })
    .on(listMembers, { members: [] })
    .on(listHomeCardHolders, { cardHolders: [] })
    .on(currentUser, ({ token }) => personOf(token))
    .on(listHomeInvitations, async ({ token }) => {
      if (personOf(token) === rosa) {
        return { invitations: [invitation] };
      }
      await late.promise;
      return { invitations: [] };
    });
  await renderScreen("/profile?ver=familia", { as: rosa, replies });
  await expect.element(page.getByText("Nueva Residente")).toBeVisible();
  await press("Invitar");
  await name().fill("Nadia");
  return { replies, answerOthers: () => late.resolve() };
}

function signInElsewhere(next: SignedIn): void {
  createSessionStore(localStorage).begin(next);
  window.dispatchEvent(new StorageEvent("storage", { key: "authToken" }));
}

test("what one person typed and read is not there for another who signed in in another tab", async () => {
  const { answerOthers } = await typing(olga);
  signInElsewhere(olga);
  await expect.element(page.getByRole("heading", { name: "Olga Líder" })).toBeVisible();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(page.getByText("Nueva Residente").elements()).toEqual([]);
  answerOthers();
});

test("who signed in anew themselves goes on typing", async () => {
  const again = { ...rosa, token: "token-of-rosa-again" };
  const { replies, answerOthers } = await typing(again);
  answerOthers();
  signInElsewhere(again);
  await expect
    .poll(() => replies.asked(currentUser).some(({ token }) => token?.endsWith(again.token)))
    .toBe(true);
  await expect.element(name()).toHaveValue("Nadia");
});
