import { Button } from "@guichet/ui/button.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { Form } from "react-router";
import { useCheckedForm } from "../../forms/checked-form.tsx";
import { faultsOf, type SentBack } from "../../forms/form-values.ts";
import { Title } from "../../page/title.tsx";
import { href } from "../../paths.ts";
import { T, useT } from "../../texts/texts.tsx";
import { formText } from "../forms/form-texts.ts";
import { NewPasswordTwice } from "../forms/new-password-twice.tsx";
import { readNewPassword } from "../forms/sign-in-forms.ts";

interface TakeAddressParts {
  code: string;
  answer: SentBack | undefined;
  /** Another account is signed in. */
  isOthers: boolean;
}

/** Confirms an address in a browser without a session of its account: with a new password or after sign-in. */
export function TakeAddress({ code, answer, isOthers }: TakeAddressParts) {
  const t = useT();
  const form = useCheckedForm({
    what: "take",
    check: (typed) => faultsOf(readNewPassword(typed)),
    words: (fault) => formText(t, fault),
    answer,
  });
  const back = href("auth", undefined, { next: href("verifyAccount", undefined, { code }) });
  return (
    <Page narrow>
      <Title faulty={form.faulty}>{t("identity.verify.title")}</Title>
      {form.summary}
      <PageHead title={t("identity.verify.title")}>{t("identity.verify.take.text")}</PageHead>
      <Form method="post" {...form.props} className="stack">
        <input type="hidden" name="what" value="take" />
        <input type="hidden" name="code" value={code} />
        <NewPasswordTwice form={form} />
        <Button variant="main" big busy={form.busy && t("identity.busy")}>
          {t("identity.verify.take.submit")}
        </Button>
      </Form>
      <p>
        {isOthers ? (
          t("identity.verify.take.others")
        ) : (
          <T id="identity.verify.take.known" components={{ signin: <TextLink href={back} /> }} />
        )}
      </p>
    </Page>
  );
}
