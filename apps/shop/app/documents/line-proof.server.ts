import type { QualificationProvider, Submission } from "@guichet/contract/documents.ts";
import { expectedDecision } from "@guichet/rules/documents.ts";
import type { Typed } from "../forms/form-values.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import { type Done, qualify } from "./document-actions.server.ts";

/** What a cart line still needs as proof for its traveller, and who can give it. */
export interface LineProof {
  /** Required documents that are not valid, each with the providers that can confirm the right instead. */
  documents: { typeId: string; name: string; providers: QualificationProvider[] }[];
  /** The open request for this article and traveller. */
  open: (Pick<Submission, "submissionId" | "number" | "status"> & { expectedOn: string }) | null;
  /** When a request that is made today is decided. */
  expectedOn: string;
  /** The tariff statuses of the article, if the traveller has none of them. */
  statuses: { id: string; name: string }[];
}

interface ProofSubject {
  item: string;
  userId: string;
}

/** Reads what the line still needs; undefined if the traveller or article does not exist. */
export async function readLineProof(
  ctx: RequestContext,
  { item, userId }: ProofSubject,
): Promise<LineProof | undefined> {
  const [needed, configured, open, statuses] = await Promise.all([
    ctx.call("getDocuments", { item_id: item }, { userId }),
    ctx.call("getQualificationValidationConfiguration", {}),
    ctx.call("getUserDocumentSubmissions", { scope: "current", limit: 100 }, { userId }),
    lackingStatuses(ctx, { item, userId }),
  ]);
  if (!needed.ok || !configured.ok || !open.ok) return undefined;
  const { providers } = configured.value;
  const request = open.value.items.find(({ shopItemId }) => shopItemId === item);
  return {
    documents: needed.value.documents
      .filter(({ status }) => status !== "valid")
      .map(({ document_type_id: typeId, name, qualificationProviderIds }) => ({
        typeId,
        name,
        providers: providers.filter(({ id }) => qualificationProviderIds.includes(id)),
      })),
    open: request
      ? {
          submissionId: request.submissionId,
          number: request.number,
          status: request.status,
          expectedOn: request.expected_on,
        }
      : null,
    expectedOn: expectedDecision(ctx.now(), ctx.network.timeZone, ctx.network.publicHolidays),
    statuses,
  };
}

/** The statuses of an article that its traveller has not declared; empty: none is required, or one of them is declared. */
async function lackingStatuses(ctx: RequestContext, { item, userId }: ProofSubject): Promise<LineProof["statuses"]> {
  if (!ctx.network.switches.profiling) return [];
  const [products, declared, account] = await Promise.all([
    ctx.call("getProducts", { ids: [item] }),
    ctx.call("getProfileStatus", {}),
    ctx.session.account(),
  ]);
  const asked = products.ok ? (products.value.items[0]?.statuses ?? []) : [];
  const traveller = account?.profiles.find((profile) => profile.userId === userId);
  if (traveller === undefined || !declared.ok || asked.includes(traveller.tariffStatus ?? "")) return [];
  return declared.value.statuses.filter(({ id }) => asked.includes(id)).map(({ id, name }) => ({ id, name }));
}

/**
 * Asks a provider to confirm the right, or declares a status. A confirmed right also declares the article's status, if there is
 * only one: the provider has just confirmed it (decision 138).
 */
export async function proveLine(ctx: RequestContext, subject: ProofSubject, typed: Typed): Promise<Done> {
  const traveller = { userId: subject.userId };
  const lacking = await lackingStatuses(ctx, subject);
  if (typed.what === "declare") {
    const status = lacking.find(({ id }) => id === typed.tariffStatus);
    return status === undefined ? { ok: false, code: "FIELD_INVALID" } : declare(ctx, traveller, status.id);
  }
  const confirmed = await qualify(ctx, typed, traveller);
  const [only, ...others] = lacking;
  if (!confirmed.ok || only === undefined || others.length > 0) return confirmed;
  return declare(ctx, traveller, only.id);
}

async function declare(ctx: RequestContext, traveller: { userId: string }, tariffStatus: string): Promise<Done> {
  const saved = await ctx.call("updateAccount", { tariffStatus }, traveller);
  return saved.ok ? { ok: true, flash: "qualified" } : { ok: false, code: saved.code };
}
