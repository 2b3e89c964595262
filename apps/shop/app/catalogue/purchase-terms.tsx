import { useFormats } from "../formats/formats.ts";
import { RefundTermsText } from "../refunds/refund-terms.tsx";
import { RenewsItself } from "../subscriptions/renews-itself.tsx";
import { useT } from "../texts/texts.tsx";
import type { Product } from "./product.ts";

/** The terms of a purchase before it is made: how a subscription renews, or how a ticket is refunded. */
export function PurchaseTerms({ product }: { product: Product }) {
  const t = useT();
  const formats = useFormats();
  const { kept, price, promo, refundBasis, refundTerms, refundReasons } = product;
  if (kept.renewalInterval !== null) return <RenewsItself interval={kept.renewalInterval} amount={promo ?? price} />;
  return (
    <p className="soft">
      {t(`catalogue.refund.${refundBasis}`)}
      {refundTerms !== null && <RefundTermsText terms={refundTerms} />}
      {refundReasons.length > 0 && (
        <> {t("catalogue.refund.reasons", { reasons: formats.list(refundReasons.map(({ name }) => name)) })}</>
      )}
    </p>
  );
}
