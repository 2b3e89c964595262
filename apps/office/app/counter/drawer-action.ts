import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import type { ErrorDetails } from "@guichet/contract/result.ts";
import { refusalText, refused } from "../shell/refusals.ts";
import type { RequestContext } from "../shell/request-context.ts";
import type { Translate } from "../shell/texts.tsx";
import { closingOf, drawerFields, drawerTypedIn } from "./typed-drawer.ts";

/** Closes the drawer of a form; null: it is closed, else the answer with what was typed. */
export async function closeFrom(ctx: RequestContext, networkId: string, form: FormData) {
  const typed = drawerTypedIn(form);
  const drawerId = `${form.get("drawer") ?? ""}`;
  const counter = await ctx.call("getCounter", {}, networkId);
  const currency = counter.ok ? counter.value.currency : "EUR";
  const closing = counter.ok ? closingOf(drawerId, typed, currency) : counter;
  const outcome = closing.ok ? await ctx.call("closeDrawer", closing.value, networkId) : closing;
  return outcome.ok ? null : refused(outcome.code, { typed, details: outcome.details ?? {} });
}

/** What is wrong with a form of a drawer. */
export function drawerRefusal(t: Translate, code: ErrorCode, details: ErrorDetails) {
  const field = drawerFields.find((name) => name === details.field) ?? null;
  if (code === "TRANSITION_NOT_ALLOWED")
    return { field: null, text: t(details.state === "open" ? "counter.drawer.is-open" : "counter.drawer.is-closed") };
  if (field === "reason") return { field, text: t("counter.drawer.reason.missing") };
  const isMissing = code === "FIELD_REQUIRED" && field !== null;
  if (isMissing) return { field, text: t("counter.missing", { field: t(`counter.drawer.field.${field}`) }) };
  if (code === "FIELD_INVALID" && field !== null) return { field, text: t("counter.wrong.cash") };
  return { field: null, text: refusalText(t, code) };
}
