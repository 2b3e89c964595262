/** An e-mail address within text: always left to right, with line breaks anywhere instead of truncation. */
export function AddressText({ children }: { children?: string | undefined }) {
  return (
    <bdi dir="ltr" className="wrap-anywhere">
      {children}
    </bdi>
  );
}
