/** An account holder: name and e-mail address. */
export function Holder({ name, email }: { name: string; email: string }) {
  return (
    <>
      <bdi>{name}</bdi>
      <span className="fine act-note">
        <bdi dir="ltr">{email}</bdi>
      </span>
    </>
  );
}
