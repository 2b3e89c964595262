import type { ReceivedOf } from "@guichet/client/ticket-api.ts";
import type { getPaymentAccount } from "@guichet/contract/office/catalogue/network-settings.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Facts } from "@guichet/ui/facts.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form, useNavigation, useSearchParams } from "react-router";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";

type Account = ReceivedOf<typeof getPaymentAccount>["account"];

/** The payment account of the network, and the test of its connection. */
export function PaymentAccountSheet({ account }: { account: Account }) {
  const t = useT();
  const formats = useFormats();
  const busy = useNavigation().formData?.get("what") === "test" && t("settings.account.testing");
  const at = (instant: string | null) =>
    instant === null ? t("settings.account.never") : formats.shortInstant(instant);
  const { provider, mode, notifyUrl, unreachableSince, webhookAt, answeredAt, test } = account;
  const facts = [
    { term: t("settings.account.provider"), value: `${provider} / ${account.account}`, long: true },
    { term: t("settings.account.mode"), value: t(`settings.account.mode.${mode ?? "none"}`), long: true },
    { term: t("settings.account.webhook"), value: at(webhookAt), long: true },
    { term: t("settings.account.answered"), value: at(answeredAt), long: true },
    { term: t("settings.account.address"), value: <bdi className="note-text">{notifyUrl}</bdi>, long: true },
  ];
  return (
    <Sheet id="account" title={t("settings.account")}>
      <Stack>
        <Facts facts={facts} />
        {unreachableSince !== null && (
          <Notice tone="bad">
            {t("settings.account.unreachable", { since: formats.shortInstant(unreachableSince) })}
          </Notice>
        )}
        <TestResult test={test} />
        <Form method="post" preventScrollReset>
          <input type="hidden" name="what" value="test" />
          <Button busy={busy}>{t("settings.account.test")}</Button>
        </Form>
        <p className="fine soft">{t("settings.account.test.text")}</p>
      </Stack>
    </Sheet>
  );
}

function TestResult({ test }: { test: Account["test"] }) {
  const t = useT();
  const formats = useFormats();
  const [query] = useSearchParams();
  if (test === null) return null;
  const said = query.get("done") === "tested" ? ({ role: "status" } as const) : {};
  const at = formats.shortInstant(test.at);
  if (test.faults.length === 0)
    return (
      <Notice tone="ok" {...said}>
        {t("settings.account.connected", { at })}
      </Notice>
    );
  return (
    <Notice tone="bad" title={t("settings.account.faults", { at })} {...said}>
      <ul>
        {test.faults.map(({ kind, detail }) => (
          <li key={`${kind} ${detail}`}>
            {t(`settings.fault.${kind}`)} {detail !== "" && <bdi lang="en">{detail}</bdi>}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
