import { sql } from "kysely";
import type { Database, Tx } from "../database/database.ts";
import type { EvidenceFields } from "../integrations/payment-provider.ts";

/** Evidence about a dispute that the staff submit. */
export interface SubmittedEvidence {
  state: "sending" | "submitted" | "refused";
  requestedAt: string;
  /** When the provider took or refused it. */
  endedAt: string | null;
  /** The provider's code for its refusal. */
  refusal: string | null;
}

const columns = sql`state, requested_at as "requestedAt", ended_at as "endedAt", refusal`;

export async function findEvidence(db: Database | Tx, disputeId: string): Promise<SubmittedEvidence | undefined> {
  const found =
    await sql<SubmittedEvidence>`select ${columns} from dispute_evidence where dispute_id = ${disputeId}`.execute(db);
  return found.rows[0];
}

interface NewEvidence {
  disputeId: string;
  reference: string;
  staffId: string;
  at: string;
  document: Uint8Array;
  fields: EvidenceFields;
}

/** Stores evidence that is to be sent; false: some is under way or was submitted. One that was refused is replaced. */
export async function insertEvidence(
  tx: Tx,
  { disputeId, reference, staffId, at, document, fields }: NewEvidence,
): Promise<boolean> {
  const inserted =
    await sql`insert into dispute_evidence as e (dispute_id, reference, state, requested_by, requested_at, document, fields)
    values (${disputeId}, ${reference}, 'sending', ${staffId}, ${at}, ${Buffer.from(document)}, ${JSON.stringify(fields)}::jsonb)
    on conflict (dispute_id) do update set reference = excluded.reference, state = 'sending', requested_by = excluded.requested_by,
      requested_at = excluded.requested_at, ended_at = null, refusal = null, document = excluded.document, fields = excluded.fields
    where e.state = 'refused' returning dispute_id`.execute(tx);
  return inserted.rows.length === 1;
}

/** Evidence that is to be sent, and the dispute at its provider. */
export interface EvidenceToSend {
  reference: string;
  providerAccount: string;
  disputeReference: string;
  orderNumber: string;
  document: Uint8Array;
  fields: EvidenceFields;
}

export async function evidenceToSend(db: Database | Tx, disputeId: string): Promise<EvidenceToSend | undefined> {
  const found =
    await sql<EvidenceToSend>`select e.reference, d.provider_account as "providerAccount", d.reference as "disputeReference",
      o.number as "orderNumber", e.document, e.fields
    from dispute_evidence e join dispute d on d.id = e.dispute_id join orders o on o.id = d.order_id
    where e.dispute_id = ${disputeId} and e.state = 'sending'`.execute(db);
  return found.rows[0];
}

/** Ends the sending of evidence, and removes what was sent; false: another process did so before, or other evidence replaced it. */
export async function endEvidence(
  tx: Tx | Database,
  {
    reference,
    state,
    at,
    refusal = null,
  }: { reference: string; state: "submitted" | "refused"; at: string; refusal?: string | null },
): Promise<boolean> {
  const ended =
    await sql`update dispute_evidence set state = ${state}, ended_at = ${at}, refusal = ${refusal}, document = null, fields = null
    where reference = ${reference} and state = 'sending' returning dispute_id`.execute(tx);
  return ended.rows.length === 1;
}
