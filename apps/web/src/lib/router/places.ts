/** Where the browser is, and what it keeps beside that entry of its history. */
export interface Location {
  pathname: string;
  /** With its question mark, or empty. */
  search: string;
  /** With its number sign, or empty. */
  hash: string;
  state: unknown;
  /** Of this entry of the history alone. */
  key: string;
}

/** An address within the app, whole or in parts; what is missing stays as it is, or is empty. */
export type To = string | { pathname?: string; search?: string; hash?: string };

interface Address {
  pathname: string;
  search: string;
  hash: string;
}

/** @param from the path that an address without one is about */
export function addressOf(to: To, from: string): Address {
  const { pathname, search = "", hash = "" } = typeof to === "string" ? partsOf(to) : to;
  return { pathname: pathname || from, search: marked("?", search), hash: marked("#", hash) };
}

export const hrefOf = ({ pathname, search, hash }: Address): string => `${pathname}${search}${hash}`;

function partsOf(address: string): Address {
  const [rest = "", ...hash] = address.split("#");
  const [pathname = "", ...search] = rest.split("?");
  return { pathname, search: search.join("?"), hash: hash.join("#") };
}

function marked(mark: "?" | "#", text: string): string {
  const bare = text.startsWith(mark) ? text.slice(1) : text;
  return bare === "" ? "" : mark + bare;
}
