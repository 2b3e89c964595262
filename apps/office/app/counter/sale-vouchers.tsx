import { voucherMaxLength } from "@guichet/contract/limits/cart-limits.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Form, useLoaderData } from "react-router";
import { href } from "../paths.ts";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import type { loader } from "./counter-loader.ts";
import { queryOf } from "./sale-address.ts";
import { saleRefusalText } from "./sale-refusals.ts";

/** The vouchers of a sale with what each takes off, and the field for one more. */
export function SaleVouchers() {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const { draft, quote } = useLoaderData<typeof loader>();
  const discounts = quote?.ok ? quote.value.discounts : [];
  return (
    <>
      {draft.vouchers.length > 0 && (
        <ul className="counter-lines">
          {draft.vouchers.map((code, place) => {
            const discount = discounts[place];
            const vouchers = draft.vouchers.filter((_, other) => other !== place);
            return (
              <li key={code}>
                <div className="counter-article-head">
                  <p>
                    {t("counter.voucher")} <bdi>{code}</bdi>
                  </p>
                  {discount && discount.error === null && (
                    <Figures>{formats.money({ ...discount.amount, amount: -discount.amount.amount })}</Figures>
                  )}
                </div>
                {discount?.error && (
                  <Notice tone="bad">{saleRefusalText(t, discount.error.code, discount.error.details)}</Notice>
                )}
                <TextLink
                  className="counter-remove"
                  href={`${href("counter", { network: network.id })}?${queryOf({ ...draft, vouchers })}`}
                  aria-label={t("counter.remove.what", { name: code })}
                >
                  {t("counter.remove")}
                </TextLink>
              </li>
            );
          })}
        </ul>
      )}
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="voucher" />
        <Field
          key={draft.vouchers.length}
          name="voucher"
          label={t("counter.voucher.code")}
          maxLength={voucherMaxLength}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          dir="ltr"
          required
          action={<Button>{t("counter.voucher.add")}</Button>}
        />
      </Form>
    </>
  );
}
