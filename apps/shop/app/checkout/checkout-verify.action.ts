import { type ActionFunctionArgs, redirect } from "react-router";
import { href } from "../paths.ts";
import { visitOf } from "../shell/visit.ts";
import { askedCart } from "./checkout-request.server.ts";

const kept = { headers: { "cache-control": "no-store" } };

/** What the cart comes to and how it can be paid, by the server's reckoning alone (§6 "Verification"). */
export async function action({ context, request }: ActionFunctionArgs): Promise<Response> {
  const asked = askedCart(await request.formData());
  if (!asked) return Response.json({ code: "FIELD_INVALID" }, { status: 400 });
  const outcome = await visitOf(context).call("verifyOrder", asked, { signal: request.signal });
  return outcome.ok
    ? Response.json(outcome.value, kept)
    : Response.json({ code: outcome.code }, { ...kept, status: 409 });
}

export const loader = () => redirect(href("checkout"));
