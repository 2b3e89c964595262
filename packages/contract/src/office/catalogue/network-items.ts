import { z } from "zod";
import { Texts } from "../../locales.ts";
import { PackNetwork, termsKinds } from "../../network-pack.ts";
import { Switches } from "../../networks.ts";
import { Day } from "../../values.ts";

/**
 * What the office changes of `network.json` and of the legal texts, as items of drafts (decision 194). Of the settings there is one
 * item of each kind. A key that is missing here is changed only with the pack: `packOnlySettings` says why.
 */

/** The id of the one item of a kind of settings. */
export const settingsId = "network";
const id = z.literal(settingsId);
const network = PackNetwork.shape;
const contact = network.contact.shape;
const accessibility = network.accessibility.shape;

/** The items that are no part of the catalogue, as in the files of a pack. */
export const NetworkItem = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("appearance"),
    definition: z.strictObject({ id, name: network.name, accent: network.accent }),
  }),
  z.strictObject({
    kind: z.literal("messages"),
    definition: z.strictObject({ id, banner: network.banner, dataProtection: network.dataProtection }),
  }),
  z.strictObject({
    kind: z.literal("contact"),
    definition: z.strictObject({ id, email: contact.email, phone: contact.phone, hours: contact.hours }),
  }),
  z.strictObject({
    kind: z.literal("accessibility"),
    definition: z.strictObject({
      id,
      ...{ state: accessibility.state, auditedOn: accessibility.auditedOn },
      ...{ auditor: accessibility.auditor, contact: accessibility.contact },
    }),
  }),
  z.strictObject({
    kind: z.literal("switches"),
    // Running subscriptions and signed mandates need their switches: those two are changed with the pack.
    definition: Switches.omit({ transferPayments: true, subscriptions: true }).extend({ id }),
  }),
  z.strictObject({
    kind: z.literal("limits"),
    definition: z.strictObject({
      id,
      guestMaxAmount: network.guestMaxAmount,
      suspendUnpaidAfterDays: network.suspendUnpaidAfterDays,
      debitRetryAfterDays: network.debitRetryAfterDays,
    }),
  }),
  z.strictObject({
    kind: z.literal("legal-text"),
    definition: z.strictObject({
      id: z.enum(termsKinds),
      updatedOn: Day.describe("The day from which it is in force"),
      texts: Texts.describe("Markdown; the first line is the title (`# ...`)"),
    }),
  }),
]);
export type NetworkItem = z.output<typeof NetworkItem>;

export const settingKinds = ["appearance", "messages", "contact", "accessibility", "switches", "limits"] as const;
export type SettingKind = (typeof settingKinds)[number];
export const networkItemKinds = [...settingKinds, "legal-text"] as const;
export type NetworkItemKind = (typeof networkItemKinds)[number];

/** Why a key of `network.json` is not changed in the office. */
export const packOnlyReasons = ["identity", "payments", "accounts", "control", "references"] as const;
export type PackOnlyReason = (typeof packOnlyReasons)[number];

/** The keys of `network.json` that are changed only with the pack: a key that is neither here nor in `NetworkItem` does not compile. */
export const packOnlySettings = {
  id: "identity",
  domains: "identity",
  languages: "identity",
  mailFrom: "identity",
  country: "identity",
  region: "identity",
  seller: "identity",
  authentication: "accounts",
  qualificationProviders: "accounts",
  cards: "accounts",
  specific: "accounts",
  walletPasses: "accounts",
  currency: "payments",
  payment: "payments",
  paymentMethods: "payments",
  creditor: "payments",
  directDebit: "payments",
  debitTicketsUsable: "payments",
  provisionalDays: "payments",
  disputes: "payments",
  accounting: "payments",
  timeZone: "payments",
  refundApprovalAbove: "control",
  catalogueApproval: "control",
  shippingFee: "references",
  addressSearch: "references",
  homeStops: "references",
  fareZones: "references",
  school: "references",
} as const satisfies Record<Exclude<keyof PackNetwork, OfficeKey | "$schema">, PackOnlyReason>;

/** The keys of `network.json` that the items have. */
type OfficeKey =
  | "name"
  | "accent"
  | "banner"
  | "dataProtection"
  | "contact"
  | "accessibility"
  | "switches"
  | "guestMaxAmount"
  | "suspendUnpaidAfterDays"
  | "debitRetryAfterDays"
  | "termsUpdatedOn";
