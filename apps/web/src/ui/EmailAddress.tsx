/** An address that goes on in the next line at its sign and not in the middle of a word. */
export function EmailAddress({ of }: { of: string }) {
  const at = of.lastIndexOf("@");
  return at < 0 ? (
    of
  ) : (
    <>
      {of.slice(0, at)}
      <wbr />
      {of.slice(at)}
    </>
  );
}
