import { Button } from "@guichet/ui/button.tsx";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { PasswordField } from "@guichet/ui/forms/password-field.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form } from "react-router";
import { type CheckedForm, useCheckedForm } from "../forms/checked-form.tsx";
import { faultsOf, type SentBack } from "../forms/form-values.ts";
import { AddressText } from "../identity/forms/email-text.tsx";
import { formText } from "../identity/forms/form-texts.ts";
import { NewPasswordTwice } from "../identity/forms/new-password-twice.tsx";
import { Title } from "../page/title.tsx";
import { T, useT } from "../texts/texts.tsx";
import { readOwnSignIn, readRemoval } from "./read-own-sign-in.ts";
import type { TravellerShown } from "./traveller.server.ts";

interface OwnSignInProps {
  traveller: TravellerShown;
  answer: (SentBack & { what: string }) | undefined;
}

/** Forms to set, change or remove a traveller's own sign-in: the holder's e-mail and a separate password (§6). */
export function OwnSignIn({ traveller, answer }: OwnSignInProps) {
  const t = useT();
  const words = (fault: Parameters<typeof formText>[1]) => formText(t, fault);
  const { firstName, holderEmail, hasOwnSignIn, isActive } = traveller;
  const form = useCheckedForm({
    check: (typed) => faultsOf(readOwnSignIn(typed)),
    words,
    answer: answer?.what === "own-sign-in" ? answer : undefined,
    what: "own-sign-in",
  });
  const removal = useCheckedForm({
    check: (typed) => faultsOf(readRemoval(typed)),
    words,
    answer: answer?.what === "own-sign-in-removal" ? answer : undefined,
    what: "own-sign-in-removal",
  });
  return (
    <>
      <Title faulty={form.faulty ?? removal.faulty}>{firstName}</Title>
      {form.summary}
      {removal.summary}
      <Sheet title={t("travellers.own-sign-in")} id="own-sign-in">
        <p className="soft">{t("travellers.own-sign-in.text", { name: firstName })}</p>
        {holderEmail === null ? (
          <Notice title={t("travellers.own-sign-in.no-password")} />
        ) : (
          <>
            {hasOwnSignIn && (
              <Notice tone="ok">
                <T
                  id="travellers.own-sign-in.is"
                  values={{ name: firstName, email: holderEmail }}
                  components={{ mail: <AddressText /> }}
                />
              </Notice>
            )}
            {isActive && <GiveForm form={form} traveller={traveller} />}
            {hasOwnSignIn && <RemoveForm form={removal} firstName={firstName} />}
          </>
        )}
      </Sheet>
    </>
  );
}

function GiveForm({ form, traveller }: { form: CheckedForm; traveller: TravellerShown }) {
  const t = useT();
  const { firstName, hasOwnSignIn } = traveller;
  return (
    <Form method="post" {...form.props} className="stack" key={form.attempts}>
      <input type="hidden" name="what" value="own-sign-in" />
      <NewPasswordTwice form={form} label={t("travellers.password", { name: firstName })} />
      <YourPassword name="currentPassword" form={form} />
      <Button variant="main" big busy={form.busy && t("identity.busy")}>
        {t(hasOwnSignIn ? "travellers.password.change" : "travellers.password.set")}
      </Button>
    </Form>
  );
}

function RemoveForm({ form, firstName }: { form: CheckedForm; firstName: string }) {
  const t = useT();
  return (
    <Disclosure summary={t("travellers.remove")} open={form.faulty !== undefined}>
      <Form method="post" {...form.props} className="stack" key={form.attempts}>
        <input type="hidden" name="what" value="own-sign-in-removal" />
        <p className="soft">{t("travellers.remove.text", { name: firstName })}</p>
        <YourPassword name="removePassword" form={form} />
        <Button busy={form.busy && t("identity.busy")}>{t("travellers.remove.submit")}</Button>
      </Form>
    </Disclosure>
  );
}

/** Field for the holder's password, which confirms the request. */
function YourPassword({ name, form }: { name: string; form: CheckedForm }) {
  const t = useT();
  return (
    <PasswordField
      name={name}
      label={t("travellers.your-password")}
      error={form.error(name)}
      autoComplete="current-password"
      show={t("identity.password.show")}
      hide={t("identity.password.hide")}
      required
    />
  );
}
