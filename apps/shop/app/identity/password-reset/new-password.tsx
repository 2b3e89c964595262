import { Button } from "@guichet/ui/button.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { PageHead } from "@guichet/ui/page/page.tsx";
import { Form } from "react-router";
import { useCheckedForm } from "../../forms/checked-form.tsx";
import { faultsOf, type SentBack } from "../../forms/form-values.ts";
import { Title } from "../../page/title.tsx";
import { href } from "../../paths.ts";
import { useT } from "../../texts/texts.tsx";
import { formText } from "../forms/form-texts.ts";
import { NewPasswordTwice } from "../forms/new-password-twice.tsx";
import { readNewPassword } from "../forms/sign-in-forms.ts";

const spent: ReadonlySet<string> = new Set(["CODE_INVALID", "CODE_EXPIRED"]);

/** Form for the new password and its confirmation; an expired link offers a new one. */
export function NewPassword({ answer }: { answer: SentBack | undefined }) {
  const t = useT();
  const form = useCheckedForm({
    check: (typed) => faultsOf(readNewPassword(typed)),
    words: (fault) => formText(t, fault),
    answer,
  });
  const isSpent = answer?.faults.some(({ code }) => spent.has(code));
  return (
    <>
      <Title faulty={form.faulty}>{t("identity.reset.choose.title")}</Title>
      {form.summary}
      <PageHead title={t("identity.reset.choose.title")}>{!isSpent && t("identity.reset.choose.text")}</PageHead>
      {isSpent ? (
        <LinkButton variant="main" big href={href("reset")}>
          {t("identity.reset.new-link")}
        </LinkButton>
      ) : (
        <Form method="post" {...form.props} className="stack">
          <NewPasswordTwice form={form} />
          <Button variant="main" big busy={form.busy && t("identity.busy")}>
            {t("identity.reset.choose.submit")}
          </Button>
        </Form>
      )}
    </>
  );
}
