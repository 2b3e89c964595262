import type { RefundToAccount } from "@guichet/contract/refunds.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead, Stack } from "@guichet/ui/page/page.tsx";
import { Form } from "react-router";
import { type Formats, useFormats } from "../formats/formats.ts";
import { useCheckedForm } from "../forms/checked-form.tsx";
import { type Fault, faultsOf, type SentBack } from "../forms/form-values.ts";
import { OwnPassword } from "../identity/forms/credential-fields.tsx";
import { formText } from "../identity/forms/form-texts.ts";
import { readReauthentication } from "../identity/forms/sign-in-forms.ts";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { refusalText } from "../texts/refusal-texts.ts";
import { type Translate, useT } from "../texts/texts.tsx";
import type { RefundAccountView } from "./account.server.ts";
import { readRefundAccount } from "./account-form.ts";
import type { OrderAddress } from "./refund.server.ts";

/** Enters the bank account for refunds that the card refused; until the staff have checked it, it can be corrected. */
export function RefundAccount({ view, answer }: { view: RefundAccountView; answer: SentBack | undefined }) {
  const t = useT();
  const { address, number, refunds, proof, refused } = view;
  const form = useCheckedForm({
    check: (typed) => [
      ...faultsOf(readRefundAccount(typed)),
      ...(proof === "password" ? faultsOf(readReauthentication(typed)) : []),
    ],
    words: (fault) => faultText(t, fault),
    answer,
  });
  const open = refunds.filter(({ state }) => state !== "transferred");
  return (
    <Page narrow>
      <Title faulty={form.faulty}>{t("refunds.account.title")}</Title>
      <BackLink href={href("invoices", undefined, address)} label={t("orders.number", { number })} />
      {form.summary}
      {refused !== null && <Notice tone="bad" role="alert" title={refusalText(t, refused)} />}
      <PageHead title={t("refunds.account.title")}>{t("refunds.account.lead")}</PageHead>
      <RefundProgress refunds={refunds} />
      {open.length > 0 && (
        <Form method="post" {...form.props} className="stack">
          <input type="hidden" name="what" value="refund-account" />
          {proof === "provider" ? (
            <>
              <input type="hidden" name="proof" value="provider" />
              <p>{t("refunds.account.prove")}</p>
              <Button variant="main" big>
                {t("refunds.account.prove.submit")}
              </Button>
            </>
          ) : (
            <>
              <Field
                name="holder"
                label={t("refunds.account.holder")}
                defaultValue={form.value("holder")}
                error={form.error("holder")}
                autoComplete="name"
                maxLength={70}
                required
              />
              <Field
                name="iban"
                label={t("refunds.account.iban")}
                hint={t("refunds.account.iban.hint")}
                defaultValue={form.value("iban")}
                error={form.error("iban")}
                dir="ltr"
                autoComplete="off"
                maxLength={60}
                required
              />
              {proof === "password" && <OwnPassword form={form} label={t("refunds.account.password")} />}
              <Button variant="main" big busy={form.busy && t("refunds.account.submit")}>
                {t("refunds.account.submit")}
              </Button>
            </>
          )}
        </Form>
      )}
    </Page>
  );
}

function faultText(t: Translate, fault: Fault): string {
  if (fault.code === "HOLDER_NAME_REQUIRED") return t("refunds.account.holder.missing");
  if (fault.code === "IBAN_REQUIRED") return t("refunds.account.iban.missing");
  return formText(t, fault);
}

/** Where the money of refunds is that the card refused. */
function RefundProgress({ refunds }: { refunds: readonly RefundToAccount[] }) {
  const t = useT();
  const formats = useFormats();
  return (
    <Stack gap="m">
      {refunds.map((refund, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: refunds of an order keep their sequence
        <p key={place}>{progressText(t, formats, refund)}</p>
      ))}
    </Stack>
  );
}

function progressText(
  t: Translate,
  formats: Formats,
  { amount, state, cause, reason, account }: RefundToAccount,
): string {
  const money = formats.money(amount);
  if (state === "transferred")
    return account === null
      ? t("refunds.account.transferred.erased", { amount: money })
      : t("refunds.account.transferred", { amount: money, account });
  if (state === "checking") return t("refunds.account.checking", { amount: money, account: account ?? "" });
  if (reason !== null) return t("refunds.account.refused", { amount: money, reason });
  return t(`refunds.account.needed.${cause}`, { amount: money });
}

/** Says on the page of an order where the money of refunds is that the card refused, with the way to enter an account. */
export function RefundAccountNotice({
  refunds,
  address,
}: {
  refunds: readonly RefundToAccount[];
  address: OrderAddress;
}) {
  const t = useT();
  if (refunds.length === 0) return null;
  const isNeeded = refunds.some(({ state }) => state === "needs-account");
  const isOpen = refunds.some(({ state }) => state !== "transferred");
  return (
    <Notice tone={isNeeded ? "wait" : "ok"} title={t(isNeeded ? "refunds.account.title" : "refunds.account.progress")}>
      <RefundProgress refunds={refunds} />
      {isOpen && (
        <p className="no-print">
          <LinkButton href={href("invoices", undefined, { ...address, account: "1" })}>
            {t(isNeeded ? "refunds.account.open" : "refunds.account.change")}
          </LinkButton>
        </p>
      )}
    </Notice>
  );
}
