import { z } from "zod";
import { call } from "./call.ts";
import { Language } from "./locales.ts";
import { CountryCode, Currency, Day, Id, Instant, Money, RequestDay, WireBoolean, WireInt } from "./values.ts";

/** Features that a network can switch on or off (§1). */
export const Switches = z.strictObject({
  guestOrders: z.boolean().default(false),
  mediaSignin: z.boolean().default(false),
  mediaTunnel: z.boolean().default(false),
  mediaTunnelPairing: z.boolean().default(false),
  subscriptions: z.boolean().default(false),
  profiling: z.boolean().default(false),
  transferPayments: z.boolean().default(false),
  multipleInstallments: z.boolean().default(false),
  fareAdviser: z.boolean().default(false),
  consentBoxes: z.boolean().default(false),
});
export type Switches = z.infer<typeof Switches>;

export const Driver = z.enum(["KEYCLOAK", "FRANCECONNECT"]);
export type Driver = z.infer<typeof Driver>;

export const DefaultProvider = z.strictObject({
  driver: Driver,
  slug: z.string(),
  configuration: z.strictObject({ url: z.string(), client: z.string() }),
});

export const PostalAddress = z.object({
  addressRoute: z.string(),
  addressPostalCode: z.string(),
  addressCity: z.string(),
  addressState: z.string(),
});

/** The seller named on invoices and legal pages. */
export const Seller = z.strictObject({
  legalName: z.string(),
  address: z.string(),
  registration: z.string().optional().describe("Legal form, capital and register, in one line"),
  taxExemption: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("Why no tax is charged on lines at the rate 0, as the law wants it on invoices"),
  identifiers: z
    .record(Id, z.string().trim().min(1).max(40))
    .describe("Legal identifiers by their names in the network's country, such as `siret` or `ice`"),
});
export type Seller = z.infer<typeof Seller>;

export const NetworkSummary = z.object({
  id: Id,
  name: z.string(),
  logo: z.string().describe("SVG as a data URL"),
  currency: Currency,
  languages: z.array(Language),
  domains: z.array(z.string()),
});
export type NetworkSummary = z.infer<typeof NetworkSummary>;

export const Network = NetworkSummary.extend({
  country: CountryCode,
  timeZone: z.string(),
  accent: z.string().describe("#rrggbb"),
  defaultProvider: DefaultProvider.nullable(),
  switches: Switches,
  specific: z.object({ hideBirthDate: z.boolean() }),
  guestMaxAmount: Money,
  takesCards: z.boolean().describe("Whether articles may be paid by card"),
  shippingFee: Money.nullable().describe("What a parcel costs, VAT included; null: nothing"),
  banner: z.string().nullable().describe("Markdown, in the requested language"),
  dataProtection: z.string().nullable().describe("Markdown, in the requested language"),
  contact: z.object({ email: z.string(), phone: z.string().nullable(), hours: z.string().nullable() }),
  seller: Seller,
  accessibility: z.object({
    state: z.enum(["fully", "partly", "not"]),
    auditedOn: z.string().nullable(),
    auditor: z.string().nullable(),
    contact: z.string(),
    statement: z.string().nullable().describe("Address of the operator's own statement"),
  }),
  fareZones: z
    .array(z.object({ id: Id, name: z.string() }))
    .describe("The destinations that the fare adviser offers; empty: it does not ask"),
  publicHolidays: z
    .array(Day)
    .describe("Public holidays of country and region from 60 days ago to 60 days ahead: no working days"),
  addressSearch: z.boolean().describe("Whether addresses have autocomplete (searchAddresses)"),
  version: z.string().describe("Changes with every import, which makes cached values stale"),
});
export type Network = z.infer<typeof Network>;

/** An agency where orders are collected (§3). */
export const CollectSite = z.object({
  siteId: Id,
  index: z.int(),
  label: z.string(),
  addressRoute: z.string(),
  addressPostalCode: z.string(),
  addressCity: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  openingHours: z.array(z.object({ weekday: z.int().min(1).max(7), opens: z.string(), closes: z.string() })),
});
export type CollectSite = z.infer<typeof CollectSite>;

export const AuthProvider = z.object({
  id: Id,
  driver: Driver,
  isDefault: z.boolean(),
  slug: z.string(),
  name: z.string(),
  configuration: DefaultProvider.shape.configuration
    .optional()
    .describe("KEYCLOAK: token endpoint and client for renewing its tokens (§7)"),
});
export type AuthProvider = z.infer<typeof AuthProvider>;

export const getNetworks = call("networks", "GET", "/Networks/getNetworks.json", {
  summary: "Lists the networks in which the calling client may sell.",
  section: "§7",
  session: "none",
  network: "optional",
  request: {},
  answer: { networks: z.array(NetworkSummary) },
  refusals: [],
  cacheable: true,
});

export const getNetworkConfiguration = call("networks", "GET", "/Networks/getNetworkConfiguration.json", {
  summary: "Returns the configuration of a network, by id or by host name.",
  section: "§7",
  session: "none",
  network: "optional",
  request: { id: Id.optional(), domain: z.string().max(253).optional() },
  answer: { network: Network },
  refusals: [],
  cacheable: true,
});

export const getAuthenticationConfiguration = call("networks", "GET", "/Networks/getAuthenticationConfiguration", {
  summary: "Returns the sign-in methods of a network.",
  section: "§7",
  session: "none",
  request: {},
  answer: {
    emailPassword: z.boolean(),
    key: z.string(),
    enumerationProtection: z.boolean(),
    providers: z.array(AuthProvider),
  },
  refusals: [],
  cacheable: true,
});

export const collectSites = call("networks", "GET", "/Networks/collectSites", {
  summary: "Lists the agencies where orders can be collected, optionally sorted by index.",
  section: "§7",
  session: "none",
  request: { id: Id.optional(), sorted: WireBoolean.optional() },
  answer: { sites: z.array(CollectSite) },
  refusals: ["NOT_FOUND"],
  cacheable: true,
});

/** A time slot in which orders are collected at an agency. */
export const CollectSlot = z.object({
  slotId: Id.describe("Identifies the time; together with the agency, a slot"),
  startsAt: Instant,
  endsAt: Instant,
  placesLeft: z.int(),
});
export type CollectSlot = z.infer<typeof CollectSlot>;

export const collectSlots = call("networks", "GET", "/Networks/collectSlots", {
  summary: "Lists the collection slots of an agency for an order placed now, earliest first, full ones included.",
  session: "none",
  request: { siteId: Id, from: RequestDay.optional(), days: WireInt.pipe(z.int().min(1).max(31)).optional() },
  answer: { slots: z.array(CollectSlot) },
  refusals: ["NOT_FOUND"],
});

export const getProfileStatus = call("networks", "GET", "/Networks/getProfileStatus.json", {
  summary: "Lists the tariff statuses that a traveller may declare, and the home stops; empty while profiling is off.",
  section: "§7",
  session: "none",
  request: {},
  answer: {
    statuses: z.array(z.object({ id: Id, name: z.string() })),
    stops: z.array(z.object({ id: z.string(), name: z.string() })),
  },
  refusals: [],
  cacheable: true,
});

export const getSchoolConfiguration = call("networks", "GET", "/Networks/getSchoolConfiguration", {
  summary: "Returns the school year, the ages and the schools of the network; null without school transport.",
  section: "§7",
  session: "none",
  request: {},
  answer: {
    school: z
      .object({
        year: z.object({ from: Day, to: Day }),
        ageFrom: z.int(),
        ageTo: z.int(),
        schools: z.array(z.object({ id: Id, name: z.string(), city: z.string() })),
      })
      .nullable(),
  },
  refusals: [],
  cacheable: true,
});

/** A process's reading of the clock (demo only). */
export const ClockReading = z.object({ now: Instant, real: z.boolean() });
