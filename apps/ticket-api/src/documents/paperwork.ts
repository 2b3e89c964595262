import type { createPaperwork } from "@guichet/contract/documents.ts";
import { qualificationsPerAccountAndHour } from "@guichet/contract/limits/document-limits.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { documentMachine } from "@guichet/rules/documents.ts";
import { isSamePerson, personOf } from "@guichet/rules/persons/persons.ts";
import { born } from "@guichet/rules/state-machine.ts";
import { endOf } from "@guichet/rules/validity.ts";
import { findAccount } from "../account-records/account-store.ts";
import { namedTraveller } from "../account-records/named-traveller.ts";
import { lockTraveller } from "../account-records/traveller-store.ts";
import { hoursMs } from "../clock.ts";
import type { Handler } from "../http/call-handler.ts";
import { countAttempt } from "../rate-limits/attempt-store.ts";
import { makeDocumentCurrent } from "./decide-submission.ts";
import { insertDocument, readDocument } from "./document-store.ts";
import { documentView } from "./document-view.ts";
import { readInputs } from "./qualification.ts";
import { saveUpload } from "./uploads.ts";
import { documentTypeOf, endOfDay, endOfType } from "./validity.ts";

const hourlyLimit = { limit: qualificationsPerAccountAndHour, windowMs: hoursMs(1), blockMs: hoursMs(1) };
/** How long a qualification is valid if neither the provider nor the document type states it. */
const defaultValidity = "P1Y";

/**
 * Creates a document (§7 paperwork): a draft of an uploaded file, or one that a provider vouches for, which is valid immediately.
 * The person's input is sent to the provider and not stored.
 */
export const submitPaperwork: Handler<typeof createPaperwork> = async (ctx) => {
  const { request } = ctx;
  if (request.qualificationProviderId === undefined) return saveUpload(ctx, request.paperworkTypeId, "file");
  return qualify(ctx);
};

const qualify: Handler<typeof createPaperwork> = async ({ deps, network, session, request, language, log }) => {
  const { paperworkTypeId, qualificationProviderId, qualificationProviderInput: inputs = {} } = request;
  const type = documentTypeOf(network, paperworkTypeId);
  if (type === undefined) return err("DOCUMENT_TYPE_UNKNOWN");
  const terms = type.qualifiedBy.find(({ provider }) => provider === qualificationProviderId);
  const provider = network.definition.qualificationProviders.find(({ id }) => id === qualificationProviderId);
  if (terms === undefined || provider === undefined) return err("QUALIFICATION_UNKNOWN");
  const traveller = await namedTraveller(deps.db, session, request.userId);
  if (!traveller.ok) return traveller;
  if (traveller.value.deactivatedAt !== null) return err("PROFILE_DEACTIVATED");
  if (inputs.consent !== "yes") return err("QUALIFICATION_CONSENT_REQUIRED");
  const read = readInputs(provider, inputs);
  if (!read.ok) return read;
  const subject = `qualification:${session.accountId}`;
  if (!(await countAttempt(deps.db, network.id, subject, deps.clock.now(), hourlyLimit)))
    return err("TOO_MANY_REQUESTS");
  const account = await findAccount(deps.db, network.id, session.accountId);
  // The federation's identity counts only for the holder, whom it describes.
  const pivot = traveller.value.isHolder ? account?.pivot : null;
  const identity = personOf(pivot && isSamePerson(pivot, traveller.value) ? pivot : traveller.value);
  const qualification = await deps.qualification(network.id, provider, {
    ...read.value,
    identity,
    quotientBelow: terms.quotientBelow ?? null,
  });
  if (!qualification.ok) {
    log.info(
      { provider: provider.id, code: qualification.code },
      "the qualification provider did not confirm the right",
    );
    return qualification;
  }
  const now = deps.clock.iso();
  const ends = [
    qualification.value.goodUntil === null ? null : endOfDay(network, qualification.value.goodUntil),
    endOfType(network, type.id, now),
  ].filter((end) => end !== null);
  const expiresAt = ends.toSorted()[0] ?? endOf(now, defaultValidity, network.definition.timeZone);
  if (expiresAt <= now) return err("QUALIFICATION_NOT_ENTITLED");
  const result = await deps.db.transaction().execute(async (tx) => {
    const locked = await lockTraveller(tx, network.id, session.accountId, traveller.value.id);
    if (locked === undefined) return err("NOT_FOUND");
    // The provider confirmed the identity that it was sent; for somebody else it must be asked again.
    if (!isSamePerson(identity, locked)) return err("QUALIFICATION_UNAVAILABLE");
    const id = deps.ids.uuid();
    await insertDocument(
      tx,
      {
        id,
        networkId: network.id,
        accountId: session.accountId,
        travellerId: locked.id,
        documentTypeId: type.id,
        fileId: null,
        fileName: null,
        status: born(documentMachine, "qualify"),
        qualification: { providerId: provider.id, said: qualification.value.statement },
        provenPerson: personOf(locked),
      },
      now,
    );
    const document = await readDocument(tx, network.id, id);
    if (document === undefined) throw new Error("The qualified document was not found");
    await makeDocumentCurrent(tx, deps, document, expiresAt);
    return ok({ document: documentView({ ...document, startingAt: now, expiresAt }, { network, language, now }) });
  });
  return result;
};
