import { z } from "zod";
import { searchQueryMaxLength, searchResultsMax } from "../limits/staff-limits.ts";
import type { StaffPermission } from "../staff-roles.ts";
import { Id, Instant, Money } from "../values.ts";
import { staffCall } from "./staff-call.ts";

/** What the search of the office finds, in the order of its results. */
export const SearchKind = z.enum([
  "order",
  "invoice",
  "payment",
  "mandate",
  "voucher",
  "ticket",
  "customer",
  "traveller",
  "card",
  "submission",
  "termination",
]);
export type SearchKind = z.infer<typeof SearchKind>;

/** The screen that shows a result. */
export const SearchScreen = z.enum(["order", "customer", "traveller", "card", "submission", "termination"]);
export type SearchScreen = z.infer<typeof SearchScreen>;

/** The permission of each screen that results lead to: whoever lacks it does not find them. */
export const searchScreenPermissions = {
  order: "orders.read",
  customer: "travellers.read",
  traveller: "travellers.read",
  card: "cards.read",
  submission: "documents.examine",
  termination: "terminations.read",
} as const satisfies Record<SearchScreen, StaffPermission>;

/** A result of the search, with what distinguishes it from others of its kind. */
export const SearchResult = z.object({
  screen: SearchScreen,
  id: Id.describe("The id of what the screen shows"),
  number: z.string().nullable().describe("Its number, code or reference as displayed"),
  name: z.string().nullable().describe("The person, or the article of a ticket"),
  email: z.string().nullable(),
  state: z.string().nullable().describe("The state of the record, by its own names"),
  at: Instant.nullable().describe("When it was created, issued or received"),
  total: Money.nullable(),
});
export type SearchResult = z.infer<typeof SearchResult>;

export const SearchGroup = z.object({ kind: SearchKind, results: z.array(SearchResult), hasMore: z.boolean() });
export type SearchGroup = z.infer<typeof SearchGroup>;

export const searchOffice = staffCall("search", "GET", "search", {
  summary: `Finds orders, documents, payments, tickets, customers, cards and requests by number, name, e-mail address or phone number, up to ${searchResultsMax} of each kind. Only what the caller's roles may open is found.`,
  permission: "office.open",
  request: {
    q: z
      .string()
      .trim()
      .min(1)
      .max(searchQueryMaxLength)
      .describe(
        "A number or reference in any grouping, the content of a ticket's barcode, or names with typing errors",
      ),
  },
  answer: {
    groups: z.array(SearchGroup).describe("Without the kinds of which nothing was found"),
    isExact: z.boolean().describe("There is one result, and what was typed is its unique number"),
  },
  refusals: [],
});
