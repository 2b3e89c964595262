import { reminderOf } from "@guichet/rules/documents.ts";
import { endOf } from "@guichet/rules/validity.ts";
import type { Tx } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import { plan } from "../jobs/plan-job.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";

export const documentTypeOf = (network: LoadedNetwork, id: string) =>
  network.documentTypes.find((type) => type.id === id);

/** When a document of a type expires that is valid from an instant (§7 "with an expiry"); null: no end. */
export function endOfType(network: LoadedNetwork, documentTypeId: string, from: string): string | null {
  const { validFor } = documentTypeOf(network, documentTypeId) ?? {};
  return validFor === undefined ? null : endOf(from, validFor, network.definition.timeZone);
}

/** The end of a day in the network's time zone: a document that is valid until a day is valid on that day. */
export const endOfDay = (network: LoadedNetwork, day: string): string =>
  endOf(`${day}T12:00:00.000Z`, "P1D", network.definition.timeZone);

/** Plans the e-mail that reminds of a document's end, if there is time for it. */
export async function planReminder(
  tx: Tx,
  deps: Dependencies,
  document: { id: string; networkId: string; expiresAt: string | null },
): Promise<void> {
  const { id, networkId, expiresAt } = document;
  const at = reminderOf(expiresAt, deps.clock.iso());
  if (at === null) return;
  await plan(tx, deps, {
    networkId,
    kind: "document-reminder",
    key: `document-reminder-${id}-${expiresAt}`,
    payload: { documentId: id, expiresAt },
    dueAt: new Date(at),
  });
}
