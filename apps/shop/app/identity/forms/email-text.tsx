/** An e-mail address in a text: read from left to right, and broken anywhere rather than cut. */
export function AddressText({ children }: { children?: string | undefined }) {
  return (
    <bdi dir="ltr" className="wrap-anywhere">
      {children}
    </bdi>
  );
}
