import type { RefusalReason } from "@guichet/contract/integrations/sandbox-payment-controls.ts";
import { cardIsPast, conductWithoutOwner } from "../payment/cards.ts";
import { applyStep } from "../payment/context.ts";
import type { MethodRecord } from "../payment/ledger.ts";
import { removeMethod } from "../payment/movements.ts";
import { pay } from "../payment/sessions.ts";
import { type LyraContext, newRecord } from "./context.ts";
import { isLyraRecord, type LyraRecord, paymentOf, tokenOf } from "./objects.ts";
import { newUuid } from "./orders.ts";
import type { Params } from "./params.ts";
import { noToken, noTransaction, tokenCancelled } from "./refusals.ts";

const lifeMs = 86_400_000;

/** Charges a token without a page. A refusal by the bank is an answer with a refused transaction. */
export async function createPayment(context: LyraContext, asked: Params<"Charge/CreatePayment">): Promise<object> {
  const { payment } = context;
  const { amount, currency, orderId, metadata, paymentMethodToken, ipnTargetUrl } = asked;
  const saved = methodOf(context, paymentMethodToken);
  if (saved.removed) throw tokenCancelled();
  const id = newUuid(context);
  const { id: _, ...card } = saved.method;
  const { manualValidation, initialIssuerTransactionIdentifier } = asked.transactionOptions?.cardOptions ?? {};
  const isOffSession = initialIssuerTransactionIdentifier !== undefined;
  const created = newRecord(context, {
    id,
    orderId,
    amount: { amount, currency },
    isManual: manualValidation === "YES",
    expiresAt: new Date(payment.clock.now().getTime() + lifeMs),
    metadata,
    customer: saved.customer,
    notifyUrl: ipnTargetUrl,
    returnUrl: "",
  });
  const record: LyraRecord = {
    ...created,
    session: { ...created.session, card, savedMethod: saved.method },
    proposed: paymentMethodToken,
    lyra: { kind: "charge", isRegistration: false, metadata, isOffSession, refused: [], lowered: 0, credits: {} },
  };
  const refusal = whyNot(context, saved, isOffSession);
  if (refusal !== undefined) await applyStep(payment, record, { state: "refused", session: { refusal } });
  else {
    await applyStep(payment, record, {});
    await pay(payment, id, { conduct: conductWithoutOwner(saved.conduct), card }, true);
  }
  const charged = payment.ledger.session(id);
  if (!isLyraRecord(charged)) throw noTransaction();
  return paymentOf(context, charged, payment.clock.now());
}

export function getToken(context: LyraContext, { paymentMethodToken }: Params<"Token/Get">): object {
  return tokenOf(context, methodOf(context, paymentMethodToken), context.payment.clock.now());
}

/** Cancels a token; one that is cancelled is refused. */
export async function cancelToken(
  context: LyraContext,
  { paymentMethodToken }: Params<"Token/Cancel">,
): Promise<object> {
  if (methodOf(context, paymentMethodToken).removed) throw tokenCancelled();
  await removeMethod(context.payment, paymentMethodToken);
  return { responseCode: 0, _type: "V4/Common/ResponseCodeAnswer" };
}

function methodOf({ payment }: LyraContext, token: string): MethodRecord {
  const saved = payment.ledger.method(token);
  if (saved === undefined) throw noToken();
  return saved;
}

/** A charge that is not chained to an authenticated one may need the customer. */
function whyNot({ payment }: LyraContext, saved: MethodRecord, isOffSession: boolean): RefusalReason | undefined {
  if (cardIsPast(saved.method, payment.clock.now())) return "card_expired";
  if (payment.behaviour.take("refuse-charge")) return "insufficient_funds";
  if (saved.conduct === "refused-later") return "card_declined";
  const asks = saved.conduct === "always-strong" || (saved.conduct === "strong" && !isOffSession);
  return asks ? "authentication_required" : undefined;
}
