import type { RefundToAccount } from "@guichet/contract/refunds.ts";
import { data, redirect } from "react-router";
import { type Fault, type SentBack, sentBack, type Typed, typedOf } from "../forms/form-values.ts";
import type { FormCode } from "../identity/forms/form-codes.ts";
import { readReauthentication } from "../identity/forms/sign-in-forms.ts";
import { beginAtProvider } from "../identity/providers/provider-begin.server.ts";
import { reached } from "../identity/sign-in.server.ts";
import { href } from "../paths.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import { readRefundAccount } from "./account-form.ts";
import { type OrderAddress, orderAddressIn } from "./refund.server.ts";

/** How a customer proves their identity before they enter an account: a guest by the link or session of the purchase. */
export type Proof = "none" | "password" | "provider";

/** The page where a customer enters the bank account for refunds that the card refused. */
export interface RefundAccountView {
  address: OrderAddress;
  number: string;
  refunds: RefundToAccount[];
  proof: Proof;
  refused: string | null;
}

const byLink = (address: OrderAddress) =>
  "link" in address ? { until: address.until, linkSignature: address.link } : {};

/** Where the refunds of an order are that its card refused; none if the order has none, or cannot be read. */
export async function refundsToAccount(ctx: RequestContext, address: OrderAddress): Promise<RefundToAccount[]> {
  const read = await ctx.call("readRefundAccount", { orderId: address.order, ...byLink(address) });
  return read.ok ? read.value.refunds : [];
}

export async function loadRefundAccount(ctx: RequestContext, url: string, number: string): Promise<RefundAccountView> {
  const address = orderAddressIn(url);
  const refunds = await refundsToAccount(ctx, address);
  if (refunds.length === 0) throw redirect(href("invoices", undefined, { ...address }));
  const query = new URL(url).searchParams;
  return { address, number, refunds, proof: await proofOf(ctx, query), refused: query.get("refused") };
}

async function proofOf(ctx: RequestContext, query: URLSearchParams): Promise<Proof> {
  const user = (await ctx.session.account())?.user;
  if (user === undefined || user.authAsGuest) return "none";
  if (user.identities.some(({ providerId }) => providerId === "password")) return "password";
  return query.has("reauthenticated") && !query.has("refused") ? "none" : "provider";
}

/** Enters the account and returns to the order; a refused one returns with what was typed. */
export async function enterRefundAccount(ctx: RequestContext, form: FormData, url: string) {
  const address = orderAddressIn(url);
  const typed = typedOf(form);
  if (typed.proof === "provider") return proveAtProvider(ctx, address);
  const read = readRefundAccount(typed);
  if (!read.ok) return again(read.faults, typed);
  if (typed.currentPassword !== undefined) {
    const proof = readReauthentication(typed);
    if (!proof.ok) return again(proof.faults, typed);
    const { currentPassword } = proof.value;
    const proved = await reached(() => ctx.call("reauthenticate", { currentPassword }));
    if (!proved.ok) return again([{ code: proved.code, field: fieldOf[proved.code] }], typed);
  }
  const { holder, iban } = read.value;
  const asked = { orderId: address.order, holder, iban, ...byLink(address) };
  const entered = await reached(() => ctx.call("enterRefundAccount", asked));
  if (entered.ok) return redirect(href("invoices", undefined, { ...address }), 303);
  return again([{ code: entered.code, field: fieldOf[entered.code] }], typed);
}

const fieldOf: Readonly<Record<string, string>> = {
  IBAN_INVALID: "iban",
  IBAN_COUNTRY_NOT_COLLECTED: "iban",
  PASSWORD_WRONG: "currentPassword",
};

const again = (faults: Fault<string>[], typed: Typed) =>
  data<{ account: SentBack }>({ account: sentBack(faults, typed) }, { status: 422 });

/** Begins step-up authentication at a provider of the account, which returns to this page. */
async function proveAtProvider(ctx: RequestContext, address: OrderAddress): Promise<Response> {
  const page = (refused?: string) =>
    href("invoices", undefined, { ...address, account: "1", ...(refused === undefined ? {} : { refused }) });
  const held = await reached(() => ctx.call("identities", {}));
  const own = held.ok ? held.value.identities.find(({ driver }) => driver !== null) : undefined;
  if (own === undefined) return redirect(page("REAUTHENTICATION_REQUIRED"), 303);
  const begun = await beginAtProvider(ctx, { providerId: own.providerId, purpose: "reauthenticate", next: page() });
  const code: FormCode | undefined = begun.ok ? undefined : begun.code;
  return redirect(begun.ok ? begun.value : page(code), 303);
}
