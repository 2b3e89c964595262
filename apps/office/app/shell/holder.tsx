/** An account holder: name and e-mail address. */
export function Holder({ name, email }: { name: string; email: string }) {
  return (
    <>
      <bdi>{name}</bdi>
      <bdi dir="ltr" className="fine act-note">
        {email}
      </bdi>
    </>
  );
}
