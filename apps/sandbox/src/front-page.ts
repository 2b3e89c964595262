import { testIbans } from "@guichet/contract/integrations/sandbox-bank.ts";
import { beaconBehaviourKind } from "@guichet/contract/integrations/sandbox-beacon.ts";
import {
  demoRealm,
  demoRealmPassword,
  identityBehaviourKind,
} from "@guichet/contract/integrations/sandbox-identity.ts";
import { walletBehaviourKind } from "@guichet/contract/integrations/sandbox-wallets.ts";
import type { FastifyReply } from "fastify";
import { html, sendPage, styleSource, trusted } from "./html.ts";
import { realmPeople } from "./identity/people.ts";
import { textsIn } from "./locales/texts.ts";
import { inGroups, testCards } from "./payment/cards.ts";
import { sandboxCss } from "./style.ts";

const doors = [
  ["GET /payment/ledger", "the provider's own ledger, also ?orderId= or ?session="],
  [
    "POST /payment/behaviour",
    "{next, count}: late, lost, duplicate, down, lost-answer, late-capture, refuse-charge, rate-limited",
  ],
  [
    "POST /payment/sessions/<id>/pay",
    "{card}: pays as the customer would, authentication included; {authenticate: false} stops before it",
  ],
  ["POST /payment/sessions/<id>/cancel", "turns back as the customer would"],
  ["GET, POST /v1/...", "Stripe’s own protocol, on the same ledger and behaviour"],
  ["POST /api-payment/V4/...", "Lyra’s own protocol, on the same ledger and behaviour"],
  ["POST /payment/stripe/webhook-endpoint", "{url}: where Stripe’s webhooks are sent"],
  ["GET /bank/files", "the files that were handed in, the newest first, with the state of their debits"],
  ["POST /bank/answer", "{debit | file, reason}: rejects or returns it; answers with the pain.002 or camt.054"],
  [
    "POST /bank/behaviour",
    "{next, count}: return (the next debits come back after two days), book-cent, book-currency",
  ],
  ["GET /federation/identities", "the federation’s test identities"],
  ["GET /realms/<realm>/users", "the users of a realm: demo, zones"],
  ["POST /federation/answer", "{authorizationUrl, identity, email?} or {cancel: true}: signs in without a browser"],
  ["POST /realms/<realm>/answer", "{authorizationUrl, user} or {cancel: true}: signs in without a browser"],
  [
    "POST /federation/behaviour, /realms/<realm>/behaviour",
    `{next, count}: ${identityBehaviourKind.options.join(", ")}`,
  ],
  [
    "GET /google-wallet/objects, /wallets/pushes",
    "the passes at Google Wallet, and the notifications that Apple received",
  ],
  ["POST /wallets/behaviour", `{next, count}: ${walletBehaviourKind.options.join(", ")}`],
  ["GET /mailbox/messages?to=<address>", "the messages to an address, newest first"],
  ["GET /beacon?channel=global,network/demo&displayed=true", "the maintenance beacon, as the shop asks it"],
  [
    "PUT, POST, GET, DELETE /beacon/alerts",
    "{alerts: [{level, flags?, channel?, message?, displayAfter?, displayBefore?, maintenance?, estimatedEnd?}]}; POST adds one",
  ],
  ["POST /beacon/behaviour", `{next, count}: ${beaconBehaviourKind.options.join(", ")}`],
  ["POST /clock", "{offsetMs}: moves the sandbox's clock, from this machine only"],
] as const;

const ibans = [
  [testIbans.good, "is debited, as every valid IBAN that does not stand here"],
  [testIbans.closed, "is closed (AC04): the debit is rejected as soon as the file is handed in"],
  [testIbans["no-money"], "has no money (AM04): the debit comes back two days after it was booked"],
  [testIbans["claimed-back"], "claims the money back (MD01) 21 days after the debit was booked"],
] as const;

/** Front page: describes the sandbox and its magic values. */
export function frontPage(reply: FastifyReply): FastifyReply {
  const page = html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>Guichet sandbox</title>
<style>${trusted(sandboxCss)}</style></head><body><header></header><main><h1>Guichet sandbox</h1>
<p>Stand-ins for the operator’s external parties. Nothing here is real: no money moves, no e-mail leaves.</p>
<h2>Mailbox</h2><p><a href="/mailbox">Everything that was sent by e-mail</a></p>
<h2>Identity providers</h2><ul class="list">
<li><a href="/federation/api/v2/.well-known/openid-configuration">National federation</a><span>FranceConnect v2’s paths; its page lets one choose a test identity</span></li>
${demoRealm.options.map(
  (realm) => html`<li><a href="/realms/${realm}/.well-known/openid-configuration">Realm ${realm}</a>
<span>Keycloak’s paths; users ${realmPeople.map(({ name }) => name).join(", ")}, all with the password <b>${demoRealmPassword}</b></span></li>`,
)}</ul>
<h2>Payment cards</h2><ul class="list">${testCards.map(
    (card) =>
      html`<li><code>${inGroups(card.number)}</code><span>${textsIn("en")(`payment.conduct.${card.conduct}`)}</span></li>`,
  )}</ul>
<h2>Bank accounts</h2><ul class="list">${ibans.map(
    ([iban, what]) => html`<li><code>${inGroups(iban)}</code><span>${what}</span></li>`,
  )}</ul>
<h2>Doors for testers</h2><ul class="list">${doors.map(
    ([door, what]) => html`<li><code>${door}</code><span>${what}</span></li>`,
  )}</ul>
</main></body></html>`;
  return sendPage(reply, page, { formAction: "'none'", styleSource: styleSource(sandboxCss) });
}
