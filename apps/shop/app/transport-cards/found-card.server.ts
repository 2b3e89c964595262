import { z } from "zod";
import type { Fault } from "../forms/form-values.ts";
import type { FormCode } from "../identity/forms/form-codes.ts";
import { reached } from "../identity/sign-in.server.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import type { CardData } from "./card-forms.ts";
import { type CardCode, cardFault } from "./card-texts.ts";

const StoredFoundCard = z.object({
  token: z.string(),
  lastDigits: z.string(),
  firstName: z.string(),
  isLinked: z.boolean(),
});
type StoredFoundCard = z.infer<typeof StoredFoundCard>;

/** A found card as the screens show it; its one-time token stays on the server. */
export type FoundCard = Omit<StoredFoundCard, "token">;

export type CardOutcome = { ok: true } | { ok: false; fault: Fault<CardCode> };

const outcomeOf = (outcome: { ok: true } | { ok: false; code: FormCode; details?: unknown }): CardOutcome =>
  outcome.ok ? { ok: true } : { ok: false, fault: cardFault(outcome.code, detailsOf(outcome.details)) };
const detailsOf = (details: unknown): Record<string, unknown> =>
  typeof details === "object" && details !== null ? { ...details } : {};

/** Searches a card without an account, and stores the result for the ten minutes for which its token is valid. */
export async function searchCard(ctx: RequestContext, asked: CardData): Promise<CardOutcome> {
  const found = await reached(() => ctx.call("searchLocalMediaForSignin", { ...asked }, { fresh: true }));
  if (!found.ok) return outcomeOf(found);
  const { token, media } = found.value;
  const stored: StoredFoundCard = { token, ...media };
  ctx.cookies.set("foundCard", Buffer.from(JSON.stringify(stored)).toString("base64url"));
  return { ok: true };
}

function foundCardInCookie(ctx: RequestContext): StoredFoundCard | undefined {
  try {
    const text = Buffer.from(ctx.cookies.get("foundCard") ?? "", "base64url").toString();
    return StoredFoundCard.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The card that this browser found recently; null if there is none. */
export function foundCard(ctx: RequestContext): FoundCard | null {
  const stored = foundCardInCookie(ctx);
  if (stored === undefined) return null;
  const { lastDigits, firstName, isLinked } = stored;
  return { lastDigits, firstName, isLinked };
}

export const clearFoundCard = (ctx: RequestContext): void => ctx.cookies.clear("foundCard");

/** Opens the session that is limited to the found card. */
export async function signInByCard(ctx: RequestContext): Promise<CardOutcome> {
  const token = foundCardInCookie(ctx)?.token;
  if (token === undefined) return { ok: false, fault: { code: "CARD_FOUND_OVER" } };
  const entered = await reached(() => ctx.call("signinWithToken", { token }));
  if (entered.ok) {
    const { userToken } = entered.value.user;
    if (userToken === undefined) throw new Error("A session has a token");
    ctx.session.enter({ userToken });
  }
  if (entered.ok || entered.code === "TOKEN_INVALID") clearFoundCard(ctx);
  return outcomeOf(entered);
}

/** Links the found card to the signed-in account. */
export async function linkFoundCard(ctx: RequestContext): Promise<CardOutcome> {
  const token = foundCardInCookie(ctx)?.token;
  if (token === undefined) return { ok: false, fault: { code: "CARD_FOUND_OVER" } };
  const linked = await reached(() => ctx.call("registerMedia", { token }));
  // Only an unavailable service is worth a retry; any other refusal is final.
  if (linked.ok || linked.code !== "UNAVAILABLE") clearFoundCard(ctx);
  return outcomeOf(linked);
}

/** Links a card by its number and birth date, to the given traveller or to the one with that birth date. */
export async function linkCard(ctx: RequestContext, asked: CardData, userId: string | undefined): Promise<CardOutcome> {
  const traveller = userId === undefined ? {} : { userId };
  return outcomeOf(await reached(() => ctx.call("registerMedia", { ...asked, ...traveller })));
}

export async function removeCard(ctx: RequestContext, mediaId: string): Promise<CardOutcome> {
  return outcomeOf(await reached(() => ctx.call("unregisterMedia", { mediaId })));
}
