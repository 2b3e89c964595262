import type { ExpressContext } from "@guichet/rules/express.ts";
import { offerOf } from "../cart/cart-state.ts";
import type { RequestContext } from "../request-context/request-context.ts";

/** What determines which articles have an express purchase: the same for every visitor of the network. */
export const expressContextOf = (ctx: RequestContext): ExpressContext => ({
  now: ctx.now(),
  profiling: ctx.network.switches.profiling,
  offer: offerOf(ctx.network.switches),
});
