import { z } from "zod";
import { cardFileFaultsShown, cardFileLinesMax, cardNumberTypedMaxLength } from "../../limits/transport-card-limits.ts";
import { Day, Id, Instant, page, paging } from "../../values.ts";
import { staffCall } from "../staff-call.ts";

/** What is wrong in a file of card numbers. */
export const CardFileFault = z.object({
  line: z.int().describe("Counted from 1"),
  reason: z.enum([
    "column-unknown",
    "column-repeated",
    "column-missing",
    "field-count",
    "quote",
    "encoding",
    "too-many-lines",
    "number",
    "number-length",
    "check-digit",
    "chip",
    "batch",
    "expiry",
    "number-repeated",
    "chip-repeated",
    "chip-known",
    "contradicts",
    "in-use",
    "incident",
    "unknown",
    "ended",
    "no-status",
    "too-many-blocks",
  ]),
  value: z.string().describe("What the file has there, shortened"),
  known: z.string().describe("What contradicts it: an earlier line, a column, what is known of the card; may be empty"),
});
export type CardFileFault = z.infer<typeof CardFileFault>;
export type CardFileFaultReason = CardFileFault["reason"];

/** What a file of blank cards would do; nothing is stored. */
export const CardImportPreview = z.object({
  digest: z.string().describe("Of the file and of what its check found, in hexadecimal: the import states it"),
  lines: z.int().describe("Lines with a card"),
  batch: z.string().describe("The batch of cards for which the file names none"),
  first: z.string().nullable().describe("The first number that would be new, as it was read; null: there is none"),
  last: z.string().nullable(),
  added: z.int().describe("Cards that would be new"),
  unchanged: z.int().describe("Cards that are known with the same data"),
  contradicting: z.int().describe("Cards that are known with other data; they count as faults, too"),
  faultCount: z.int().describe("Faults of all lines; a file with faults cannot be imported"),
  faults: z.array(CardFileFault).describe(`The first ${cardFileFaultsShown} faults, by line`),
});
export type CardImportPreview = z.infer<typeof CardImportPreview>;

/** Cards that a card maker delivered together. */
export const CardBatch = z.object({
  batchId: Id,
  name: z.string(),
  importedAt: Instant,
  cards: z.int(),
  handed: z.int().describe("Cards that became a person's"),
  expired: z.int().describe("Cards in stock whose last day is past"),
  blocked: z.int().describe("Cards that a list blocked before anybody had them"),
});
export type CardBatch = z.infer<typeof CardBatch>;

/** A blank card in stock: free, or why it is not. */
export const BlankCardState = z.enum(["free", "handed", "blocked", "expired"]);
export type BlankCardState = z.infer<typeof BlankCardState>;

/** What is wrong with the number of a blank card to hand over. */
export const BlankCardFault = z.enum(["number", "unknown", "handed", "blocked", "expired", "repeated"]);
export type BlankCardFault = z.infer<typeof BlankCardFault>;

/** The number of a blank card, as it was typed or read; spaces and hyphens do not count. */
export const BlankCardNumber = z.string().trim().min(1).max(cardNumberTypedMaxLength);

/** A blank card of the stock, and whom it was handed over to. */
export const StockedCard = z.object({
  number: z.string().describe("In groups of four"),
  chip: z.string().nullable(),
  batch: z.string(),
  expiresOn: Day.nullable().describe("The last day on which it is valid"),
  state: BlankCardState,
  handedAt: Instant.nullable(),
  holder: z.object({ cardId: Id, name: z.string() }).nullable().describe("null: nobody, or a person who was erased"),
});
export type StockedCard = z.infer<typeof StockedCard>;

const part = "file";
/** The digest of a preview, as the call that follows it states it. */
export const PreviewDigest = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe(
    "The digest of the preview; another file, or another result of its check by now, is `FIELD_INVALID` with the field `digest`",
  );
const fileText = `CSV in UTF-8 with at most ${cardFileLinesMax} lines: \`number\`, and optionally \`chip\`, \`batch\` and \`expires\``;

export const listCardBatches = staffCall("cards", "GET", "listCardBatches", {
  summary: "Lists the batches of blank cards in stock, the newest first.",
  permission: "cards.read",
  request: paging,
  answer: page(CardBatch),
  refusals: ["CURSOR_INVALID"],
});

export const listStockedCards = staffCall("cards", "GET", "listStockedCards", {
  summary: "Lists the blank cards that were handed over, the newest first; with a number, that card of the stock.",
  permission: "cards.read",
  request: { number: BlankCardNumber.optional(), ...paging },
  answer: page(StockedCard),
  refusals: ["CURSOR_INVALID"],
});

export const previewCardImport = staffCall("cards", "POST", "previewCardImport", {
  summary: `Reads a file of blank cards and answers what its import would do, with every fault by line; nothing is stored. ${fileText}.`,
  permission: "cards.register",
  upload: part,
  request: {},
  answer: { preview: CardImportPreview },
  refusals: ["FILE_TYPE_NOT_ACCEPTED"],
});

export const importCards = staffCall("cards", "POST", "importCards", {
  summary: `Adds the blank cards of a previewed file to the stock: all of them, or none. The same file again changes nothing. ${fileText}.`,
  permission: "cards.register",
  upload: part,
  request: {
    digest: PreviewDigest,
  },
  answer: { added: z.int(), unchanged: z.int() },
  refusals: ["FILE_TYPE_NOT_ACCEPTED"],
});
