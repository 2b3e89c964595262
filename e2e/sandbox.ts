import { setTimeout } from "node:timers/promises";
import type { BehaviourKind, LedgerEntry } from "@guichet/contract/integrations/sandbox-payment-controls.ts";
import type { Installation } from "./installation.ts";

/** An e-mail in the sandbox's mailbox. */
export interface Mail {
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string; contentType: string; link: string }[];
}

/** Waits for an e-mail to an address that satisfies `is`. */
export async function mailTo(
  { sandbox }: Pick<Installation, "sandbox">,
  to: string,
  is: (mail: Mail) => boolean,
): Promise<Mail> {
  const deadline = AbortSignal.timeout(60_000);
  while (!deadline.aborted) {
    const found = (await mailsTo(sandbox, to)).find(is);
    if (found !== undefined) return found;
    await setTimeout(300);
  }
  throw new Error(`no such e-mail to ${to} within a minute`);
}

async function mailsTo(sandbox: string, to: string): Promise<Mail[]> {
  const { items }: { items: Mail[] } = await json(`${sandbox}/mailbox/messages?to=${encodeURIComponent(to)}`);
  return items;
}

/** Downloads an attachment. */
export async function attachment({ sandbox }: Pick<Installation, "sandbox">, link: string): Promise<Uint8Array> {
  const response = await fetch(sandbox + link);
  return new Uint8Array(await response.arrayBuffer());
}

/** Opens every link of an e-mail as a mail scanner does: without cookies, following redirects. */
export async function scan({ html, text }: Mail): Promise<void> {
  const links = new Set(
    [...`${html} ${text}`.matchAll(/https?:\/\/[^\s"'<>]+/g)].map(([url]) => url.replaceAll("&amp;", "&")),
  );
  if (links.size === 0) throw new Error("the message has no link");
  for (const link of links) {
    for (const method of ["HEAD", "GET"]) await fetch(link, { method });
  }
}

/** The payment provider's ledger of an order, oldest first. */
export async function ledgerOf({ sandbox }: Pick<Installation, "sandbox">, orderId: string): Promise<LedgerEntry[]> {
  const { items }: { items: LedgerEntry[] } = await json(`${sandbox}/payment/ledger?orderId=${orderId}`);
  return items;
}

/** Pays with a card at the provider, as its page would. */
export async function payAtSandbox(paymentUrl: string, card: string): Promise<void> {
  const page = new URL(paymentUrl);
  const session = page.pathname.split("/").at(-1);
  const response = await fetch(new URL(`/payment/sessions/${session}/pay`, page), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ card: card.replaceAll(" ", "") }),
  });
  if (!response.ok) throw new Error(`the sandbox refused the card: ${response.status}`);
}

/** Makes the next `count` operations at the payment provider fail. */
export async function misbehave(
  { sandbox }: Pick<Installation, "sandbox">,
  next: BehaviourKind,
  count: number,
): Promise<void> {
  const response = await fetch(`${sandbox}/payment/behaviour`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ next, count }),
  });
  if (!response.ok) throw new Error(`the sandbox refused to be ${next}: ${response.status}`);
}

/** Publishes alerts at the maintenance beacon. */
export async function publishAlerts(
  { sandbox }: Pick<Installation, "sandbox">,
  alerts: readonly object[],
): Promise<void> {
  const response = await fetch(`${sandbox}/beacon/alerts`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ alerts }),
  });
  if (!response.ok) throw new Error(`the beacon refused the alerts: ${await response.text()}`);
}

/** Moves the whole installation's clock by an ISO 8601 duration; due jobs have finished when this resolves. */
export async function advanceClock({ api }: Installation, advance: string): Promise<void> {
  const response = await fetch(`${api}/demo/clock`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ advance }),
  });
  if (!response.ok) throw new Error(`the clock did not move: ${response.status}`);
}

async function json<Body>(url: string): Promise<Body> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} returned ${response.status}`);
  return response.json();
}
