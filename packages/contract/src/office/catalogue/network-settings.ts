import { z } from "zod";
import { Language, Texts } from "../../locales.ts";
import { termsKinds } from "../../network-pack.ts";
import { Day, Id, Instant, RequestInstant, WireInt } from "../../values.ts";
import { staffCall } from "../staff-call.ts";

/** Versions of legal texts, the payment account of a network, and its e-mails with sample values (decisions 194 to 196). */

const TermsKind = z.enum(termsKinds);

/** A legal text as it was published. */
export const LegalTextVersion = z.object({
  kind: TermsKind,
  number: z.int().describe("Counts the versions of a kind from 1"),
  publishedAt: Instant.describe("Of the first recorded version: when the recording began, if it was published before"),
  updatedOn: Day.describe("The day from which it is in force, as it says itself"),
  publishedBy: z.string().nullable().describe("null: by an import"),
  missing: z.array(Language).describe("Languages of the network in which it is not written"),
});
export type LegalTextVersion = z.infer<typeof LegalTextVersion>;

export const listLegalTexts = staffCall("network-settings", "GET", "listLegalTexts", {
  summary: "Lists every published version of the network's legal texts, by kind, the newest first.",
  permission: "catalogue.read",
  request: {},
  answer: { versions: z.array(LegalTextVersion) },
  refusals: [],
});

export const readLegalText = staffCall("network-settings", "GET", "readLegalText", {
  summary: "Answers a version of a legal text with the one before: by its number, by an instant, or the newest.",
  permission: "catalogue.read",
  request: {
    kind: TermsKind,
    number: WireInt.pipe(z.int().min(1).max(100_000)).optional(),
    at: RequestInstant.optional().describe("The version that was published by then; refused before the first one"),
  },
  answer: {
    version: LegalTextVersion.extend({ texts: Texts }),
    former: z
      .object({ number: z.int(), texts: Texts })
      .nullable()
      .describe("The version before; null: this is the first recorded one"),
    languages: z.array(Language).describe("Of the network, its default first"),
  },
  refusals: ["NOT_FOUND"],
});

/** What is wrong with the connection of a payment account; `detail` names keys, events or addresses, never a secret. */
export const ConnectionFault = z.object({
  kind: z.enum([
    "not-configured",
    "unreachable",
    "key-refused",
    "permission-missing",
    "write-permission-missing",
    "version-refused",
    "method-missing",
    "creditor-differs",
    "webhook-missing",
    "webhook-disabled",
    "webhook-version",
    "webhook-events",
  ]),
  detail: z.string(),
});
export type ConnectionFault = z.infer<typeof ConnectionFault>;

const ConnectionTest = z.object({ at: Instant, faults: z.array(ConnectionFault).describe("Empty: it is connected") });

export const PaymentAccount = z.object({
  provider: Id,
  account: Id.describe("The name of its keys in the environment"),
  mode: z.enum(["live", "test"]).nullable().describe("By the form of its key; null: there are no keys"),
  notifyUrl: z.string().describe("Where its webhooks are to be sent"),
  unreachableSince: Instant.nullable().describe("Since when no payment provider can be reached; null: they can"),
  webhookAt: Instant.nullable().describe("The last genuine webhook of this account, to the minute; null: none yet"),
  answeredAt: Instant.nullable().describe(
    "The last answer to a test or after a webhook, to the minute; null: none yet",
  ),
  test: ConnectionTest.nullable().describe("The last test of the connection; null: none yet"),
});
export type PaymentAccount = z.infer<typeof PaymentAccount>;

export const getPaymentAccount = staffCall("network-settings", "GET", "getPaymentAccount", {
  summary:
    "Answers the payment account of the network: its mode, its last webhook, and the last test of its connection.",
  permission: "settings.manage",
  request: {},
  answer: { account: PaymentAccount },
  refusals: [],
});

export const testPaymentAccount = staffCall("network-settings", "POST", "testPaymentAccount", {
  summary:
    "Tests the connection of the network's payment account, as `npm run check-payments` does. Changes nothing at the provider.",
  permission: "settings.manage",
  request: {},
  answer: { account: PaymentAccount },
  refusals: ["TOO_MANY_REQUESTS"],
});

export const listEmails = staffCall("network-settings", "GET", "listEmails", {
  summary: "Lists every kind of e-mail that the network sends, and its languages.",
  permission: "emails.read",
  request: {},
  answer: {
    emails: z.array(
      z.object({ template: Id, subject: z.string().describe("Of the sample, in the requested language") }),
    ),
    languages: z.array(Language),
  },
  refusals: [],
});

export const showEmail = staffCall("network-settings", "GET", "showEmail", {
  summary: "Answers an e-mail with sample values in a language, as it would be sent.",
  permission: "emails.read",
  request: { template: Id.describe("From `listEmails`"), language: Language },
  answer: { subject: z.string(), html: z.string(), text: z.string() },
  refusals: ["NOT_FOUND"],
});
