import { createTicketApi } from "@guichet/client/ticket-api.ts";
import { demoOfficeClient } from "@guichet/contract/office/demo-client.ts";
import type { Installation } from "../installation.ts";
import { demoPassword } from "../shopper.ts";

/** Drafts another price of an article of the demo, in minor units, as a manager; returns the draft and what continues with it. */
export async function draftPrice(
  { api: baseUrl }: Installation,
  { name, itemId, price }: { name: string; itemId: string; price: number },
) {
  const { id: clientId, key } = demoOfficeClient;
  const api = createTicketApi({ baseUrl, clientId, key });
  const signedIn = await api.call("officeLogin", { email: "manager@demo.example", password: demoPassword });
  if (!signedIn.ok) throw new Error(signedIn.code);
  const asking = { network: "demo", token: signedIn.value.staffToken };
  const added = await api.call("addCatalogueDraft", { name }, { ...asking, idempotencyKey: crypto.randomUUID() });
  if (!added.ok) throw new Error(added.code);
  const { draftId } = added.value.draft;
  const item = await api.call("getDraftItem", { draftId, kind: "article", itemId }, asking);
  if (!item.ok || item.value.draft?.kind !== "article") throw new Error(`no draft of ${itemId}`);
  const { definition } = item.value.draft;
  const changed = { kind: "article" as const, definition: { ...definition, price } };
  const saved = await api.call("changeDraftItem", { draftId, basis: item.value.basis, item: changed }, asking);
  if (!saved.ok) throw new Error(saved.code);
  return { api, asking, draft: saved.value.draft, liveAmount: definition.price };
}
