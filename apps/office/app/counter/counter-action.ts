import { Support } from "@guichet/contract/catalogue.ts";
import { newCard } from "@guichet/contract/limits/transport-card-limits.ts";
import type { ErrorDetails } from "@guichet/contract/result.ts";
import { RequestMoney } from "@guichet/contract/values.ts";
import { type ActionFunctionArgs, redirect } from "react-router";
import { href } from "../paths.ts";
import { refused } from "../shell/refusals.ts";
import { actionNetworkOf, type RequestContext, requestContextOf } from "../shell/request-context.ts";
import { draftIn, forTraveller, quantityIn, queryOf, type SaleDraft, voucherIn, withLine } from "./sale-address.ts";
import { saleOf, typedIn } from "./typed-sale.ts";

const none: ErrorDetails = {};

/** Adds an article or a card to the sale in the address, or sells it. */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const form = await request.formData();
  const draft = draftIn(ctx.url.searchParams);
  const intent = form.get("intent");
  if (intent === "add") return added(network.id, draft, form);
  if (intent === "card") return withCard(ctx, network.id, draft, `${form.get("card") ?? ""}`.trim());
  if (intent === "voucher") return withVoucher(network.id, draft, form);
  if (intent === "for") {
    const person = { traveller: `${form.get("traveller") ?? ""}` || null, cardId: `${form.get("card") ?? ""}` || null };
    return counterAt(network.id, forTraveller(draft, Number(form.get("line")), person));
  }
  const typed = typedIn(form);
  const total = RequestMoney.safeParse({ amount: Number(form.get("total")), currency: form.get("currency") }).data;
  if (total === undefined || draft.key === null || draft.lines.length === 0)
    return refused("ORDER_AMOUNT_CHANGED", { typed, details: none });
  const sale = saleOf(draft, typed, total);
  const outcome = sale.ok ? await ctx.call("sellAtCounter", sale.value, network.id) : sale;
  if (!outcome.ok) return refused(outcome.code, { typed, details: outcome.details ?? none });
  const { orderId, wasSoldBefore } = outcome.value;
  const sold = href("counterSale", { network: network.id, id: orderId });
  return redirect(`${sold}?done=${wasSoldBefore ? "before" : "sold"}`, { status: 303 });
}

const counterAt = (network: string, draft: SaleDraft) =>
  redirect(`${href("counter", { network })}?${queryOf(draft)}`, { status: 303 });

function withVoucher(network: string, draft: SaleDraft, form: FormData) {
  const code = voucherIn(`${form.get("voucher") ?? ""}`);
  if (code === undefined) return refused("VOUCHER_NOT_FOUND", { typed: null, details: none });
  const vouchers = draft.vouchers.includes(code) ? draft.vouchers : [...draft.vouchers, code];
  return counterAt(network, { ...draft, vouchers });
}

function added(network: string, draft: SaleDraft, form: FormData) {
  const support = Support.safeParse(form.get("support")).data;
  const quantity = quantityIn(`${form.get("quantity") ?? ""}`);
  if (support === undefined || quantity === undefined) return refused("QUANTITY_WRONG", { typed: null, details: none });
  const line = {
    ...{ productId: `${form.get("article") ?? ""}`, support, quantity },
    startingAt: `${form.get("start") ?? ""}` || null,
    options: form.getAll("option").map(String),
    ...{ traveller: null, cardId: null },
  };
  return counterAt(
    network,
    withLine(draft, line, () => crypto.randomUUID()),
  );
}

/** The sale with the card of a number that was typed or read, with one of the customer's, or with the one that it makes. */
async function withCard(ctx: RequestContext, network: string, draft: SaleDraft, card: string) {
  if (card === "" || card === newCard) return counterAt(network, { ...draft, cardId: card || null });
  const digits = (text: string) => text.replace(/\s/gu, "");
  const outcome = await ctx.call("findCards", { query: card }, network);
  if (!outcome.ok) return refused(outcome.code, { typed: null, details: none });
  const found = outcome.value.cards.find(({ number }) => digits(number) === digits(card));
  return found === undefined
    ? refused("CARD_REQUIRED", { typed: null, details: { card } as ErrorDetails })
    : counterAt(network, { ...draft, cardId: found.cardId });
}
