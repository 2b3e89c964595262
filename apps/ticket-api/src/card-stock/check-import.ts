import { cardBatchNameMaxLength } from "@guichet/contract/limits/transport-card-limits.ts";
import type { CardFileFault } from "@guichet/contract/office/cards/card-stock.ts";
import { ok, type Result } from "@guichet/contract/result.ts";
import type { Database, Tx } from "../database/database.ts";
import type { Upload } from "../http/multipart-form.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { type BlankCard, hasBatch, heldNumbers, knownBlankCards } from "../transport-card-records/blank-card-store.ts";
import { blankCardColumns, type ReadCard, readBlankCards } from "./blank-cards.ts";
import { checkedDigest, fault, nameOfFile, readCardFile } from "./card-file.ts";
import { turns } from "./turns.ts";

/** What a file of blank cards would do to the stock as it is. */
export interface CheckedImport {
  /** Of the file and of what its check found. */
  digest: string;
  fileDigest: string;
  /** The batch of cards for which the file names none. */
  batchOfFile: string;
  /** Lines that have a card, wrong ones included. */
  lines: number;
  added: BlankCard[];
  unchanged: number;
  contradicting: number;
  /** Every fault, by line. */
  faults: CardFileFault[];
}

/** Reads a file of blank cards and compares it with the stock; stores nothing. */
export async function checkImport(
  db: Database | Tx,
  network: LoadedNetwork,
  upload: Upload | undefined,
): Promise<Result<CheckedImport, "FIELD_REQUIRED" | "FILE_TYPE_NOT_ACCEPTED">> {
  const file = await readCardFile(upload, blankCardColumns);
  if (!file.ok) return file;
  const { digest: fileDigest, lines, lineCount } = file.value;
  const batchOfFile = await freeBatchName(db, network.id, nameOfFile(upload, fileDigest), fileDigest);
  const read = await readBlankCards(lines, network.definition.cards.luhn);
  const compared = await compareWithStock(db, network.id, read.cards, batchOfFile);
  const faults = [...file.value.faults, ...read.faults, ...compared.faults].sort((one, other) => one.line - other.line);
  const digest = checkedDigest(fileDigest, [batchOfFile, compared.added.length, compared.unchanged]);
  return ok({ digest, fileDigest, batchOfFile, lines: lineCount, ...compared, faults });
}

/** The name of a file as that of a batch. Two deliveries whose files have one name are two batches. */
async function freeBatchName(db: Database | Tx, networkId: string, name: string, digest: string): Promise<string> {
  const suffix = ` ${digest.slice(0, 6)}`;
  if (!(await hasBatch(db, networkId, name))) return name;
  return `${name.slice(0, cardBatchNameMaxLength - suffix.length)}${suffix}`;
}

async function compareWithStock(
  db: Database | Tx,
  networkId: string,
  cards: readonly ReadCard[],
  batchOfFile: string,
): Promise<Pick<CheckedImport, "added" | "unchanged" | "contradicting" | "faults">> {
  const numbers = cards.map(({ number }) => number);
  const chips = cards.flatMap(({ chip }) => chip ?? []);
  const known = await knownBlankCards(db, networkId, { numbers, chips });
  const knownByNumber = new Map(known.map((card) => [card.number, card]));
  const knownByChip = new Map(known.map((card) => [card.chip, card]));
  const held = await heldNumbers(db, networkId, numbers);
  const added: BlankCard[] = [];
  const faults: CardFileFault[] = [];
  let unchanged = 0;
  let contradicting = 0;
  const turn = turns();
  for (const card of cards) {
    if (turn.isOver()) await turn.next();
    const { line, number, chip, batch } = card;
    const same = knownByNumber.get(number);
    const chipOwner = chip === null ? undefined : knownByChip.get(chip);
    if (same !== undefined) {
      const differences = differencesOf(card, same);
      if (differences.length === 0) unchanged += 1;
      else {
        contradicting += 1;
        faults.push(fault(line, "contradicts", number, differences.join(", ")));
      }
    } else if (held.has(number)) faults.push(fault(line, "in-use", number));
    else if (chipOwner !== undefined) faults.push(fault(line, "chip-known", chip ?? "", chipOwner.number));
    else added.push({ number, chip, batch: batch ?? batchOfFile, expiresOn: card.expiresOn });
  }
  return { added, unchanged, contradicting, faults };
}

/** What the stock knows otherwise; what a file does not say contradicts nothing. */
function differencesOf(card: ReadCard, known: BlankCard): string[] {
  const pairs = [
    [card.chip, known.chip],
    [card.batch, known.batch],
    [card.expiresOn, known.expiresOn],
  ] as const;
  return pairs.flatMap(([said, knows]) => (said === null || said === knows ? [] : (knows ?? "–")));
}
