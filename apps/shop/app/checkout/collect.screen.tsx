import { collectReadyMinHours } from "@guichet/contract/limits/order-limits.ts";
import { EmptyState } from "@guichet/ui/empty-state.tsx";
import { useHydrated } from "@guichet/ui/hydrated.ts";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { useEffect } from "react";
import {
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  useLoaderData,
  useNavigate,
  useSearchParams,
} from "react-router";
import { useCart } from "../cart/cart-state.ts";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { requestContextOf } from "../request-context/request-context.ts";
import { noStore } from "../request-context/sign-out.server.ts";
import { useT } from "../texts/texts.tsx";
import { AgencyList } from "./collection/agency-list.tsx";
import { isCollected } from "./collection/collect-choice.ts";
import { SlotChoice } from "./collection/slot-choice.tsx";
import { useCheckoutRedirect } from "./use-checkout-redirect.ts";

/** Loads the agencies and, with `site`, the slots of that agency. Remaining capacity is never cached. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const found = await ctx.call("collectSites", { sorted: true });
  const sites = found.ok ? found.value.sites : [];
  const asked = new URL(request.url).searchParams.get("site");
  const site = sites.find(({ siteId }) => siteId === asked) ?? (sites.length === 1 ? sites[0] : undefined);
  if (site === undefined) return data({ sites, site: null, slots: [] }, { headers: noStore });
  const times = await ctx.call("collectSlots", { siteId: site.siteId });
  return data({ sites, site, slots: times.ok ? times.value.slots : [] }, { headers: noStore });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** The choice of where and when to collect an order (§2 "/cart/collect"): an agency, then one of its slots. */
export default function Collect() {
  const t = useT();
  const { sites, site, slots } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  useGuard();
  const title = t(site ? "checkout.collect.when" : "checkout.collect.title");
  const back = site && sites.length > 1 ? href("collect") : href("checkout", undefined, { step: "delivery" });
  return (
    <Page narrow>
      <Title>{title}</Title>
      <BackLink href={back} label={t(site && sites.length > 1 ? "checkout.collect.other" : "checkout.step.delivery")} />
      <PageHead title={title}>
        {site ? undefined : t("checkout.collect.text", { hours: collectReadyMinHours })}
      </PageHead>
      <Lost why={query.get("lost")} />
      {sites.length === 0 && (
        <EmptyState
          title={t("checkout.collect.none")}
          action={<LinkButton href={href("cart")}>{t("checkout.edit.cart")}</LinkButton>}
        >
          {t("checkout.collect.none.text")}
        </EmptyState>
      )}
      {site ? <SlotChoice key={site.siteId} site={site} slots={slots} /> : <AgencyList sites={sites} />}
    </Page>
  );
}

/** Explains why the customer must choose again: the chosen slot or agency is no longer available. */
function Lost({ why }: { why: string | null }) {
  const t = useT();
  if (why !== "slot" && why !== "agency") return null;
  return (
    <Notice tone="bad" role="alert">
      {t(why === "slot" ? "checkout.collect.lost.slot" : "checkout.collect.lost.agency")}
    </Notice>
  );
}

/** Applies the cart guards once the browser has loaded its cart; a cart without collected articles continues to checkout. */
function useGuard(): void {
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const cart = useCart();
  const to = useCheckoutRedirect() ?? (isCollected(cart) ? undefined : href("checkout"));
  useEffect(() => {
    if (hydrated && to !== undefined) navigate(to, { replace: true });
  }, [hydrated, to, navigate]);
}
