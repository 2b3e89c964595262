import type { CheaperPass } from "@guichet/contract/cart.ts";
import type { RequestContext } from "../request-context/request-context.ts";

/** Passes that would have cost travellers of the account less than their tickets; none if they cannot be compared now. */
export async function cheaperPasses(ctx: RequestContext): Promise<readonly CheaperPass[]> {
  const compared = await ctx.call("comparePurchases", {}).catch((failure: unknown) => {
    if (failure instanceof Response) throw failure;
    return undefined;
  });
  return compared?.ok ? compared.value.cheaperPasses : [];
}
