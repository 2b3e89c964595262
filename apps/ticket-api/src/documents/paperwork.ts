import type { createPaperwork } from "@guichet/contract/documents.ts";
import { qualificationsPerAccountAndHour } from "@guichet/contract/limits/document-limits.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { documentMachine } from "@guichet/rules/documents.ts";
import { isSamePerson, personOf } from "@guichet/rules/persons.ts";
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
import { keepUpload } from "./uploads.ts";
import { documentTypeOf, endOfDay, endOfType } from "./validity.ts";

const perHour = { limit: qualificationsPerAccountAndHour, windowMs: hoursMs(1), blockMs: hoursMs(1) };
/** What a provider vouches for counts so long where neither it nor the type of the document says how long. */
const vouchedFor = "P1Y";

/**
 * Makes a document (§7 paperwork): a draft of the file that was sent in, or one that a provider vouches for, valid at once.
 * What the person typed goes to the provider and is kept nowhere.
 */
export const paperworkHandler: Handler<typeof createPaperwork> = async (ctx) => {
  const { request } = ctx;
  if (request.qualificationProviderId === undefined) return keepUpload(ctx, request.paperworkTypeId, "file");
  return askProvider(ctx);
};

const askProvider: Handler<typeof createPaperwork> = async ({ deps, network, session, request, language, log }) => {
  const { paperworkTypeId, qualificationProviderId, qualificationProviderInput: typed = {} } = request;
  const type = documentTypeOf(network, paperworkTypeId);
  if (type === undefined) return err("DOCUMENT_TYPE_UNKNOWN");
  const terms = type.qualifiedBy.find(({ provider }) => provider === qualificationProviderId);
  const provider = network.definition.qualificationProviders.find(({ id }) => id === qualificationProviderId);
  if (terms === undefined || provider === undefined) return err("QUALIFICATION_UNKNOWN");
  const traveller = await namedTraveller(deps.db, session, request.userId);
  if (!traveller.ok) return traveller;
  if (traveller.value.deactivatedAt !== null) return err("PROFILE_DEACTIVATED");
  if (typed.consent !== "yes") return err("QUALIFICATION_CONSENT_REQUIRED");
  const read = readInputs(provider, typed);
  if (!read.ok) return read;
  const subject = `qualification:${session.accountId}`;
  if (!(await countAttempt(deps.db, network.id, subject, deps.clock.now(), perHour))) return err("TOO_MANY_REQUESTS");
  const account = await findAccount(deps.db, network.id, session.accountId);
  // The federation's word counts for the holder, whom it speaks of.
  const pivot = traveller.value.isHolder ? account?.pivot : null;
  const told = personOf(pivot && isSamePerson(pivot, traveller.value) ? pivot : traveller.value);
  const said = await deps.qualification(network.id, provider, {
    ...read.value,
    identity: told,
    quotientBelow: terms.quotientBelow ?? null,
  });
  if (!said.ok) {
    log.info({ provider: provider.id, code: said.code }, "a qualification provider vouched for nothing");
    return said;
  }
  const now = deps.clock.iso();
  const ends = [
    said.value.goodUntil === null ? null : endOfDay(network, said.value.goodUntil),
    endOfType(network, type.id, now),
  ].filter((end) => end !== null);
  const expiresAt = ends.toSorted()[0] ?? endOf(now, vouchedFor, network.definition.timeZone);
  if (expiresAt <= now) return err("QUALIFICATION_NOT_ENTITLED");
  const outcome = await deps.db.transaction().execute(async (tx) => {
    const held = await lockTraveller(tx, network.id, session.accountId, traveller.value.id);
    if (held === undefined) return err("NOT_FOUND");
    // The provider spoke of whom it was told; it is asked again for somebody else.
    if (!isSamePerson(told, held)) return err("QUALIFICATION_UNAVAILABLE");
    const id = deps.ids.uuid();
    await insertDocument(
      tx,
      {
        id,
        networkId: network.id,
        accountId: session.accountId,
        travellerId: held.id,
        documentTypeId: type.id,
        fileId: null,
        fileName: null,
        status: born(documentMachine, "qualify"),
        qualification: { providerId: provider.id, said: said.value.statement },
        provenPerson: personOf(held),
      },
      now,
    );
    const made = await readDocument(tx, network.id, id);
    if (made === undefined) throw new Error("A document that was vouched for is not there");
    await makeDocumentCurrent(tx, deps, made, expiresAt);
    return ok({ document: documentView({ ...made, startingAt: now, expiresAt }, { network, language, now }) });
  });
  return outcome;
};
