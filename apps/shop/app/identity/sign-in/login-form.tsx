import { Button } from "@guichet/ui/button.tsx";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { Checkbox } from "@guichet/ui/forms/checkbox.tsx";
import { PasswordField } from "@guichet/ui/forms/password-field.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { ToolLink } from "@guichet/ui/tool.tsx";
import { Form } from "react-router";
import type { CheckedForm } from "../../forms/checked-form.tsx";
import { useT } from "../../texts/texts.tsx";
import { EmailField } from "../forms/email-field.tsx";
import { withNext } from "../return-path.ts";

interface LoginFormProps {
  form: CheckedForm;
  next: string | undefined;
  /** Link to continue without an account, if allowed. */
  guestHref?: string | undefined;
  /** Another sign-in method is the primary one of the page. */
  plain?: boolean;
}

/** E-mail and password form, with links for users without an account. */
export function LoginForm({ form, next, guestHref, plain }: LoginFormProps) {
  const t = useT();
  return (
    <>
      <Form method="post" action={withNext("login", next)} {...form.props} className="stack">
        <EmailField form={form} autoComplete="username" />
        <PasswordField
          key={form.attempts}
          name="password"
          label={t("identity.password")}
          error={form.error("password")}
          autoComplete="current-password"
          show={t("identity.password.show")}
          hide={t("identity.password.hide")}
          side={<ToolLink href={withNext("reset", next)}>{t("identity.login.forgotten")}</ToolLink>}
          required
        />
        <Disclosure summary={t("identity.login.family")}>
          <p className="soft">{t("identity.login.family.text")}</p>
          <Checkbox name="choose">{t("identity.login.choose")}</Checkbox>
        </Disclosure>
        <Button variant={plain ? "plain" : "main"} big busy={form.busy && t("identity.login.busy")}>
          {t("identity.login.submit")}
        </Button>
      </Form>
      <Stack gap="m" two={guestHref !== undefined}>
        <LinkButton href={withNext("register", next)}>{t("identity.login.register")}</LinkButton>
        {guestHref !== undefined && <LinkButton href={guestHref}>{t("identity.login.guest")}</LinkButton>}
      </Stack>
    </>
  );
}
