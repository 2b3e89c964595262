import { z } from "zod";
import { AddressDirectory } from "./addresses.ts";
import { FieldType, Ink, PaymentMethod, Period, PivotType, Section, Support, Validity } from "./catalogue.ts";
import { Language, Texts } from "./locales.ts";
import { Seller, Switches } from "./networks.ts";
import { PackAccounting } from "./packs/accounting.ts";
import { DebitTicketsUsable } from "./packs/debit-tickets.ts";
import { PackAgencies } from "./packs/pack-agencies.ts";
import { PackAmount, Percent } from "./packs/pack-amount.ts";
import { PackProvider, PackQualificationProvider } from "./packs/pack-providers.ts";
import { PackVouchers } from "./packs/pack-vouchers.ts";
import { PassWallet } from "./packs/pass-wallet.ts";
import { RefundPolicy } from "./packs/refund-policy.ts";
import { CountryCode, Currency, Day, Duration, Id, Instant } from "./values.ts";

/**
 * A network pack: the complete definition of a network as files maintained by its operator (`docs/network-packs.md`).
 * Amounts are integer minor units of the network's currency; texts are maps by language; unknown keys are refused.
 */

const Colour = z.string().regex(/^#[0-9a-f]{6}$/i, "not a colour of six hexadecimal digits, as #0b5a68");

/** Kinds of legal text, one Markdown file each under `terms/<language>/`. */
export const termsKinds = ["legal-notice", "terms-of-use", "privacy-policy"] as const;
export type TermsKind = (typeof termsKinds)[number];

/** Payment providers whose protocols are known. */
export const paymentProviderNames = ["stripe", "lyra"] as const;
/** Those that collect SEPA direct debits. */
export const debitProviderNames: readonly string[] = ["stripe"] satisfies (typeof paymentProviderNames)[number][];

/** What becomes of the tickets of a disputed order until the bank decides, and when the dispute is lost. */
const PackDisputes = z.strictObject({
  untilDecided: z
    .enum(["keep", "suspend"])
    .default("suspend")
    .describe("`suspend`: they are blocked until the bank decides; `keep`: they stay valid"),
  whenLost: z.enum(["keep", "cancel"]).default("cancel").describe("`cancel`: they become invalid for good"),
});
export type PackDisputes = z.infer<typeof PackDisputes>;

/**
 * The account at a payment provider that takes the network's payments; its keys are in the environment, never in a pack. The import
 * refuses unknown providers; a stored network may name one that only an earlier version knew.
 */
export const PackPayment = z.strictObject(
  {
    provider: Id.meta({ enum: [...paymentProviderNames] }),
    account: Id.default("main").describe("The name of its keys in the environment"),
  },
  {
    error: ({ input }) =>
      input === undefined ? 'missing: who takes payments by card, for example {"provider": "stripe"}' : undefined,
  },
);

/** The creditor of direct debits, named on every mandate (SEPA Core rulebook). */
export const PackCreditor = z.strictObject({
  name: z.string().trim().min(1).max(70).describe("Name at the bank, in Latin letters"),
  id: z.string().min(8).max(35).describe("SEPA creditor identifier (in France the ICS)"),
  providerId: z
    .string()
    .min(8)
    .max(35)
    .optional()
    .describe(
      "The identifier under which the payment provider collects, if it is another one, such as the provider's own",
    ),
  address: z.string().trim().min(1).max(140),
  iban: z.string().min(15).max(42).describe("The account that receives the debits"),
  bic: z
    .string()
    .regex(/^[A-Z]{6}[A-Z\d]{2}([A-Z\d]{3})?$/)
    .optional()
    .describe("Only where the bank requires it"),
});
export type PackCreditor = z.infer<typeof PackCreditor>;

/** `network.json` */
export const PackNetwork = z.strictObject({
  $schema: z.string().optional(),
  id: Id,
  name: z.string().min(1).max(80),
  domains: z.array(z.string().min(1).max(253)).max(20).describe("Host names, with a port unless it is the default one"),
  country: CountryCode.default("FR").describe(
    "The country of the operator: it decides legal identifiers, tax, public holidays, phone numbers and postal addresses",
  ),
  region: z
    .string()
    .regex(/^[A-Z\d]{1,3}$/)
    .optional()
    .describe("The region whose public holidays count too: an ISO 3166-2 code without its country, as `MD` in Spain"),
  currency: Currency.default("EUR"),
  payment: PackPayment.describe("The provider of card payments"),
  languages: z.array(Language).min(1).describe("The first is the default"),
  timeZone: z.string().default("Europe/Paris"),
  accent: Colour,
  switches: Switches,
  specific: z.strictObject({ hideBirthDate: z.boolean().default(false) }).default({ hideBirthDate: false }),
  cards: z
    .strictObject({
      luhn: z.boolean().default(false).describe("The last digit of a card number is a Luhn check digit"),
    })
    .default({ luhn: false })
    .describe("Transport cards"),
  paymentMethods: z.array(PaymentMethod).default(["CARD"]),
  creditor: PackCreditor.optional().describe("The creditor of direct debits; needed with TRANSFER"),
  directDebit: z
    .enum(["bank", "provider"])
    .default("bank")
    .describe(
      "Who collects direct debits: the creditor's bank, by files, or the payment provider, which then shows its own reference of each mandate",
    ),
  suspendUnpaidAfterDays: z
    .int()
    .min(0)
    .max(90)
    .default(15)
    .describe("Days after a failed debit or installment until the tickets of its order are suspended"),
  debitRetryAfterDays: z
    .int()
    .min(6)
    .max(60)
    .optional()
    .describe(
      "Days until a debit that failed for a passing reason, such as insufficient funds, is presented once more; absent: never",
    ),
  debitTicketsUsable: DebitTicketsUsable.default("signed").describe(
    "When the tickets of an order by direct debit are usable: at the signature of the mandate; provisionally, and suspended after `provisionalDays` unless the first debit is settled by then; or only once the first debit is settled",
  ),
  provisionalDays: z
    .int()
    .min(1)
    .max(60)
    .optional()
    .describe("With `debitTicketsUsable` `provisional`: days from the order until its tickets are suspended"),
  disputes: PackDisputes.default({ untilDecided: "suspend", whenLost: "cancel" }).describe(
    "What becomes of the tickets of an order when the customer disputes its payment at the bank",
  ),
  refundApprovalAbove: PackAmount.optional().describe(
    "A refund by the staff above this amount needs the approval of a second member of the staff; absent: none does",
  ),
  catalogueApproval: z
    .boolean()
    .default(false)
    .describe("Whether a second member of the staff approves each draft of the catalogue before it is published"),
  guestMaxAmount: PackAmount.default(15_000),
  shippingFee: z
    .strictObject({ productId: Id, name: Texts, price: PackAmount, vatRate: Percent.default(20) })
    .optional(),
  addressSearch: z
    .enum([...AddressDirectory.options, "none"])
    .default("FR")
    .describe("The country whose public address directory is used for autocomplete; `none`: no autocomplete"),
  homeStops: z
    .array(z.strictObject({ id: Id, name: z.string().min(1).max(120) }))
    .max(5_000)
    .default([])
    .describe("Stops from which a traveller chooses a home stop, where `profiling` is on"),
  fareZones: z
    .array(z.strictObject({ id: Id, name: Texts }))
    .max(50)
    .default([])
    .describe("The destinations among which the fare adviser lets customers choose; empty: it does not ask"),
  school: z
    .strictObject({
      year: z.strictObject({ from: Day, to: Day }),
      ageFrom: z.int().min(0).max(30),
      ageTo: z.int().min(0).max(30),
      schools: z
        .array(z.strictObject({ id: Id, name: z.string().min(1).max(120), city: z.string().min(1).max(120) }))
        .max(5_000),
    })
    .optional()
    .describe("School year (both days included), ages of pupils and schools; absent: no school transport"),
  walletPasses: z
    .array(PassWallet)
    .default([])
    .describe(
      "The wallet apps to which customers can add their tickets; each needs its certificate or key in the environment",
    ),
  banner: Texts.optional().describe("Markdown, on every page"),
  dataProtection: Texts.optional().describe("Markdown, where personal data are requested"),
  contact: z.strictObject({ email: z.email(), phone: z.string().optional(), hours: Texts.optional() }),
  seller: Seller,
  accounting: PackAccounting.optional().describe(
    "Account numbers of the accounting journal; absent: those of the French chart of accounts",
  ),
  termsUpdatedOn: z
    .partialRecord(z.enum(termsKinds), Day)
    .describe("The day from which each legal text of the pack is in force; one for each"),
  accessibility: z.strictObject({
    state: z.enum(["fully", "partly", "not"]),
    auditedOn: z.iso.date().optional(),
    auditor: z.string().optional(),
    contact: z.email(),
    statement: z
      .url({ protocol: /^https$/ })
      .optional()
      .describe("The operator's own statement, to which the page links"),
  }),
  authentication: z.strictObject({
    key: Id.optional().describe("API key of the identity toolkit, which names the network; absent: `demo-<id>`"),
    emailPassword: z.boolean().default(true),
    enumerationProtection: z.boolean().default(true),
    providers: z.array(PackProvider).max(10).default([]).describe("At most one is the default"),
  }),
  qualificationProviders: z.array(PackQualificationProvider).max(20).default([]),
  mailFrom: z.string().max(200),
});
export type PackNetwork = z.infer<typeof PackNetwork>;

/** Words by which customers look for an article, by language; each is found in every language. */
const SearchWords = z
  .partialRecord(Language, z.array(z.string().trim().min(1).max(40)).max(30))
  .describe("Words that customers type and the texts do not contain: synonyms, former names");

export const PackField = z.strictObject({
  id: Id,
  type: FieldType,
  label: Texts,
  hint: Texts.optional(),
  required: z.boolean().default(true),
  confirm: z.boolean().default(false),
  minLength: z.int().min(0).max(500).optional(),
  maxLength: z.int().min(1).max(500).optional(),
  choices: z.array(z.strictObject({ value: z.string().min(1).max(100), label: Texts })).default([]),
});
export type PackField = z.infer<typeof PackField>;

export const PackPaymentOption = z.strictObject({
  installments: z.int().min(1).max(36).default(1),
  period: Period.default("P1M"),
  paymentMethods: z.array(PaymentMethod).min(1),
  allowSubscription: z.boolean().default(false),
});

/** One article of `catalogue.json`. */
export const PackArticle = z.strictObject({
  id: Id,
  type: z.int().min(1).max(2).default(2).describe("1: sold by staff only, 2: sold in the shop"),
  category: Id,
  section: Section.optional().describe("Section of the shop's list; absent: the category's, or by validity and trips"),
  group: Id.optional().describe(
    "One of `groups`: the shop shows one card for the group, with zone and audience as choices",
  ),
  zone: Texts.optional().describe("Zone within the group, such as `A, short trips`; absent: every zone"),
  name: Texts,
  summary: Texts.describe("What it is valid for, in one line"),
  description: Texts.optional(),
  extraInfo: Texts.optional(),
  audience: Texts.optional(),
  searchWords: SearchWords.optional(),
  figure: z.strictObject({ value: z.string().max(6), unit: Texts }).optional(),
  price: PackAmount,
  promoPrice: PackAmount.optional(),
  vatRate: Percent.default(10),
  supports: z.array(Support).min(1),
  tags: z.array(z.string().min(1).max(60)).default([]),
  tariffs: z.array(Id).default([]),
  fields: z.array(PackField).default([]),
  paymentOptions: z.array(PackPaymentOption).min(1),
  renewalInterval: Period.optional().describe("Present: the article is a subscription"),
  quantityMin: z.int().min(1).max(99).default(1),
  quantityMax: z.int().min(1).max(99).default(9),
  maxBuyAtOnce: z.int().min(1).max(99).optional(),
  pivot: z.strictObject({ type: PivotType, value: z.int(), proposals: z.int().min(1).max(400) }).optional(),
  products: z
    .array(z.strictObject({ id: Id, dematerialized: z.boolean() }))
    .default([])
    .describe("Empty: one product with the article's id"),
  requiredDocuments: z.array(Id).default([]),
  pictureRequired: z.boolean().default(false),
  options: z.array(Id).default([]),
  ageFrom: z.int().min(0).max(130).optional(),
  ageTo: z.int().min(0).max(130).optional(),
  statuses: z.array(Id).default([]),
  salesFrom: Instant.optional(),
  salesEndsAt: Instant.optional(),
  validity: Validity,
  remainingPrice: z
    .enum(["full", "by-month"])
    .optional()
    .describe(
      "For a yearly period: its price when it has begun, `full` (as when absent) or `by-month`, for the remaining months, where a month that has begun counts whole",
    ),
  useWithin: Duration.optional(),
  refund: RefundPolicy.optional().describe("What a customer gets for a returned ticket; absent: `none`"),
  trips: z.int().min(1).max(255).optional().describe("Number of trips, at most what a ticket's code can hold"),
  transferMinutes: z.int().min(1).max(1440).optional(),
  originDestination: z
    .strictObject({
      fare: z
        .string()
        .regex(/^[^*]{1,99}\*?$/)
        .optional()
        .describe(
          "A fare_id of gtfs.zip, or a prefix and `*`; absent: every fare. The cheapest applicable fare is the price",
        ),
    })
    .optional()
    .describe("Present: sold between two stops of gtfs.zip at the price of the feed; `price` is 0"),
  advice: z
    .strictObject({
      never: z.boolean().default(false).describe("Never proposed by the fare adviser"),
      persons: z.int().min(1).max(9).default(1).describe("Number of persons who travel on one ticket"),
      weekdays: z
        .array(z.int().min(1).max(7))
        .max(7)
        .default([])
        .describe("Weekdays of validity, Monday is 1; empty: all"),
      fareZones: z
        .array(Id)
        .max(50)
        .default([])
        .describe("`fareZones` of network.json in which it is valid; empty: all"),
    })
    .optional()
    .describe("What the other keys do not tell the fare adviser"),
});
export type PackArticle = z.infer<typeof PackArticle>;

/** `catalogue.json` */
export const PackCatalogue = z.strictObject({
  $schema: z.string().optional(),
  categories: z.array(
    z.strictObject({
      id: Id,
      productTypeIndex: z.int(),
      name: Texts,
      ink: Ink,
      icon: z.string(),
      section: Section.optional().describe("Section of its articles in the shop's list; absent: by article"),
      searchWords: SearchWords.optional(),
    }),
  ),
  groups: z
    .array(
      z.strictObject({ id: Id, name: Texts, summary: Texts.describe("What its articles have in common, in one line") }),
    )
    .default([])
    .describe("Articles that differ only by zone and audience, shown as one card"),
  tariffs: z.array(z.strictObject({ id: Id, name: Texts })).default([]),
  documentTypes: z
    .array(
      z.strictObject({
        id: Id,
        name: Texts,
        description: Texts.optional(),
        validFor: Duration.optional().describe("Validity from the day of acceptance"),
        qualifiedBy: z
          .array(
            z.strictObject({
              provider: Id.describe("One of `qualificationProviders` of network.json"),
              quotientBelow: z
                .int()
                .min(1)
                .max(100_000)
                .optional()
                .describe("family-quotient: the limit below which the traveller is entitled"),
            }),
          )
          .max(10)
          .default([]),
      }),
    )
    .default([]),
  statuses: z.array(z.strictObject({ id: Id, name: Texts })).default([]),
  articles: z.array(PackArticle),
});
export type PackCatalogue = z.infer<typeof PackCatalogue>;

/** Every legal text by language; its first line is the title (`# ...`). */
export const PackTerms = z.partialRecord(z.enum(termsKinds), Texts);
export type PackTerms = z.infer<typeof PackTerms>;

/** A complete pack as read from its folder. */
export const NetworkPack = z.strictObject({
  network: PackNetwork,
  catalogue: PackCatalogue,
  agencies: PackAgencies,
  vouchers: PackVouchers,
  terms: PackTerms,
  logo: z.string().max(200_000).describe("SVG"),
  gtfs: z.instanceof(Uint8Array).optional().describe("gtfs.zip, unchanged"),
});
export type NetworkPack = z.infer<typeof NetworkPack>;
