import { sql } from "kysely";
import type { Database } from "../../database/database.ts";
import { BankUnreachable } from "../../integrations/bank-unreachable.ts";
import type { DebitState, DirectDebits } from "../../integrations/direct-debit.ts";
import type { PaymentProvider, PaymentSession } from "../../integrations/payment-provider.ts";

/**
 * For control runs: a provider without idempotency, so that repeating a request opens another session. Each session still returns our
 * payment's id, as if the merchant had written it into the session's description.
 */
export function withoutIdempotency(provider: PaymentProvider): PaymentProvider {
  const ours = new Map<string, string>();
  const seen = (session: PaymentSession): PaymentSession => ({
    ...session,
    reference: ours.get(session.reference) ?? session.reference,
  });
  const renamed = <Asked extends { reference: string }>(request: Asked): Asked => {
    const reference = crypto.randomUUID();
    ours.set(reference, request.reference);
    return { ...request, reference };
  };
  return {
    ...provider,
    create: async (request) => seen(await provider.create(renamed(request))),
    chargeSaved: async (request) => seen(await provider.chargeSaved(renamed(request))),
    get: async (id) => {
      const session = await provider.get(id);
      return session && seen(session);
    },
    cancel: async (id) => seen(await provider.cancel(id)),
    listSince: async (cursor) => {
      const page = await provider.listSince(cursor);
      return { ...page, sessions: page.sessions.map(seen) };
    },
  };
}

/** For control runs: a provider that presents a debit again each time that it is submitted, and whose first answer is lost. */
export function withoutDebitIdempotency(provider: PaymentProvider): PaymentProvider {
  const { debits } = provider;
  if (debits === undefined) throw new Error("This provider collects no debits");
  const submitted = new Set<string>();
  return {
    ...provider,
    debits: {
      ...debits,
      submit: async (file, refuse) => {
        await debits.submit(file, refuse);
        if (submitted.has(file.id)) return;
        submitted.add(file.id);
        const again = file.debits.map((debit) => ({ ...debit, reference: crypto.randomUUID() }));
        await debits.submit({ ...file, debits: again }, refuse);
      },
    },
  };
}

/**
 * For control runs: a bank without idempotency, so that submitting a file or debit again debits again, and a first submission that seems to
 * fail. It returns the latest debit of a reference.
 */
export function withoutBankIdempotency(bank: DirectDebits): DirectDebits {
  const ours = new Map<string, string>();
  const theirs = new Map<string, string>();
  const submitted = new Set<string>();
  const seen = (debit: DebitState): DebitState => ({
    ...debit,
    reference: ours.get(debit.reference) ?? debit.reference,
  });
  const renamed = (reference: string): string => {
    const other = crypto.randomUUID();
    ours.set(other, reference);
    theirs.set(reference, other);
    return other;
  };
  return {
    submit: async (file) => {
      const debits = file.debits.map((debit) => ({ ...debit, reference: renamed(debit.reference) }));
      await bank.submit({ ...file, id: crypto.randomUUID(), debits });
      if (submitted.has(file.id)) return;
      submitted.add(file.id);
      throw new BankUnreachable("the response is lost");
    },
    sendBack: (reference, transfer) => bank.sendBack(theirs.get(reference) ?? reference, transfer),
    get: async (reference) => {
      const debit = await bank.get(theirs.get(reference) ?? reference);
      return debit && seen(debit);
    },
    listSince: async (cursor) => {
      const page = await bank.listSince(cursor);
      return { ...page, debits: page.debits.map(seen) };
    },
  };
}

/** For control runs: a database that allows several unresolved orders of one cart and account. */
export async function withoutOneOrderRule(db: Database): Promise<void> {
  await sql`drop index orders_one_unresolved`.execute(db);
}

/**
 * For control runs: a database in which the guarded transitions prevent nothing, because transitions are forgotten (a payment stays open,
 * an order stays unpaid), and which allows duplicate movements, invoices, tickets and e-mails.
 */
export async function withoutGuardedMoves(db: Database): Promise<void> {
  await sql`create function forget_move() returns trigger language plpgsql as $$ begin
    if new.status = 'captured' then new.status := 'open'; end if;
    if new.status = 'COMPLETED' then new.status := 'PROCESSING'; end if;
    return new; end $$`.execute(db);
  await sql`create trigger forgets before update on payment for each row execute function forget_move()`.execute(db);
  await sql`create trigger forgets before update on orders for each row execute function forget_move()`.execute(db);
  await sql`drop trigger ledger_entry_balances on ledger_entry`.execute(db);
  await sql`alter table ledger_entry drop constraint ledger_entry_pkey`.execute(db);
  await sql`drop index invoice_once`.execute(db);
  await sql`drop index ticket_once`.execute(db);
}

/** For control runs: a database that restores every used trip immediately, so that every punch finds one. */
export async function withoutCountedTrips(db: Database): Promise<void> {
  await sql`create function forget_trip() returns trigger language plpgsql as $$ begin
    new.trips_left := old.trips_left; return new; end $$`.execute(db);
  await sql`create trigger forgets_trip before update on ticket for each row execute function forget_trip()`.execute(
    db,
  );
}

/** For control runs: a database that forgets what validators report, so that the same load is recorded each time. */
export async function withoutLoadsNoted(db: Database): Promise<void> {
  await sql`create function forget_load() returns trigger language plpgsql as $$ begin
    new.loaded_at := old.loaded_at; return new; end $$`.execute(db);
  await sql`create trigger forgets_load before update on ticket for each row execute function forget_load()`.execute(
    db,
  );
}

/** For control runs: a database in which a transferred ticket stays with its sender, and may be transferred again. */
export async function withoutTransferOnce(db: Database): Promise<void> {
  await sql`create function forget_transfer() returns trigger language plpgsql as $$ begin
    if new.status = 'transferred' then new.status := old.status; end if; return new; end $$`.execute(db);
  await sql`create trigger forgets_transfer before update on ticket for each row execute function forget_transfer()`.execute(
    db,
  );
  await sql`drop index ticket_once, ticket_transferred_once`.execute(db);
}

/** For control runs: a database that forgets where the money of a payout is, so that each report of the payout moves it. */
export async function withoutSettlementSides(db: Database): Promise<void> {
  await sql`create function forget_side() returns trigger language plpgsql as $$ begin
    new.side := old.side; return new; end $$`.execute(db);
  await sql`create trigger forgets_side before update on settlement_entry for each row execute function forget_side()`.execute(
    db,
  );
}

/** For control runs: a database that forgets that evidence is being sent, so that every member of the staff may submit some. Undone by the returned function. */
export async function withoutEvidenceOnce(db: Database): Promise<() => Promise<void>> {
  await sql`create function forget_evidence() returns trigger language plpgsql as $$ begin
    new.state := 'refused'; new.ended_at := new.requested_at; new.document := null; new.fields := null;
    return new; end $$`.execute(db);
  await sql`create trigger forgets_evidence before insert or update on dispute_evidence
    for each row execute function forget_evidence()`.execute(db);
  return async () => {
    await sql`drop trigger forgets_evidence on dispute_evidence`.execute(db);
  };
}

/** For control runs: a provider that cannot tell a repetition of evidence from other evidence. */
export const withoutEvidenceReference = (provider: PaymentProvider): PaymentProvider => ({
  ...provider,
  submitEvidence: async (disputeId, evidence) => {
    if (provider.submitEvidence === undefined) throw new Error("This provider takes no evidence");
    return provider.submitEvidence(disputeId, { ...evidence, reference: crypto.randomUUID() });
  },
});
