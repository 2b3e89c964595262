import { searchAddresses } from "@guichet/contract/addresses.ts";
import { refusalStatus } from "@guichet/contract/error-codes.ts";
import { type ActionFunctionArgs, redirect } from "react-router";
import { href } from "../paths.ts";
import { requestContextOf } from "../request-context/request-context.ts";
import type { AddressSearchAnswer } from "./address-search.ts";

/** Returns addresses that begin with `text` (decision 052); 404 if the network has no address search. Errors carry a code. */
export async function action({ context, request }: ActionFunctionArgs): Promise<Response> {
  const ctx = requestContextOf(context);
  if (!ctx.network.addressSearch) return new Response(null, { status: 404 });
  const text = searchAddresses.request.text.safeParse((await request.formData()).get("text"));
  if (!text.success) return Response.json({ code: "FIELD_INVALID" }, { status: 400 });
  const found = await ctx.call("searchAddresses", { text: text.data }, { signal: request.signal });
  if (!found.ok) return Response.json({ code: found.code }, { status: refusalStatus(found.code) });
  const { addresses } = found.value;
  return Response.json({ addresses } satisfies AddressSearchAnswer, { headers: { "cache-control": "no-store" } });
}

export const loader = () => redirect(href("home"));
