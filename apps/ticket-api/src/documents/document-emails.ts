import { textIn } from "@guichet/contract/locales.ts";
import { findAccount } from "../account-records/account-store.ts";
import { travellersOf } from "../account-records/traveller-store.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { EmailValues } from "../email/email-contents.ts";
import { queueEmail } from "../email/queue-email.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { DocumentRow } from "./document-store.ts";
import type { SubmissionRow } from "./submission-store.ts";
import { documentTypeOf } from "./validity.ts";

export type DocumentEmail = "documents-received" | "documents-accepted" | "documents-refused" | "documents-to-complete";

/** Notifies the account's holder of a submission's result, in the language in which it was made. */
export async function notifySubmission(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  submission: SubmissionRow,
  template: DocumentEmail,
): Promise<void> {
  const account = await findAccount(tx, network.id, submission.accountId);
  const traveller = await travellerOf(tx, submission);
  if (account === undefined || traveller === undefined || account.email === "") return;
  const article = network.articles.get(submission.shopItemId);
  const { number, language, shopItemId, expectedOn, reason, remark } = submission;
  const values: EmailValues[DocumentEmail] = {
    number,
    submissionId: submission.id,
    shopItemId,
    item: article === undefined ? shopItemId : textIn(article.name, language, network.definition.languages),
    traveller: traveller.firstName,
    travellerId: traveller.id,
    expectedOn,
    reason,
    remark,
  };
  await queueEmail(tx, deps, {
    networkId: network.id,
    accountId: account.id,
    to: account.email,
    template,
    language,
    values,
    // A submission may be returned and received more than once.
    cause: `${template}-${submission.id}-${submission.events.length}`,
  });
}

/** Reminds the account's holder of a document that expires soon. */
export async function notifyEnding(
  tx: Tx,
  deps: Dependencies,
  network: LoadedNetwork,
  document: DocumentRow & { expiresAt: string },
): Promise<void> {
  const account = await findAccount(tx, network.id, document.accountId);
  const traveller = await travellerOf(tx, document);
  if (account === undefined || traveller === undefined || traveller.deactivatedAt !== null || account.email === "")
    return;
  const language = account.language ?? network.language;
  const type = documentTypeOf(network, document.documentTypeId);
  const name = type === undefined ? document.documentTypeId : textIn(type.name, language, network.definition.languages);
  await queueEmail(tx, deps, {
    networkId: network.id,
    accountId: account.id,
    to: account.email,
    template: "document-expiring",
    language,
    values: { name, traveller: traveller.firstName, expiresAt: document.expiresAt },
    cause: `document-expiring-${document.id}-${document.expiresAt.slice(0, 10)}`,
  });
}

async function travellerOf(
  tx: Tx,
  { networkId, accountId, travellerId }: Pick<DocumentRow, "networkId" | "accountId" | "travellerId">,
) {
  return (await travellersOf(tx, networkId, accountId)).find(({ id }) => id === travellerId);
}
