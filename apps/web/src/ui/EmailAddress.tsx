/** An address that goes on in the next line at its sign and not in the middle of a word; pointed at, it is whole where it is cut. */
export function EmailAddress({ of }: { of: string }) {
  const at = of.lastIndexOf("@");
  return (
    <span title={of}>
      {at < 0 ? (
        of
      ) : (
        <>
          {of.slice(0, at)}
          <wbr />
          {of.slice(at)}
        </>
      )}
    </span>
  );
}
