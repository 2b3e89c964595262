import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import { draftNameMaxLength } from "@guichet/contract/limits/catalogue-draft-limits.ts";
import { redirect } from "react-router";
import { itemHref, networkItems } from "../catalogue/item-kinds.ts";
import type { RequestContext } from "../shell/request-context.ts";

/** The value of the form's list for a draft that does not exist yet. */
export const newDraft = "new";

/** Opens settings or a legal text in a draft: one that is open, or a new one with the typed name. */
export async function openInDraft(
  ctx: Pick<RequestContext, "call">,
  network: string,
  form: FormData,
): Promise<Response | { code: ErrorCode }> {
  const given = (name: string) => `${form.get(name) ?? ""}`.trim();
  const item = networkItems.find(({ kind, itemId }) => `${kind}/${itemId}` === given("item"));
  if (item === undefined) return { code: "FIELD_INVALID" };
  const { kind, itemId } = item;
  const open = (draft: string) => redirect(itemHref({ network, draft, kind }, itemId), { status: 303 });
  if (given("draft") !== newDraft) return open(given("draft"));
  const name = given("name").slice(0, draftNameMaxLength);
  if (name === "") return { code: "FIELD_REQUIRED" };
  const added = await ctx.call("addCatalogueDraft", { name }, network, { idempotencyKey: given("key") });
  return added.ok ? open(added.value.draft.draftId) : { code: added.code };
}
