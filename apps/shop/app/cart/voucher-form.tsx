import { voucherMaxLength, voucherMinLength, vouchersPerOrderMax } from "@guichet/contract/limits/cart-limits.ts";
import { isVoucherLongEnough, voucherCode } from "@guichet/rules/vouchers.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Fragment, useState } from "react";
import { Amount } from "../formats/amount.tsx";
import { href } from "../paths.ts";
import { T, useT } from "../texts/texts.tsx";
import { useRefusalText } from "../texts/use-refusal-text.ts";
import type { QuotedDiscount } from "./cart-quote.ts";
import { cart, useCart } from "./cart-state.ts";
import type { QuoteState } from "./latest-quote.ts";

type Fault = "short" | "twice" | "many";

/** Returns why a typed code cannot be submitted; undefined: it is sent to the server. */
export function voucherFault(text: string, vouchers: readonly string[]): Fault | undefined {
  if (!isVoucherLongEnough(text)) return "short";
  if (vouchers.includes(voucherCode(text))) return "twice";
  return vouchers.length >= vouchersPerOrderMax ? "many" : undefined;
}

interface VoucherFormProps {
  place: string;
  quote: QuoteState;
  /** Called when a code is sent to the server. */
  onTry: () => void;
}

/** Voucher field, with the result of each code (§5, §8). */
export function VoucherForm({ place, quote, onTry }: VoucherFormProps) {
  const t = useT();
  const { vouchers } = useCart();
  const [text, setText] = useState("");
  const [fault, setFault] = useState<Fault | undefined>();
  const apply = () => {
    const found = voucherFault(text, vouchers);
    setFault(found);
    if (found !== undefined) return;
    cart.setVouchers([...vouchers, voucherCode(text)]);
    onTry();
    setText("");
  };
  return (
    <div className="stack">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <Field
          name="voucher"
          id={`voucher-${place}`}
          label={t("cart.voucher.code")}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={voucherMaxLength}
          value={text}
          error={fault && t(`cart.voucher.${fault}`, { length: voucherMinLength })}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
            if (fault !== undefined && voucherFault(value, vouchers) === undefined) setFault(undefined);
          }}
          action={<Button>{t("cart.voucher.apply")}</Button>}
        />
      </form>
      <div aria-live="polite" className="stack" data-gap="m">
        {vouchers.map((code) => (
          <Fragment key={code}>
            <VoucherResult code={code} discount={resultOf(code, quote)} />
          </Fragment>
        ))}
      </div>
    </div>
  );
}

function resultOf(code: string, { state, last }: QuoteState): QuotedDiscount | undefined {
  return state === "verified" ? last?.discounts.find(({ sourceCode }) => sourceCode === code) : undefined;
}

function VoucherResult({ code, discount }: { code: string; discount: QuotedDiscount | undefined }) {
  const t = useT();
  const { vouchers } = useCart();
  const error = discount?.error ?? null;
  const refusal = useRefusalText(error !== null);
  const remove = (
    <Button
      variant="quiet"
      type="button"
      aria-label={t("cart.voucher.remove-code", { code })}
      onClick={() => cart.setVouchers(vouchers.filter((other) => other !== code))}
    >
      {t("cart.voucher.remove")}
    </Button>
  );
  const shown = <bdi dir="ltr">{code}</bdi>;
  if (discount === undefined) {
    return (
      <div className="row" data-ends="">
        <p>
          <T id="cart.voucher.checking" components={{ code: shown }} />
        </p>
        {remove}
      </div>
    );
  }
  return (
    <Notice tone={error === null ? "ok" : "bad"}>
      <div className="row" data-ends="">
        <p className="min-w-0 flex-1 basis-48">
          <b>{shown}</b>
          <br />
          {error === null ? <VoucherEffect amount={discount.amount} /> : refusal(error.code)}
          {error?.code === "VOUCHER_NEEDS_ACCOUNT" && (
            <>
              {" "}
              <TextLink href={href("auth", undefined, { next: href("cart") })}>{t("shell.sign-in")}</TextLink>
            </>
          )}
        </p>
        {remove}
      </div>
    </Notice>
  );
}

function VoucherEffect({ amount }: { amount: QuotedDiscount["amount"] }) {
  const t = useT();
  if (amount.amount === 0) return t("cart.voucher.gift");
  return <T id="cart.voucher.off" components={{ amount: <Amount money={amount} /> }} />;
}
