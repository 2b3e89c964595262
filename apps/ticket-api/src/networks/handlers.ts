import { type Language, languageOf, textIn } from "@guichet/contract/locales.ts";
import type { AuthProvider, Network, NetworkSummary } from "@guichet/contract/networks.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { collectTimes, slotIdOf } from "@guichet/rules/collection-slots.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { directoryOf } from "../addresses/directory.ts";
import type { Dependencies } from "../dependencies.ts";
import type { ModuleHandlers } from "../http/call-handler.ts";
import { readAgencies, readAgency } from "../network-registry/agency-store.ts";
import { collectsByDebit } from "../network-registry/direct-debit.ts";
import { defaultProviderOf, issuerOf } from "../network-registry/provider-address.ts";
import { publicHolidaysAround } from "../network-registry/public-holidays.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { toolkitKey } from "../network-registry/toolkit-key.ts";
import { placesTaken } from "../order-records/slot-store.ts";

export const networkHandlers: ModuleHandlers<
  | "getNetworks"
  | "getNetworkConfiguration"
  | "getAuthenticationConfiguration"
  | "collectSites"
  | "collectSlots"
  | "getProfileStatus"
  | "getSchoolConfiguration"
> = {
  getNetworks: async ({ deps, client }) => {
    const ids = (await deps.networks.ids()).filter((id) => client.networks.includes(id));
    const networks = await Promise.all(ids.map((id) => deps.networks.get(id)));
    return ok({ networks: networks.filter((network) => network !== undefined).map(summaryOf) });
  },

  getNetworkConfiguration: async ({ deps, client, request, common, network: current }) => {
    const { id, domain } = request;
    const found =
      id !== undefined
        ? await deps.networks.get(id)
        : domain !== undefined
          ? await byHostName(deps.networks.byDomain, domain)
          : (current ?? undefined);
    if (found === undefined || !client.networks.includes(found.id)) return err("NETWORK_UNKNOWN");
    const requested = languageOf(common.lang ?? common.locale);
    return ok({ network: networkIn(deps, found, requested ?? found.language) });
  },

  getAuthenticationConfiguration: async ({ deps, network }) => {
    const { emailPassword, enumerationProtection, providers } = network.definition.authentication;
    const offered = providers.flatMap(({ id, driver, isDefault, slug, name, url, client }): AuthProvider[] => {
      const issuer = issuerOf(deps.config, url);
      if (issuer === undefined) return [];
      // The shop renews the tokens of a custom provider itself; those of the federation cannot be renewed.
      const configuration = driver === "KEYCLOAK" ? { configuration: { url: issuer.url.href, client } } : {};
      return [{ id, driver, isDefault, slug, name, ...configuration }];
    });
    return ok({ emailPassword, key: toolkitKey(network.definition), enumerationProtection, providers: offered });
  },

  collectSites: async ({ deps, network, request }) => {
    const agencies = await readAgencies(deps.db, network.id);
    const requested = agencies.filter(
      ({ id, services }) => services.includes("COLLECTION") && (request.id === undefined || id === request.id),
    );
    if (request.id !== undefined && requested.length === 0) return err("NOT_FOUND");
    if (request.sorted !== true) requested.sort((a, b) => a.label.localeCompare(b.label, network.language));
    return ok({
      sites: requested.map(
        ({ id, index, label, addressRoute, addressPostalCode, addressCity, openingHours, ...agency }) => ({
          ...{ siteId: id, index, label, addressRoute, addressPostalCode, addressCity, openingHours },
          ...{ latitude: agency.latitude ?? null, longitude: agency.longitude ?? null },
        }),
      ),
    });
  },

  collectSlots: async ({ deps, network, request }) => {
    const agency = await readAgency(deps.db, network.id, request.siteId);
    if (agency === undefined) return err("NOT_FOUND");
    const { from, days } = request;
    const times = collectTimes(agency, {
      now: deps.clock.iso(),
      timeZone: network.definition.timeZone,
      ...(from === undefined ? {} : { from }),
      ...(days === undefined ? {} : { days }),
    });
    const used = await placesTaken(deps.db, network.id, agency.id, times);
    return ok({
      slots: times.map(({ startsAt, endsAt }) => ({
        slotId: slotIdOf(startsAt),
        startsAt,
        endsAt,
        placesLeft: Math.max(0, agency.slotCapacity - (used.get(startsAt) ?? 0)),
      })),
    });
  },

  getProfileStatus: async ({ network: { definition, statuses: offered }, language }) => {
    if (!definition.switches.profiling) return ok({ statuses: [], stops: [] });
    const statuses = offered.map(({ id, name }) => ({ id, name: textIn(name, language, definition.languages) }));
    return ok({ statuses, stops: definition.homeStops });
  },

  getSchoolConfiguration: async ({ network }) => ok({ school: network.definition.school ?? null }),
};

/** Finds a network by host name as a browser sends it: with its port if a network names that, else without. */
async function byHostName(
  byDomain: (domain: string) => Promise<LoadedNetwork | undefined>,
  domain: string,
): Promise<LoadedNetwork | undefined> {
  const host = domain.trim().toLowerCase();
  return (await byDomain(host)) ?? byDomain(host.replace(/:\d{1,5}$/, ""));
}

function summaryOf({ id, definition, logo }: LoadedNetwork): NetworkSummary {
  const { name, currency, languages, domains } = definition;
  const address = `data:image/svg+xml;base64,${Buffer.from(logo).toString("base64")}`;
  return { id, name, logo: address, currency, languages, domains };
}

/** The configuration of a network in a language, as the shop reads it. */
export function networkIn(deps: Dependencies, network: LoadedNetwork, language: Language): Network {
  const { definition, version } = network;
  const { currency, shippingFee, contact, accessibility, banner, dataProtection } = definition;
  const text = (texts: typeof banner) => (texts === undefined ? null : textIn(texts, language, definition.languages));
  return {
    ...summaryOf(network),
    country: definition.country,
    timeZone: definition.timeZone,
    accent: definition.accent,
    defaultProvider: defaultProviderOf(deps.config, definition),
    switches: { ...definition.switches, transferPayments: collectsByDebit(deps, network) },
    specific: definition.specific,
    takesCards: definition.paymentMethods.includes("CARD"),
    shippingFee: shippingFee === undefined ? null : { amount: shippingFee.price, currency },
    guestMaxAmount: { amount: definition.guestMaxAmount, currency },
    banner: text(banner),
    dataProtection: text(dataProtection),
    contact: { email: contact.email, phone: contact.phone ?? null, hours: text(contact.hours) },
    seller: definition.seller,
    accessibility: {
      state: accessibility.state,
      auditedOn: accessibility.auditedOn ?? null,
      auditor: accessibility.auditor ?? null,
      contact: accessibility.contact,
      statement: accessibility.statement ?? null,
    },
    fareZones: definition.fareZones.map(({ id, name }) => ({ id, name: textIn(name, language, definition.languages) })),
    publicHolidays: publicHolidaysAround(definition, dayIn(deps.clock.iso(), definition.timeZone)),
    addressSearch: directoryOf(deps, definition) !== undefined,
    version,
  };
}
