import type { exportData } from "@guichet/contract/accounts.ts";
import { dataExportsPerDay } from "@guichet/contract/limits/personal-data-limits.ts";
import { err, ok } from "@guichet/contract/result.ts";
import { Instant } from "@guichet/contract/values.ts";
import { strToU8, zipSync } from "fflate";
import { z } from "zod";
import { accountOfPerson, personOf } from "../account-records/account-personal-data-store.ts";
import { isStepUpFresh } from "../authentication/step-up.ts";
import { daysMs } from "../clock.ts";
import type { Dependencies } from "../dependencies.ts";
import { filesOf } from "../files/file-store.ts";
import type { Handler } from "../http/call-handler.ts";
import { invoiceDocument } from "../order-records/invoices.ts";
import { countAttempt } from "../rate-limits/attempt-store.ts";
import { ticketDocument } from "../wallet/ticket-documents.ts";
import { listTickets } from "../wallet/ticket-store.ts";
import { personalDataSources } from "./personal-data-sources.ts";

const dayMs = daysMs(1);
const exportLimit = { limit: dataExportsPerDay, windowMs: dayMs, blockMs: dayMs };
/** Limits of documents in one archive, newest first; `files` lists them. */
const invoiceFilesMax = 200;
const ticketFilesMax = 50;
const sentFilesMax = { count: 100, bytes: 64 * 1024 * 1024 };

const shapes = Object.fromEntries(Object.entries(personalDataSources).map(([name, { shape }]) => [name, shape]));
/** The content of `data.json`, as `schema.json` describes it: one section for each module that stores data about people. */
export const ExportedData = z.strictObject({
  exportedAt: Instant,
  network: z.string(),
  files: z.array(z.string()),
  ...shapes,
});

/**
 * Exports everything stored about the account as one archive (data protection law: access, portability), after step-up authentication
 * in the last five minutes, because it is everything that a thief of the session could want.
 */
export const exportHandler: Handler<typeof exportData> = async ({ deps, network, session }) => {
  const { accountId } = session;
  if (!isStepUpFresh(deps, session)) return err("REAUTHENTICATION_REQUIRED");
  const subject = `export:${accountId}`;
  if (!(await countAttempt(deps.db, network.id, subject, deps.clock.now(), exportLimit)))
    return err("TOO_MANY_REQUESTS");
  const { customerNumber, parts: sections } = await readPersonalData(deps, network.id, accountId);
  const files = await documentsOf(deps, network.id, accountId, sections.orders);
  const exportedAt = deps.clock.iso();
  const exported = ExportedData.parse({ exportedAt, network: network.id, files: Object.keys(files), ...sections });
  const json = (value: unknown) => strToU8(`${JSON.stringify(value, null, 2)}\n`);
  // Documents are already compressed: compressing them again takes seconds and gains nothing.
  const stored = Object.entries(files).map(([name, bytes]): [string, [Uint8Array, { level: 0 }]] => [
    name,
    [bytes, { level: 0 }],
  ]);
  const archive = zipSync({
    "data.json": json(exported),
    "schema.json": json(z.toJSONSchema(ExportedData)),
    ...Object.fromEntries(stored),
  });
  return ok({ bytes: archive, filename: `${network.id}-${customerNumber}-${exportedAt.slice(0, 10)}.zip` });
};

/** The personal data of every module, read in one snapshot. */
function readPersonalData(deps: Dependencies, networkId: string, accountId: string) {
  return deps.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (tx) => {
      const person = await personOf(tx, networkId, accountId);
      const sections: Record<string, unknown> & { orders: z.infer<typeof personalDataSources.orders.shape> } = {
        orders: await personalDataSources.orders.read(tx, person),
      };
      for (const [name, source] of Object.entries(personalDataSources)) {
        if (name !== "orders") sections[name] = await source.read(tx, person);
      }
      const { customerNumber } = await accountOfPerson.read(tx, person);
      return { customerNumber, parts: sections };
    });
}

/** Invoices, credit notes and tickets as separate files, and the customer's uploads. */
async function documentsOf(
  deps: Dependencies,
  networkId: string,
  accountId: string,
  { invoices }: z.infer<typeof personalDataSources.orders.shape>,
): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {};
  for (const { orderId, series } of invoices.toReversed().slice(0, invoiceFilesMax)) {
    const document = await invoiceDocument(deps, orderId, series === "invoice" ? "invoice" : "credit-note");
    if (document !== undefined) files[`invoices/${document.number}.pdf`] = document.bytes;
  }
  const language = (await deps.networks.get(networkId))?.language ?? "fr";
  const tickets = await listTickets(deps.db, { networkId, accountId, travellerId: null, limit: ticketFilesMax });
  for (const ticket of tickets) {
    if (ticket.code === null || !["pending", "active"].includes(ticket.status)) continue;
    files[`tickets/${ticket.serial.replaceAll(" ", "-")}.pdf`] = await ticketDocument(deps, ticket, language);
  }
  for (const { id, contentType, content } of await filesOf(deps.db, networkId, accountId, sentFilesMax)) {
    files[`sent/${id}.${contentType.split("/")[1]}`] = content;
  }
  return files;
}
