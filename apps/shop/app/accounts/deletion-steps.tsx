import { deletionCodeHours, deletionWithdrawalDays } from "@guichet/contract/limits/personal-data-limits.ts";
import { recentSignInMinutes } from "@guichet/contract/limits/sign-in-limits.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Checkbox } from "@guichet/ui/forms/checkbox.tsx";
import { MailIcon } from "@guichet/ui/icons.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { PageHead } from "@guichet/ui/page/page.tsx";
import { Form } from "react-router";
import { useCheckedForm } from "../forms/checked-form.tsx";
import { type Fault, faultsOf, type SentBack } from "../forms/form-values.ts";
import { OwnPassword } from "../identity/forms/credential-fields.tsx";
import { EmailField } from "../identity/forms/email-field.tsx";
import { formText } from "../identity/forms/form-texts.ts";
import { withNext } from "../identity/return-path.ts";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { T, type Translate, useT } from "../texts/texts.tsx";
import type { DeletionObstacleNotice } from "./deletion.server.ts";
import { DeletionBlocked, DeletionConsequences } from "./deletion-consequences.tsx";
import { readDeletion, readDeletionRequest } from "./deletion-forms.ts";
import { OwnDataCopy } from "./own-data-copy.tsx";

export type Answer = (SentBack & { obstacle: DeletionObstacleNotice | null }) | undefined;

const words = (t: Translate) => (fault: Fault) =>
  fault.code === "UNDERSTOOD_REQUIRED" ? t("accounts.deletion.understood.missing") : formText(t, fault);

/** First step of a deletion: its consequences and any obstacle to it. */
export function ReadFirst({ obstacle, isHolder }: { obstacle: DeletionObstacleNotice | null; isHolder: boolean }) {
  const t = useT();
  return (
    <>
      <Title>{t("accounts.delete")}</Title>
      <BackLink href={href("account")} label={t("accounts.back")} />
      <PageHead title={t("accounts.deletion.title")}>
        {t("accounts.deletion.text", { days: deletionWithdrawalDays })}
      </PageHead>
      {obstacle && <DeletionBlocked obstacle={obstacle} />}
      <DeletionConsequences />
      {isHolder && <OwnDataCopy />}
      {!isHolder && <Notice tone="wait">{t("accounts.deletion.holder")}</Notice>}
      {isHolder && !obstacle && (
        <LinkButton big href={href("accountDelete", undefined, { step: "confirm" })}>
          {t("accounts.deletion.continue")}
        </LinkButton>
      )}
      <LinkButton variant="quiet" big href={href("account")}>
        {t("accounts.deletion.keep")}
      </LinkButton>
    </>
  );
}

/** Second step of a deletion: the password and the confirmation. */
export function Confirm({ answer, hasPassword }: { answer: Answer; hasPassword: boolean }) {
  const t = useT();
  const form = useCheckedForm({
    check: (typed) => faultsOf(readDeletion(typed, hasPassword)),
    words: words(t),
    answer,
  });
  const isOld = answer?.faults.some(({ code }) => code === "REAUTHENTICATION_REQUIRED") ?? false;
  return (
    <>
      <Title faulty={form.faulty}>{t("accounts.deletion.confirm.title")}</Title>
      <BackLink href={href("accountDelete")} label={t("accounts.deletion.back")} />
      {form.summary}
      <PageHead title={t("accounts.deletion.confirm.title")}>
        {t("accounts.deletion.confirm.text", { days: deletionWithdrawalDays })}
      </PageHead>
      {answer?.obstacle && <DeletionBlocked obstacle={answer.obstacle} />}
      {isOld && (
        <Notice tone="wait" title={t("accounts.deletion.again", { minutes: recentSignInMinutes })}>
          <Form method="post" action={href("logout")}>
            <Button>{t("accounts.sign-out")}</Button>
          </Form>
        </Notice>
      )}
      <Form method="post" {...form.props} className="stack">
        <input type="hidden" name="what" value="request" />
        {hasPassword && <OwnPassword form={form} label={t("accounts.current-password")} />}
        <Checkbox name="understood" value="yes" error={form.error("understood")} required>
          {t("accounts.deletion.understood")}
        </Checkbox>
        <Button variant="danger" big busy={form.busy && t("identity.busy")}>
          {t("accounts.deletion.submit")}
        </Button>
        <LinkButton variant="quiet" big href={href("account")}>
          {t("accounts.deletion.keep")}
        </LinkButton>
      </Form>
    </>
  );
}

/** Step for signed-out users: sign in, or request a link by e-mail. */
export function RequestDeletionEmail({ answer }: { answer: Answer }) {
  const t = useT();
  const form = useCheckedForm({
    check: (typed) => faultsOf(readDeletionRequest(typed)),
    words: words(t),
    answer,
  });
  return (
    <>
      <Title faulty={form.faulty}>{t("accounts.delete")}</Title>
      {form.summary}
      <PageHead title={t("accounts.deletion.title")}>
        <T
          id="accounts.deletion.signed-out"
          components={{ link: <TextLink href={withNext("auth", href("accountDelete"))} /> }}
        />
      </PageHead>
      <Form method="post" {...form.props} className="stack">
        <input type="hidden" name="what" value="ask" />
        <EmailField form={form} hint={t("accounts.deletion.email")} />
        <Button variant="main" big busy={form.busy && t("identity.busy")}>
          {t("accounts.deletion.ask")}
        </Button>
      </Form>
      <DeletionConsequences />
    </>
  );
}

/** Confirmation that is the same whether or not the address has an account. */
export function DeletionEmailSent() {
  const t = useT();
  return (
    <>
      <Title>{t("accounts.deletion.sent")}</Title>
      <PageHead title={t("accounts.deletion.sent")} />
      <Notice icon={<MailIcon />} role="status" title={t("accounts.deletion.sent.text")}>
        {t("accounts.deletion.sent.hint", { hours: deletionCodeHours })}
      </Notice>
      <LinkButton href={href("accountDelete")}>{t("accounts.deletion.sent.again")}</LinkButton>
    </>
  );
}

/** Page opened from the link in the e-mail; only its button requests the deletion. */
export function ConfirmByCode({ code, answer }: { code: string; answer: Answer }) {
  const t = useT();
  const form = useCheckedForm({ check: () => [], words: words(t), answer });
  const isSpent = answer?.faults.some((fault) => fault.code === "CODE_INVALID" || fault.code === "CODE_EXPIRED");
  return (
    <>
      <Title faulty={form.faulty}>{t("accounts.deletion.confirm.title")}</Title>
      {form.summary}
      <PageHead title={t("accounts.deletion.confirm.title")}>
        {t("accounts.deletion.by-code", { days: deletionWithdrawalDays })}
      </PageHead>
      {answer?.obstacle && <Notice tone="wait">{t(`accounts.deletion.hindered.${answer.obstacle.reason}`)}</Notice>}
      <DeletionConsequences />
      {isSpent ? (
        <LinkButton variant="main" big href={href("accountDelete")}>
          {t("accounts.deletion.sent.again")}
        </LinkButton>
      ) : (
        <Form method="post" {...form.props} className="stack">
          <input type="hidden" name="what" value="code" />
          <input type="hidden" name="code" value={code} />
          <Button variant="danger" big busy={form.busy && t("identity.busy")}>
            {t("accounts.deletion.submit")}
          </Button>
        </Form>
      )}
    </>
  );
}
