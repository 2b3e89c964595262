import type { RequestOf } from "@guichet/contract/call.ts";
import type { createVoucherBatch } from "@guichet/contract/office/vouchers.ts";
import type { DiscountType } from "@guichet/contract/packs/pack-vouchers.ts";
import { err, ok, type Result } from "@guichet/contract/result.ts";
import { addDays, dayIn } from "@guichet/rules/dates/days.ts";
import { dayBegins } from "@guichet/rules/dates/instants.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { Handler } from "../http/call-handler.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import { insertBatch, insertBatchVouchers, type NewBatch, readBatch, unknownArticles } from "./batch-store.ts";
import { batchView } from "./batch-view.ts";

type Asked = RequestOf<typeof createVoucherBatch>;
type Invalid = "FIELD_REQUIRED" | "FIELD_INVALID";

/** Creates a batch with all of its codes. The caller's idempotency key makes a form that is sent twice one batch. */
export const createBatchHandler: Handler<typeof createVoucherBatch> = async ({ deps, network, request, session }) => {
  const { name, prefix = "", count, limit = 1 } = request;
  const terms = termsOf(request, network, dayIn(deps.clock.iso(), network.definition.timeZone));
  if (!terms.ok) return terms;
  const unknown = await unknownArticles(deps.db, network.id, request.articles ?? []);
  if (unknown.length > 0) return err("FIELD_INVALID", { field: "articles", unknown });
  const batch: NewBatch = {
    ...{ id: deps.ids.uuid(), networkId: network.id, name, terms: terms.value },
    ...{ validFrom: request.validFrom, validUntil: request.validUntil, currency: network.definition.currency },
    ...{ createdBy: session.staffId, createdAt: deps.clock.iso() },
  };
  await deps.db.transaction().execute(async (tx) => {
    await insertBatch(tx, batch);
    await insertCodes(tx, deps, batch, { prefix, count, limit });
    const entry = { networkId: network.id, staffId: session.staffId, act: "voucher.create-batch", thing: batch.id };
    await recordAuditEntry(tx, deps, { ...entry, reason: `${name}: ${count}` });
  });
  const written = await readBatch(deps.db, network.id, batch.id);
  if (written === undefined) throw new Error(`Batch ${batch.id} is gone`);
  return ok({ batch: batchView(written) });
};

/** The terms that a voucher of a pack would state, without the code; the first field that is missing or wrong. */
function termsOf(
  asked: Asked,
  { definition: { currency, timeZone } }: LoadedNetwork,
  today: string,
): Result<Record<string, unknown>, Invalid> {
  const { amount, percent, articles = [], minimumAmount, validFrom, validUntil, limit = 1, limitPerAccount } = asked;
  const { combinable = false } = asked;
  if (amount === undefined && percent === undefined) return err("FIELD_REQUIRED", { field: "amount" });
  if (amount !== undefined && percent !== undefined) return err("FIELD_INVALID", { field: "percent" });
  for (const [field, money] of Object.entries({ amount, minimumAmount }))
    if (money !== undefined && (money.currency !== currency || money.amount <= 0))
      return err("FIELD_INVALID", { field });
  if (validUntil < validFrom || validUntil < today) return err("FIELD_INVALID", { field: "validUntil" });
  if (limitPerAccount !== undefined && limitPerAccount > limit)
    return err("FIELD_INVALID", { field: "limitPerAccount" });
  return ok({
    type: typeOf(amount !== undefined, articles.length > 0),
    ...(amount === undefined ? { ratio: percent } : { amount: amount.amount }),
    articles: [...new Set(articles)],
    ...(minimumAmount === undefined ? {} : { minimumAmount: minimumAmount.amount }),
    limit,
    ...(limitPerAccount === undefined ? {} : { limitPerAccount }),
    validFrom: dayBegins(validFrom, timeZone).toISOString(),
    validUntil: dayBegins(addDays(validUntil, 1), timeZone).toISOString(),
    combinable,
    active: true,
  });
}

function typeOf(isAmount: boolean, isForArticles: boolean): DiscountType {
  if (isForArticles) return isAmount ? "ARTICLE_AMOUNT" : "ARTICLE_RATIO";
  return isAmount ? "AMOUNT" : "RATIO";
}

/** Groups of four signs, of 30 that are not mistaken for one another: 30^12 codes. */
const codeGroups = 3;
/** That a code of a round is taken is next to impossible; each round replaces the taken ones. */
const roundsMax = 5;

async function insertCodes(
  tx: Tx,
  { ids }: Pick<Dependencies, "ids">,
  batch: NewBatch,
  { prefix, count, limit }: { prefix: string; count: number; limit: number },
): Promise<void> {
  const newCode = () =>
    [...(prefix === "" ? [] : [prefix]), ...Array.from({ length: codeGroups }, () => ids.spoken(4))].join("-");
  let missing = count;
  for (let round = 0; missing > 0 && round < roundsMax; round += 1) {
    const codes = new Set<string>();
    while (codes.size < missing) codes.add(newCode());
    missing -= await insertBatchVouchers(tx, batch, limit, [...codes]);
  }
  if (missing > 0) throw new Error(`No free codes for batch ${batch.id}`);
}
