import type { Network } from "@guichet/contract/networks.ts";
import { countries } from "@guichet/rules/countries/countries.ts";
import { accentCss } from "@guichet/ui/accent.ts";
import type { PageContext } from "./page-context.tsx";

/** What every page of a network knows about it: the same for everybody. */
export const networkContext = (network: Network): Pick<PageContext, "network" | "accentCss"> => ({
  network: {
    id: network.id,
    name: network.name,
    currency: network.currency,
    languages: network.languages,
    timeZone: network.timeZone,
    switches: network.switches,
    specific: network.specific,
    contact: network.contact,
    guestMaxAmount: network.guestMaxAmount,
    addressSearch: network.addressSearch,
    logoUrl: `/network/logo.svg?v=${encodeURIComponent(network.version)}`,
    accessibility: network.accessibility.state,
    version: network.version,
    postage: network.shippingFee !== null,
    country: network.country,
    publicHolidays: network.publicHolidays,
    cityLines: countries[network.country].cityLines,
    phoneExample: countries[network.country].phoneExample,
    takesCards: network.takesCards,
  },
  accentCss: accentCss(network.accent),
});
