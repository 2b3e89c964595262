import type { SavedPaymentMethod } from "@guichet/contract/payments.ts";
import type { Subscription } from "@guichet/contract/subscriptions.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Checkbox } from "@guichet/ui/forms/checkbox.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { Form, useNavigation } from "react-router";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { AccountName } from "../payments/account-name.tsx";
import { type Mandate, MandateSheet } from "../payments/mandate-sheet.tsx";
import { PaymentMethodFlash } from "../payments/payment-method-flash.tsx";
import { refusalText } from "../texts/refusal-texts.ts";
import { T, useT } from "../texts/texts.tsx";

interface SignMandateProps {
  one: Subscription;
  account: SavedPaymentMethod;
  /** The mandate to sign; null: debits are not offered now. */
  mandate: Mandate | null;
  refused: string | undefined;
}

/** The mandate for debiting renewals from an account, and its signature (§6 "TRANSFER"). */
export function SignMandate({ one, account, mandate, refused }: SignMandateProps) {
  const t = useT();
  const navigation = useNavigation();
  const unsigned = refused === "SIGNATURE_REQUIRED";
  return (
    <Page narrow>
      <Title>{t("subscriptions.sign.title")}</Title>
      <BackLink
        href={href("tacitOne", { id: one.subscriptionId }, { step: "method" })}
        label={t("subscriptions.method.title")}
      />
      <PageHead title={t("subscriptions.sign.title")}>
        <T id="subscriptions.sign.text" components={{ account: <AccountName account={account} /> }} />
      </PageHead>
      <PaymentMethodFlash />
      {refused !== undefined && !unsigned && <Notice tone="bad" role="alert" title={refusalText(t, refused)} />}
      {mandate === null ? (
        <Notice tone="bad">{t("subscriptions.sign.not-offered")}</Notice>
      ) : (
        <Form method="post" className="stack">
          <input type="hidden" name="what" value="method" />
          <input type="hidden" name="card" value={account.ID} />
          <input type="hidden" name="reference" value={mandate.reference} />
          <input type="hidden" name="digest" value={mandate.digest} />
          <MandateSheet mandate={mandate}>
            <Checkbox name="sign" value="yes" error={unsigned ? t("subscriptions.sign.required") : undefined}>
              {t("subscriptions.sign")}
            </Checkbox>
          </MandateSheet>
          <Button variant="main" big busy={navigation.formMethod === "POST" && t("subscriptions.sign.save")}>
            {t("subscriptions.sign.save")}
          </Button>
        </Form>
      )}
    </Page>
  );
}
