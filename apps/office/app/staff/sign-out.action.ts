import { type ActionFunctionArgs, redirect } from "react-router";
import { href } from "../paths.ts";
import { visitOf } from "../shell/visit.ts";

/** Ends the session, here and at the Ticket API. */
export async function action({ context }: ActionFunctionArgs) {
  const visit = visitOf(context);
  await visit.call("officeLogout", {});
  visit.cookies.clear("officeToken");
  return redirect(href("signIn"), { status: 303 });
}

export const loader = () => redirect(href("start"));
