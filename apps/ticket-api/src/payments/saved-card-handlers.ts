import type { Language } from "@guichet/contract/locales.ts";
import type { SavedPaymentMethod } from "@guichet/contract/payments.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { savedCardState } from "@guichet/rules/payments/saved-cards.ts";
import { readIban } from "@guichet/rules/persons/ibans.ts";
import { namedTraveller } from "../account-records/named-traveller.ts";
import type { Tx } from "../database/database.ts";
import { runTransaction } from "../database/transaction.ts";
import type { Dependencies } from "../dependencies.ts";
import type { ModuleHandlers } from "../http/call-handler.ts";
import { isUuid } from "../ids.ts";
import { collectsByDebit } from "../network-registry/direct-debit.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { isMethodNeeded } from "../payment-records/installment-store.ts";
import { methodsOfMandates } from "../payment-records/registered-mandate-store.ts";
import {
  bookmarkSavedMethod,
  lockSavedMethod,
  type Owner,
  removeSavedMethod,
  renameSavedMethod,
  type SavedMethod,
  savedMethodsOf,
  upsertBankAccount,
} from "../payment-records/saved-method-store.ts";
import type { UserSession } from "../sessions/session-store.ts";
import { subscriptionName } from "../subscription-records/subscription-name.ts";
import { registerCard, settleOpenRegistrations } from "./register-card.ts";
import { planMethodRemoval } from "./save-card.ts";

type SavedMethodCall =
  | "getCards"
  | "registerBankAccount"
  | "registerCard"
  | "unregisterCard"
  | "setCardBookmark"
  | "removeCardBookmark"
  | "setCardNickname";

export const savedCardHandlers: ModuleHandlers<SavedMethodCall> = {
  registerCard,

  getCards: async (ctx) => {
    await settleOpenRegistrations(ctx.deps, ctx.session, ctx.log);
    const saved = await listSavedMethods(ctx);
    const { methods } = ctx.request;
    return ok({ cards: saved.filter(({ kind }) => methods === undefined || methods.includes(methodOf[kind])) });
  },

  registerBankAccount: async (ctx) => {
    const { deps, network, session, request } = ctx;
    if (!collectsByDebit(deps, network)) return err("FEATURE_DISABLED");
    const iban = readIban(request.iban);
    if (!iban.ok) return iban;
    const { networkId, accountId } = session;
    const account = { networkId, accountId, iban: iban.value, holder: request.holder, at: deps.clock.iso() };
    const id = await deps.db.transaction().execute((tx) => upsertBankAccount(tx, { ...account, id: deps.ids.uuid() }));
    const card = (await listSavedMethods(ctx)).find(({ ID }) => ID === id);
    if (card === undefined) throw new Error(`Bank account ${id} was saved but not found`);
    return ok({ card });
  },

  unregisterCard: (ctx) =>
    withCard<"PAYMENT_METHOD_LOCKED">(ctx, async (tx, card) => {
      // Checked under the lock: an order that was just paid with it may have planned installments.
      if (await isMethodNeeded(tx, card.id)) return err("PAYMENT_METHOD_LOCKED");
      const atProvider = await removeSavedMethod(tx, card.id, ctx.deps.clock.iso());
      const registered = await methodsOfMandates(tx, { ...ctx.session, methodId: card.id });
      for (const method of atProvider === undefined ? registered : [atProvider, ...registered])
        await planMethodRemoval(tx, ctx.deps, card.networkId, method);
      return ok(true);
    }),

  setCardBookmark: (ctx) =>
    withCard<never>(ctx, async (tx, card) => {
      await bookmarkSavedMethod(tx, ctx.session, card.id, true);
      return ok(true);
    }),

  removeCardBookmark: (ctx) =>
    withCard<never>(ctx, async (tx, card) => {
      await bookmarkSavedMethod(tx, ctx.session, card.id, false);
      return ok(true);
    }),

  setCardNickname: (ctx) =>
    withCard<never>(ctx, async (tx, card) => {
      await renameSavedMethod(tx, card.id, ctx.request.nickname === "" ? null : ctx.request.nickname);
      return ok(true);
    }),
};

/** The part of a request's context that decides whose payment methods are listed, and in which language. */
interface ListContext {
  deps: Dependencies;
  network: LoadedNetwork;
  session: Owner;
  language: Language;
}

/** The payment method of each kind of saved method. */
const methodOf = { CARD: "CARD", IBAN: "TRANSFER" } as const;

/** Changes a saved method of the session's own account; NOT_FOUND for another's. Returns the saved methods after it. */
async function withCard<Code extends "PAYMENT_METHOD_LOCKED">(
  ctx: ListContext & { session: UserSession; request: { cardId: string; userId?: string | undefined } },
  change: (tx: Tx, card: SavedMethod) => Promise<Result<true, Code>>,
): Promise<Result<{ cards: SavedPaymentMethod[] }, Code | "NOT_FOUND">> {
  const { deps, session } = ctx;
  const { cardId, userId } = ctx.request;
  const changed = await runTransaction<true, Code | "NOT_FOUND">(deps.db, async (tx) => {
    if (userId !== undefined && !(await namedTraveller(tx, session, userId)).ok) return err("NOT_FOUND");
    const card = isUuid(cardId) ? await lockSavedMethod(tx, session, cardId) : undefined;
    return card === undefined ? err("NOT_FOUND") : change(tx, card);
  });
  if (!changed.ok) return changed;
  deps.wake();
  return ok({ cards: await listSavedMethods(ctx) });
}

/** Lists an owner's saved methods, in the language of the request. */
async function listSavedMethods({
  deps,
  network,
  session: owner,
  language,
}: ListContext): Promise<SavedPaymentMethod[]> {
  const today = dayIn(deps.clock.iso(), network.definition.timeZone);
  return (await savedMethodsOf(deps.db, owner)).map((card) => ({
    ID: card.id,
    INTERNAL: card.kind === "IBAN",
    kind: card.kind,
    country: card.iban?.slice(0, 2) ?? null,
    holder: card.holder,
    brand: card.brand,
    EXTRA: { EXP: card.expiresOn, NUM: card.last4 },
    nickname: card.nickname,
    IS_BOOKMARKED: card.bookmarked,
    LOCKED: card.neededBy.length > 0 || card.subscriptions.length > 0,
    neededBy: card.neededBy,
    subscriptions: card.subscriptions.map((one) => ({
      subscriptionId: one.subscriptionId,
      name: subscriptionName(one, network, language),
    })),
    mandates: card.mandates.map(({ article = null, name, ...mandate }) => ({
      ...mandate,
      name: name == null ? null : subscriptionName({ name, article }, network, language),
    })),
    state: savedCardState(card.expiresOn, today),
    createdAt: card.createdAt,
  }));
}
