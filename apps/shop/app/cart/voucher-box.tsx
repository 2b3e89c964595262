import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { useState } from "react";
import { lazyPart } from "../page/lazy-part.tsx";
import { useT } from "../texts/texts.tsx";
import { useCart } from "./cart-state.ts";
import type { QuoteState } from "./latest-quote.ts";

const VoucherForm = lazyPart(() => import("./voucher-form.tsx").then((module) => module.VoucherForm));

/** Voucher form, collapsed until it is opened (§5, §8). */
export function VoucherBox({ place, quote }: { place: string; quote: QuoteState }) {
  const t = useT();
  const { vouchers } = useCart();
  const [opened, setOpened] = useState(false);
  const [tried, setTried] = useState(false);
  const open = tried || vouchers.length > 0;
  return (
    <Disclosure summary={t("cart.voucher")} open={open} onOpen={() => setOpened(true)}>
      {(open || opened) && <VoucherForm place={place} quote={quote} onTry={() => setTried(true)} />}
    </Disclosure>
  );
}
