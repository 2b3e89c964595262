import { TerminationEffect } from "@guichet/contract/subscriptions.ts";
import type { NotifiedTermination } from "@guichet/contract/terminations.ts";
import type { Typed } from "../forms/form-values.ts";
import { reached } from "../identity/sign-in.server.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import { readChoice } from "./termination-forms.ts";

const codeMax = 200;

/** The termination of a code; null: the code is unknown or expired. */
export async function readByCode(ctx: RequestContext, code: string): Promise<NotifiedTermination | null> {
  if (code === "") return null;
  const read = await ctx.call("readTermination", { code: code.slice(0, codeMax) });
  if (read.ok) return read.value.termination;
  if (read.code === "CODE_INVALID" || read.code === "CODE_EXPIRED") return null;
  throw new Response(null, { status: 503 });
}

/** Confirms a termination with the effect that was shown; `CHANGED`: the effect has changed since. */
export async function confirm(ctx: RequestContext, typed: Typed): Promise<{ ok: true } | { ok: false; code: string }> {
  const read = readChoice(typed);
  const effect = TerminationEffect.safeParse(typed.effect);
  const { code = "", lastDay = "" } = typed;
  if (!read.ok) return { ok: false, code: "CHOICE_REQUIRED" };
  if (!effect.success || !/^\d{4}-\d{2}-\d{2}$/.test(lastDay)) return { ok: false, code: "CHANGED" };
  const values = { code: code.slice(0, codeMax), ...read.value, effect: effect.data, lastDay };
  const confirmed = await reached(() => ctx.call("confirmTermination", values));
  if (confirmed.ok) return { ok: true };
  return { ok: false, code: confirmed.code === "TRANSITION_NOT_ALLOWED" ? "CHANGED" : confirmed.code };
}
