import { type ActionFunctionArgs, redirect } from "react-router";
import { href } from "../paths.ts";
import { requestContextOf } from "../shell/request-context.ts";

/** Ends the session, here and at the Ticket API. */
export async function action({ context }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  await ctx.call("officeLogout", {});
  ctx.cookies.clear("officeToken");
  return redirect(href("signIn"), { status: 303 });
}

export const loader = () => redirect(href("start"));
