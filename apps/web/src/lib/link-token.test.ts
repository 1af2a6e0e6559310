import { describe, expect, it } from "vitest";
import { keepLinkToken } from "./link-token.ts";
import { memoryStore } from "./storage.ts";

function arriveAt(address: string) {
  const url = new URL(address, "https://umbral.example");
  const store = memoryStore();
  const shown: string[] = [];
  const history = {
    state: { idx: 3 },
    replaceState: (state: unknown, _unused: string, to?: string | URL | null) => {
      shown.push(`${JSON.stringify(state)} ${String(to)}`);
    },
  };
  keepLinkToken(url, history, store);
  return { shown, tokenOf: (path: string) => store.getItem(`umbral-link:${path}`) };
}

describe("the secret of a link", () => {
  it("leaves the address bar and is kept for its page", () => {
    const { shown, tokenOf } = arriveAt("/reset_password?token=s3cr-et");
    expect(shown).toEqual(['{"idx":3} /reset_password']);
    expect(tokenOf("/reset_password")).toBe("s3cr-et");
    expect(tokenOf("/confirmar_correo")).toBeNull();
  });

  it("leaves the rest of the address as it is", () => {
    expect(arriveAt("/reset_password?a=1&token=x&b=2#c").shown).toEqual([
      '{"idx":3} /reset_password?a=1&b=2#c',
    ]);
  });

  it("is taken out of the fragment, too", () => {
    const { shown, tokenOf } = arriveAt("/confirmar_contacto?a=1#token=s3cr-et");
    expect(shown).toEqual(['{"idx":3} /confirmar_contacto?a=1']);
    expect(tokenOf("/confirmar_contacto")).toBe("s3cr-et");
  });

  it("is not looked for where there is none", () => {
    expect(arriveAt("/profile?ver=datos").shown).toEqual([]);
  });
});
