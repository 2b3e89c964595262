import { voucherMaxLength, voucherMinLength } from "@guichet/contract/limits/cart-limits.ts";
import { isVoucherLongEnough } from "@guichet/rules/vouchers.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { Form, useSearchParams } from "react-router";
import { useCheckedForm } from "../forms/checked-form.tsx";
import type { Fault, SentBack, Typed } from "../forms/form-values.ts";
import { formText } from "../identity/forms/form-texts.ts";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import type { GiftForm } from "./gift.server.ts";

/** Form for a gift code and its traveller; the code becomes a ticket without a cart (§7 `Order/redeemVoucher`). */
export function GiftView({ gift, answer }: { gift: GiftForm; answer: (SentBack & { what: string }) | undefined }) {
  const t = useT();
  const [search] = useSearchParams();
  const form = useCheckedForm({
    check: giftFaults,
    words: (fault) =>
      fault.code === "CODE_REQUIRED" ? t("accounts.gift.short", { length: voucherMinLength }) : formText(t, fault),
    answer,
  });
  const { people, ownId, key } = gift;
  return (
    <Page narrow>
      <Title faulty={form.faulty}>{t("accounts.gift")}</Title>
      <BackLink href={href("account")} label={t("accounts.back")} />
      {form.summary}
      <PageHead title={t("accounts.gift")}>{t("accounts.gift.text")}</PageHead>
      <Form method="post" {...form.props} className="stack">
        <input type="hidden" name="what" value="gift" />
        <input type="hidden" name="key" value={key} />
        <Field
          name="code"
          label={t("accounts.gift.code")}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={voucherMaxLength}
          error={form.error("code")}
          defaultValue={form.value("code") ?? search.get("code") ?? ""}
          required
        />
        {people.length > 1 && (
          <Select
            name="traveller"
            label={t("accounts.gift.for")}
            error={form.error("traveller")}
            defaultValue={form.value("traveller") ?? ownId}
            options={people.map(({ userId, name }) => ({ value: userId, label: name }))}
          />
        )}
        <Button variant="main" big busy={form.busy && t("identity.busy")}>
          {t("accounts.gift.submit")}
        </Button>
      </Form>
    </Page>
  );
}

const giftFaults = ({ code = "" }: Typed): Fault[] =>
  isVoucherLongEnough(code) ? [] : [{ field: "code", code: "CODE_REQUIRED" }];
