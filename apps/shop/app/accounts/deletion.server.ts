import type { ErrorDetails } from "@guichet/contract/result.ts";
import type { Fault, Typed } from "../forms/form-values.ts";
import { reached } from "../identity/sign-in.server.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import { hasPasswordOf } from "./account-overview.server.ts";
import { type DeletionCode, readDeletion, readDeletionRequest } from "./deletion-forms.ts";

/** Obstacle to a deletion: orders by their numbers, subscriptions by their names. */
export interface DeletionObstacleNotice {
  reason: "order" | "subscription" | "installment";
  each: { id: string; name: string }[];
}

const texts = (value: ErrorDetails[string] | undefined): readonly string[] => (Array.isArray(value) ? value : []);

export function deletionObstacleNotice(details: ErrorDetails | undefined): DeletionObstacleNotice {
  const reason = details?.reason;
  const names = texts(details?.names);
  return {
    reason: reason === "subscription" || reason === "installment" ? reason : "order",
    each: texts(details?.ids).map((id, index) => ({ id, name: names[index] ?? "" })),
  };
}

/** Returns what prevents the deletion of the account; null: it can be deleted now. */
export async function obstacle(ctx: RequestContext): Promise<DeletionObstacleNotice | null> {
  const checked = await ctx.call("requestDeletion", { checkOnly: true });
  return !checked.ok && checked.code === "DELETION_BLOCKED" ? deletionObstacleNotice(checked.details) : null;
}

export type Requested =
  | { ok: true; erasesAt: string | null }
  | { ok: false; faults: Fault<DeletionCode>[]; obstacle?: DeletionObstacleNotice };

const fieldOf: Partial<Record<DeletionCode, string>> = { PASSWORD_WRONG: "currentPassword", EMAIL_INVALID: "email" };
const refused = (code: DeletionCode): Requested => {
  const field = fieldOf[code];
  return { ok: false, faults: [field === undefined ? { code } : { field, code }] };
};

/** Requests the deletion of the signed-in account and signs the browser out. */
export async function requestOwn(ctx: RequestContext, typed: Typed): Promise<Requested> {
  const user = await ctx.session.holder();
  if (!user) return refused("USER_NOT_CONNECTED");
  const read = readDeletion(typed, hasPasswordOf(user));
  if (!read.ok) return read;
  const requested = await reached(() => ctx.call("requestDeletion", read.value));
  if (!requested.ok) {
    if (!("details" in requested) || requested.code !== "DELETION_BLOCKED") return refused(requested.code);
    return { ok: false, faults: [{ code: requested.code }], obstacle: deletionObstacleNotice(requested.details) };
  }
  ctx.session.leave();
  return { ok: true, erasesAt: requested.value.erasesAt };
}

/** Requests an e-mail with a deletion code; the response is the same for any address. */
export async function askByEmail(ctx: RequestContext, typed: Typed): Promise<Requested> {
  const read = readDeletionRequest(typed);
  if (!read.ok) return read;
  const asked = await reached(() => ctx.call("requestDeletionByEmail", read.value));
  return asked.ok ? { ok: true, erasesAt: null } : refused(asked.code);
}

/** Requests the deletion with the code from that e-mail. */
export async function requestByCode(ctx: RequestContext, code: string): Promise<Requested> {
  const action = "LEGACY_ACCOUNT_ANONYMIZATION" as const;
  const used = await reached(() => ctx.call("useCode", { code: code.slice(0, 200), action }));
  if (!used.ok) {
    if (!("details" in used) || used.code !== "DELETION_BLOCKED") return refused(used.code);
    return { ok: false, faults: [{ code: used.code }], obstacle: deletionObstacleNotice(used.details) };
  }
  if (ctx.session.open) ctx.session.leave();
  return { ok: true, erasesAt: null };
}
