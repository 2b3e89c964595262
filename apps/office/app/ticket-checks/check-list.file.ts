import { stoppedTicketsPagesMax } from "@guichet/contract/limits/ticket-check-limits.ts";
import type { LoaderFunctionArgs } from "react-router";
import { refusedFile } from "../shell/file-response.ts";
import { networkOf, requestContextOf } from "../shell/request-context.ts";

/** The list by which the page checks without a connection: keys, names of products, and all stopped tickets. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const stopped: [ticketId: string, state: string][] = [];
  let cursor: string | undefined;
  let since: string | undefined;
  for (let page = 0; page < stoppedTicketsPagesMax; page += 1) {
    const outcome = await ctx.call("ticketCheckList", cursor === undefined ? {} : { cursor }, network.id);
    if (!outcome.ok) throw refusedFile(outcome.code);
    const { keys, products, items, asOf, nextCursor } = outcome.value;
    stopped.push(...items.map(({ ticketId, state }): [string, string] => [ticketId, state]));
    // What is stopped while the pages are read comes before the first one, which is not read again.
    since ??= asOf;
    if (nextCursor === undefined) return Response.json({ keys, products, stopped, asOf: since });
    cursor = nextCursor;
  }
  // A list without its end would let stopped tickets pass.
  throw new Response(null, { status: 503 });
}
