import type { getCounter } from "@guichet/contract/office/counter.ts";
import { ok } from "@guichet/contract/result.ts";
import { shopItems } from "../catalogue/shop-item.ts";
import type { Handler, ModuleHandlers } from "../http/call-handler.ts";
import { hasCounter, readAgencies } from "../network-registry/agency-store.ts";
import { openDrawerOf } from "../payment-records/cash-drawer-store.ts";
import { counterArticles, subscriptionsOnSale } from "./counter-articles.ts";
import { closeHandler, drawerView, getDrawerHandler, listDrawersHandler, openHandler } from "./drawers.ts";
import { quoteSaleHandler } from "./quote-sale.ts";
import { refundSaleHandler } from "./refund-sale.ts";
import { getSaleHandler, printTicketHandler } from "./sale-view.ts";
import { sellHandler } from "./sell.ts";

/** Handlers of sales at an agency's counter and of its cash drawers (decisions 176, 177). */
export const counterOfficeHandlers: ModuleHandlers<
  | "getCounter"
  | "quoteCounterSale"
  | "sellAtCounter"
  | "getCounterSale"
  | "printCounterTicket"
  | "refundCounterSale"
  | "openDrawer"
  | "closeDrawer"
  | "listDrawers"
  | "getDrawer"
> = {
  getCounter: (ctx) => getCounterHandler(ctx),
  quoteCounterSale: quoteSaleHandler,
  sellAtCounter: sellHandler,
  getCounterSale: getSaleHandler,
  printCounterTicket: printTicketHandler,
  refundCounterSale: refundSaleHandler,
  openDrawer: openHandler,
  closeDrawer: closeHandler,
  listDrawers: listDrawersHandler,
  getDrawer: getDrawerHandler,
};

const getCounterHandler: Handler<typeof getCounter> = async ({ deps, network, session, language }) => {
  const now = deps.clock.iso();
  const { currency, switches, specific } = network.definition;
  const items = shopItems(network, language, now);
  const agencies = await readAgencies(deps.db, network.id);
  const drawer = await openDrawerOf(deps.db, network.id, session.staffId);
  return ok({
    agencies: agencies.filter(hasCounter).map(({ id, label }) => ({ id, label })),
    currency,
    drawer: drawer === undefined ? null : drawerView(drawer, session.staffId),
    articles: counterArticles(network, items, now),
    subscriptions: subscriptionsOnSale(items, now),
    sellsToGuests: switches.guestOrders,
    asksBirthDate: !specific.hideBirthDate,
  });
};
