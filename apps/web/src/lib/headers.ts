/** What a request says of itself, and who asks. */
export function headersFor(token: string | undefined): Headers {
  const headers = new Headers({ accept: "application/json" });
  if (token !== undefined) {
    headers.set("authorization", `JWT ${token}`);
  }
  return headers;
}
