import { cardBlocksPerFileMax } from "@guichet/contract/limits/transport-card-limits.ts";
import type { CardFileFault, CardFileFaultReason } from "@guichet/contract/office/cards/card-stock.ts";
import { ok, type Result } from "@guichet/contract/result.ts";
import type { CardIncident } from "@guichet/contract/transport-cards.ts";
import { cardFault, normaliseCardNumber } from "@guichet/rules/transport-cards.ts";
import type { Database, Tx } from "../database/database.ts";
import type { Upload } from "../http/multipart-form.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { cardsNumbered, type NumberedCard } from "../transport-card-records/blank-card-store.ts";
import { numberFaults } from "./blank-cards.ts";
import { type CardLine, type Columns, checkedDigest, fault, foldedName, readCardFile } from "./card-file.ts";
import { turns } from "./turns.ts";

type Column = "number" | "reason" | "since";

/** The columns of a list of cards to block; a downloaded list can be read again, and the time in it is not used. */
const columns: Columns<Column> = {
  number: ["number", "card number", "card", "numero", "numero de carte", "carte"],
  reason: ["reason", "incident", "motif", "raison"],
  since: ["since", "blocked at", "depuis"],
};

/** The reasons by their names in English and French. */
const incidentWords: Readonly<Record<CardIncident, readonly string[]>> = {
  lost: ["lost", "perdue", "perdu", "perte"],
  stolen: ["stolen", "volee", "vole", "vol"],
  defective: ["defective", "defectueuse", "defectueux"],
};
const incidents = ["lost", "stolen", "defective"] as const satisfies readonly CardIncident[];

/** What a list would block as the cards are. */
export interface CheckedBlocks {
  /** Of the list and of what its check found. */
  digest: string;
  listDigest: string;
  lines: number;
  held: { cardId: string; number: string; incident: CardIncident }[];
  blank: { number: string; incident: CardIncident }[];
  unchanged: number;
  /** Every fault, by line. */
  faults: CardFileFault[];
}

/** Reads a list of cards to block and compares it with the register and the stock at an instant; stores nothing. */
export async function checkBlocks(
  db: Database | Tx,
  network: LoadedNetwork,
  list: { upload: Upload | undefined; incident: CardIncident | undefined; at: string },
): Promise<Result<CheckedBlocks, "FIELD_REQUIRED" | "FILE_TYPE_NOT_ACCEPTED">> {
  const file = await readCardFile(list.upload, columns);
  if (!file.ok) return file;
  const { digest: listDigest, lines, lineCount } = file.value;
  const known = await cardsNumbered(db, network.id, [...new Set(lines.map(numberOf))]);
  const compared = await compare(lines, new Map(known.map((card) => [card.number, card])), {
    ...list,
    isLuhn: network.definition.cards.luhn,
  });
  const faults = [...file.value.faults, ...compared.faults].sort((one, other) => one.line - other.line);
  const digest = checkedDigest(listDigest, [
    list.incident ?? null,
    sortedBlocks(compared.held),
    sortedBlocks(compared.blank),
  ]);
  return ok({ digest, listDigest, lines: lineCount, ...compared, faults });
}

const sortedBlocks = (blocks: readonly { number: string; incident: CardIncident }[]): string[] =>
  blocks.map(({ number, incident }) => `${number} ${incident}`).sort();

const numberOf = ({ fields }: CardLine<Column>): string => normaliseCardNumber(fields.number);

async function compare(
  lines: readonly CardLine<Column>[],
  known: ReadonlyMap<string, NumberedCard>,
  { incident: default_, at, isLuhn }: { incident: CardIncident | undefined; at: string; isLuhn: boolean },
): Promise<Pick<CheckedBlocks, "held" | "blank" | "unchanged" | "faults">> {
  const turn = turns();
  const held: CheckedBlocks["held"] = [];
  const blank: CheckedBlocks["blank"] = [];
  const faults: CardFileFault[] = [];
  const lineOf = new Map<string, number>();
  let unchanged = 0;
  for (const entry of lines) {
    if (turn.isOver()) await turn.next();
    const { line, fields } = entry;
    const number = numberOf(entry);
    const earlier = lineOf.get(number);
    const incident = fields.reason === "" ? default_ : incidentIn(fields.reason);
    const card = known.get(number);
    const wrong =
      card === undefined ? [...unknownFaults(line, fields.number, number, isLuhn)] : stateFaults(line, card, at);
    if (earlier !== undefined) wrong.push(fault(line, "number-repeated", fields.number, `${earlier}`));
    else lineOf.set(number, line);
    if (incident === undefined) wrong.push(fault(line, "incident", fields.reason));
    for (const one of wrong) faults.push(one);
    if (wrong.length > 0 || card === undefined || incident === undefined) continue;
    if (isRefused(card)) unchanged += 1;
    else if (card.cardId === null) blank.push({ number, incident });
    else if (held.length === cardBlocksPerFileMax)
      faults.push(fault(line, "too-many-blocks", number, `${cardBlocksPerFileMax}`));
    else held.push({ cardId: card.cardId, number, incident });
  }
  return { held, blank, unchanged, faults };
}

function incidentIn(text: string): CardIncident | undefined {
  const word = foldedName(text);
  return incidents.find((incident) => incidentWords[incident].includes(word));
}

/** A number that nobody knows may be mistyped. */
function unknownFaults(line: number, written: string, number: string, isLuhn: boolean): CardFileFault[] {
  const wrong = numberFaults(line, written, number, isLuhn);
  return wrong.length > 0 ? wrong : [fault(line, "unknown", written)];
}

/** Whether the card is refused already, also because it was replaced. */
const isRefused = ({ cardId, status, isBlankBlocked }: NumberedCard): boolean =>
  cardId === null ? isBlankBlocked : status === "blocked" || status === "replaced";

/** Why the card of a person cannot be blocked: it has expired, or the register does not state its validity. */
function stateFaults(line: number, card: NumberedCard, at: string): CardFileFault[] {
  if (card.cardId === null || isRefused(card)) return [];
  const code = cardFault(card, at);
  return code === undefined ? [] : [fault(line, reasons[code], card.number)];
}
const reasons = {
  CARD_EXPIRED: "ended",
  CARD_STATUS_EMPTY: "no-status",
  // A card with an incident is refused already.
  CARD_INCIDENT: "ended",
} as const satisfies Record<string, CardFileFaultReason>;
