import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { applyStep } from "../payment/context.ts";
import type { LyraContext } from "./context.ts";
import { isLyraRecord, isRemitted, type LyraRecord, modeOf, remainingOf } from "./objects.ts";

/*
 * The reports of the merchant's bank: Lyra's bank reconciliation report, as its public documentation describes it, and the neutral file of
 * `docs/lyra.md` with the bank's commission and chargebacks. For tests and demos.
 */

const chargeback = z.strictObject({
  orderId: z.string().max(64),
  amount: z.int().positive().optional(),
  reason: z.string().max(100).default("fraudulent"),
});
const filter = z.object({ orderId: z.string().max(64).optional() });

/** The bank's commission, in hundredths of the amount. */
const commissionPercent = 1;
const contract = "0535875";

export function bankReportControls(app: FastifyInstance, context: LyraContext): void {
  app.post("/chargebacks", async (request, reply) => {
    const asked = chargeback.safeParse(request.body);
    const { orderId, amount, reason } = asked.data ?? {};
    const record = remittedOf(context, orderId).at(0);
    if (record === undefined || reason === undefined)
      return reply
        .code(400)
        .send({ error: { code: "request_invalid", message: "no remitted transaction of this order" } });
    const { lyra } = record;
    const before = lyra.chargebacks ?? [];
    const reference = `UNP-${lyra.uuid?.slice(0, 8)}-${before.length + 1}`;
    const at = context.payment.clock.now().toISOString();
    const one = { reference, amount: amount ?? remainingOf(record), reason, at };
    await keep(context, record, [...before, one]);
    return { reference };
  });
  app.post<{ Params: { reference: string } }>("/chargebacks/:reference/return", async (request, reply) => {
    const { reference } = request.params;
    const record = remittedOf(context).find(({ lyra }) =>
      lyra.chargebacks?.some((each) => each.reference === reference),
    );
    if (record === undefined)
      return reply.code(404).send({ error: { code: "request_invalid", message: "there is no such chargeback" } });
    const returnedAt = context.payment.clock.now().toISOString();
    const chargebacks = record.lyra.chargebacks ?? [];
    await keep(
      context,
      record,
      chargebacks.map((each) => (each.reference === reference ? { ...each, returnedAt } : each)),
    );
    return { reference };
  });
  app.get("/reports/bank", async (request, reply) => {
    const records = remittedOf(context, filter.parse(request.query).orderId);
    const name = `${modeOf(context) === "TEST" ? "TEST_" : ""}JRB_DEMO_${context.shopId}_${dayOf(now(context)).slice(2).replaceAll("-", "")}.csv`;
    return reply
      .header("content-disposition", `attachment; filename="${name}"`)
      .type("text/csv; charset=utf-8")
      .send(bankReport(records));
  });
  app.get("/reports/neutral", async (request, reply) => {
    const records = remittedOf(context, filter.parse(request.query).orderId);
    return reply.type("text/csv; charset=utf-8").send(neutralReport(context, records));
  });
}

const now = ({ payment }: LyraContext): string => payment.clock.now().toISOString();

/** The remitted transactions, oldest first, of one order or all. */
function remittedOf(context: LyraContext, orderId?: string): LyraRecord[] {
  return [...context.payment.ledger.sessions()]
    .filter(isLyraRecord)
    .filter(({ session }) => orderId === undefined || session.orderId === orderId)
    .filter((record) => isRemitted(record, context.payment.clock.now()));
}

async function keep(
  context: LyraContext,
  { lyra, ...record }: LyraRecord,
  chargebacks: NonNullable<LyraRecord["lyra"]["chargebacks"]>,
): Promise<void> {
  await applyStep(context.payment, { ...record, lyra }, { record: { lyra: { ...lyra, chargebacks } } });
}

const dayOf = (instant: string): string => instant.slice(0, 10);
const numberOf = (instant: string): string => dayOf(instant).replaceAll("-", "");

const labels = [
  ...["ENTETE", "MERCHANT_COUNTRY", "MERCHANT_ID", "CONTRACT", "PAYMENT_DATE", "TRANSACTION_ID", "ORIGIN_AMOUNT"],
  ...["CURRENCY_CODE", "CARD_TYPE", "ORDER_ID", "RETURN_CONTEXT", "CUSTOMER_ID", "OPERATION_TYPE", "OPERATION_NUMBER"],
  ...["REMITTANCE_DATE", "REMITTANCE_TIME", "BRUT_AMOUNT", "MATCH_STATUS"],
];

function bankReport(records: readonly LyraRecord[]): string {
  const rows = records.flatMap((record) =>
    operationsOf(record).map(({ amount, kind, at, number }) => {
      const { session, lyra } = record;
      const made = numberOf(lyra.authorisedAt ?? session.changedAt);
      const transaction = lyra.uuid?.slice(0, 6) ?? "";
      const first = [
        "MATCHING",
        "FR",
        "045251785700028",
        contract,
        made,
        transaction,
        session.amount.amount,
        "978",
        "CB",
      ];
      const operation = [kind === "payment" ? "DT" : "CT", number, numberOf(at), "120000", amount, "MATCH_OK"];
      return [...first, session.reference, "", "", ...operation];
    }),
  );
  const all = [["TITRE", "DEMO", "26/01/01_03:00:00", "TABLE_V1"], labels, ...rows, ["FIN", rows.length]];
  return all.map((fields) => `${fields.join(";")};\r\n`).join("");
}

/** What the bank settled of a transaction: its amount, and each credit. */
function operationsOf(record: LyraRecord) {
  const { session, lyra } = record;
  const at = lyra.validatedAt ?? session.changedAt;
  const credits = session.refunds.filter(({ id }) => lyra.credits[id] !== undefined);
  return [
    { kind: "payment" as const, amount: remainingOf(record), at, number: 1 },
    ...credits.map((refund, index) => ({
      ...{ kind: "refund" as const, amount: refund.amount.amount, at: refund.at, number: index + 2 },
    })),
  ];
}

const columns = [
  "shop",
  "kind",
  "reference",
  "payment",
  "dispute",
  "amount",
  "fee",
  "currency",
  "day",
  "payout",
  "paid",
  "reason",
];

function neutralReport({ shopId }: LyraContext, records: readonly LyraRecord[]): string {
  const rows = records.flatMap((record) => {
    const { session, lyra } = record;
    const of = (
      kind: string,
      reference: string,
      amount: number,
      fee: number,
      at: string,
      dispute = "",
      reason = "",
    ) => {
      const payout = `${contract}-${numberOf(at)}`;
      const money = [amount, fee, session.amount.currency, dayOf(at), payout, dayOf(at)];
      return [shopId, kind, reference, session.reference, dispute, ...money, reason];
    };
    const settled = operationsOf(record).map(({ kind, amount, at, number }) => {
      const fee = kind === "payment" ? Math.ceil((amount * commissionPercent) / 100) : 0;
      return of(kind, `${lyra.uuid}-${number}`, amount, fee, at);
    });
    const taken = (lyra.chargebacks ?? []).flatMap(({ reference, amount, reason, at, returnedAt }) => [
      of("chargeback", reference, amount, 0, at, reference, reason),
      ...(returnedAt === undefined
        ? []
        : [of("chargeback-returned", `${reference}-R`, amount, 0, returnedAt, reference)]),
    ]);
    return [...settled, ...taken];
  });
  return [columns, ...rows].map((fields) => `${fields.join(";")}\r\n`).join("");
}
