import { Notice } from "@guichet/ui/notice.tsx";
import { useSearchParams } from "react-router";
import { useT } from "../texts/texts.tsx";

const good = ["removed", "favourite", "plain", "named", "kept-account"] as const;
const bad = ["locked", "gone", "unreachable", "iban-wrong", "iban-country"] as const;

/** Flash message after a change of a saved payment method. */
export function PaymentMethodFlash() {
  const t = useT();
  const [search] = useSearchParams();
  const done = good.find((known) => known === search.get("card"));
  const not = bad.find((known) => known === search.get("card"));
  if (done) return <Notice tone="ok" role="status" title={t(`payments.flash.${done}`)} />;
  return not ? <Notice tone="bad" role="alert" title={t(`payments.flash.${not}`)} /> : null;
}
