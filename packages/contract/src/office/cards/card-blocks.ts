import { z } from "zod";
import {
  cardBlocksPerFileMax,
  cardBlocksShown,
  cardFileFaultsShown,
  cardFileLinesMax,
} from "../../limits/transport-card-limits.ts";
import { CardIncident } from "../../transport-cards.ts";
import { AuditReason } from "../staff.ts";
import { staffCall } from "../staff-call.ts";
import { CardFileFault, PreviewDigest } from "./card-stock.ts";

/** What a list of cards to block would do; nothing is stored. */
export const CardBlocksPreview = z.object({
  digest: z
    .string()
    .describe("Of the file and of what its check found, in hexadecimal: the call that blocks states it"),
  lines: z.int().describe("Lines with a card"),
  held: z.int().describe("Cards of people that would be blocked with their tickets"),
  heldCards: z.array(z.string()).max(cardBlocksShown).describe("The first numbers of these cards"),
  blank: z.int().describe("Blank cards that would be blocked"),
  unchanged: z.int().describe("Cards that are blocked or replaced already"),
  faultCount: z.int().describe("Faults of all lines; a file with faults blocks nothing"),
  faults: z.array(CardFileFault).describe(`The first ${cardFileFaultsShown} faults, by line`),
});
export type CardBlocksPreview = z.infer<typeof CardBlocksPreview>;

const upload = "file";
const incident = CardIncident.optional().describe("The reason of lines that have none");
const fileText = `CSV in UTF-8 with at most ${cardFileLinesMax} lines: \`number\`, and optionally \`reason\`; at most ${cardBlocksPerFileMax} cards of people that are not blocked`;

export const previewCardBlocks = staffCall("cards", "POST", "previewCardBlocks", {
  summary: `Reads a list of cards to block and answers what it would do, with every fault by line; nothing is stored. ${fileText}.`,
  permission: "cards.register",
  upload,
  request: { incident },
  answer: { preview: CardBlocksPreview },
  refusals: ["FILE_TYPE_NOT_ACCEPTED"],
});

export const blockCards = staffCall("cards", "POST", "blockCards", {
  summary: `Blocks the cards of a previewed list with their tickets: all of them, or none. The same list again changes nothing. ${fileText}.`,
  permission: "cards.register",
  upload,
  multiline: ["note"],
  request: { digest: PreviewDigest, incident, note: AuditReason },
  answer: { blocked: z.int(), unchanged: z.int() },
  refusals: ["FILE_TYPE_NOT_ACCEPTED"],
});

export const downloadCardBlocks = staffCall("cards", "GET", "downloadCardBlocks", {
  summary:
    "Answers the cards that must be refused as CSV, with reason and time: the hotlist, and blocked blank cards. The download is in the audit log.",
  permission: "cards.register",
  request: {},
  answer: {},
  refusals: [],
  file: "text/csv",
});
