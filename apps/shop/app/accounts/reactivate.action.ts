import { type ActionFunctionArgs, redirect } from "react-router";
import { href } from "../paths.ts";
import { requestContextOf } from "../request-context/request-context.ts";

/** Withdraws the deletion request (§4); the account page confirms it. A request that is already withdrawn is not an error. */
export async function action({ context }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  if (!ctx.session.open) return redirect(href("auth", undefined, { next: href("account") }), { status: 303 });
  const taken = await ctx.call("reactivate", {});
  if (!taken.ok && taken.code !== "DELETION_NOT_REQUESTED") return redirect(href("account"), { status: 303 });
  return redirect(href("account", undefined, { flash: "reactivated" }), { status: 303 });
}

export function loader() {
  return redirect(href("account"));
}
