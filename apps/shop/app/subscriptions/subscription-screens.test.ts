import type { Subscription } from "@guichet/contract/subscriptions.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../server/config.ts";
import { createShop } from "../../server/server.ts";
import { holder, startApiPeer } from "../../testing/api-peer.ts";
import { requestsTo } from "../../testing/browser-requests.ts";
import { buildFolder, builtPages } from "../../testing/built-pages.ts";
import { sampleNetwork } from "../../testing/sample-network.ts";
import { euros, order, ticket } from "../../testing/sample-purchase.ts";
import { account, blocked, cancelled, card, expiring, mandate, running } from "../../testing/sample-subscription.ts";

let shop: FastifyInstance;
let peer: Awaited<ReturnType<typeof startApiPeer>>;
let one: Subscription = running;
let user: object = holder;
let profiles: object[] = [];
let refused: Record<string, string> = {};
/** Host of a network with neither subscriptions nor debits. */
const bare = "bare.localhost:3000";
const switchesOf = (domain: unknown) => ({
  ...sampleNetwork.switches,
  subscriptions: domain !== bare,
  transferPayments: domain !== bare && domain !== cardsOnly,
});
/** Host of a network without debits. */
const cardsOnly = "transport-cards.localhost:3000";

const become = (next: Subscription) => {
  one = next;
  return { subscription: one };
};
type Reply = { code(status: number): { send(body: object): unknown } };
const by = (path: string, body: () => object) => ({
  [path]: (_seen: unknown, reply: Reply) => {
    const code = refused[path];
    return code === undefined
      ? { status: "ok", ...body() }
      : reply.code(409).send({ status: "ko", error: { code, message: "" } });
  },
});
beforeAll(async () => {
  const pages = await builtPages();
  peer = await startApiPeer({
    "/Networks/getNetworkConfiguration.json": ({ values }) => ({
      status: "ok",
      network: { ...sampleNetwork, switches: switchesOf(values.domain) },
    }),
    "/Account/getUser.json": () => ({ status: "ok", user, profiles: [user, ...profiles.slice(1)] }),
    ...by("/Account/disableProfile", () => ({})),
    ...by("/Subscriptions/list", () => ({ subscriptions: [one] })),
    ...by("/Subscriptions/get", () => ({ subscription: one })),
    ...by("/Subscriptions/terminate", () => become(cancelled)),
    ...by("/Subscriptions/takeBack", () => become(running)),
    ...by("/Subscriptions/updateCard", () => become({ ...one, blocked: null })),
    ...by("/Account/getCards.json", () => ({ cards: [card, account] })),
    ...by("/Account/registerCard", () => ({ paymentUrl: "http://provider.example/keep" })),
    ...by("/Account/registerBankAccount", () => ({ card: account })),
    ...by("/Order/getOrders.json", () => ({ items: [{ ...order, status: "COMPLETED" }] })),
    ...by("/Payment/acknowledge.json", () => ({ outcome: "CONFIRMED", orderId: order.orderId })),
    ...by("/wallet/tickets", () => ({ items: [{ ...ticket, orderId: order.orderId }] })),
    ...by("/Payment/previewInstallments", () => ({ installments: [], mandate, ticketsUsable: null })),
  });
  shop = await createShop({ config: readConfig({ API_URL: peer.baseUrl, LOG_LEVEL: "silent" }), buildFolder, pages });
});
afterAll(async () => {
  await shop?.close();
  await peer?.stop();
});
beforeEach(() => {
  one = running;
  user = holder;
  profiles = [];
  refused = {};
  peer.seen.length = 0;
});

const { get: getWith, post } = requestsTo(() => shop, { cookie: "userTicketToken=good" });
const get = (url: string, host?: string) => getWith(url, host === undefined ? {} : { host });
const sent = (path: string) => peer.seen.findLast((seen) => seen.path === path)?.values;
/** Visible text of a page: no tags, every kind of space as a single plain one. */
const read = (html: string): string =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&#x27;/g, "'")
    .replace(/[\s\u00a0\u202f]+/g, " ");

describe("/account/tacit", () => {
  // covers §2: /account/tacit, /account/tacit/{id}
  it("shows each subscription's traveller, status, end, payment method and next charge", async () => {
    const { statusCode, body } = await get("/fr/account/tacit");
    expect(statusCode).toBe(200);
    const said = read(body);
    for (const words of [
      "Abonnement mensuel",
      "En cours",
      "Karim Morel",
      "du 1er nov. 2026 au 30 nov. 2026",
      "9250 1111 2222 3339",
      "Chaque mois",
      "mardi 1er décembre 2026",
      "32,00 €, le lundi 30 novembre 2026",
      "VISA •••• 0014",
    ])
      expect(said).toContain(words);
    expect(body).toContain("/fr/account/tacit/s1?step=end");
  });

  it("warns of an expiring card, marks a blocked subscription, and explains an empty page", async () => {
    one = { ...running, method: expiring };
    expect(read((await get("/fr/account/tacit")).body)).toContain("Cette carte expire fin décembre 2026");
    one = blocked;
    expect(read((await get("/fr/account/tacit")).body)).toContain("Bloqué : paiement à régler");
    refused["/Subscriptions/list"] = "TOO_MANY_REQUESTS";
    expect(read((await get("/fr/account/tacit")).body)).toContain("ne peuvent pas être affichés");
  });

  // covers §2: /account/tacit, /account/tacit/{id}
  it("redirects to the account if the network has no subscriptions, or for a traveller with a separate sign-in", async () => {
    expect((await get("/fr/account/tacit/s1", bare)).headers.location).toBe("/fr/account");
    expect((await get("/fr/account", bare)).body).not.toContain('id="subscriptions"');
    user = { ...holder, isParent: false };
    expect((await get("/fr/account/tacit")).headers.location).toBe("/fr/account");
  });
});

describe("the account", () => {
  it("shows the active subscription with its next charge, and links to its termination", async () => {
    const { body } = await get("/fr/account");
    expect(read(body)).toContain("Prochain prélèvement : 32,00 €, le lundi 30 novembre 2026");
    expect(body).toContain("/fr/account/tacit/s1?step=end");
  });

  // covers §2: /account/payment-cards
  it("shows which subscription needs a saved card, and does not offer to remove it", async () => {
    const { body } = await get("/fr/account");
    expect(read(body)).toContain("Ce moyen de paiement est utilisé par un abonnement");
    expect(body).not.toContain('name="what" value="remove"');
  });
});

describe("/account/tacit/{id}", () => {
  // covers §2: /account/tacit, /account/tacit/{id}
  it("lists each period with its order and its invoice", async () => {
    const { body } = await get("/fr/account/tacit/s1");
    expect(read(body)).toContain("Du 1er nov. 2026 au 30 nov. 2026");
    expect(body).toContain("/fr/account/invoices?order=o1");
    expect(body).toContain("/fr/account/invoices/invoice.pdf?order=o1");
  });

  // covers §4: subscription: active, cancelled, terminated, blocked
  it("shows for a blocked subscription the amount due, the reason, the consequences and what to do", async () => {
    one = blocked;
    const { body } = await get("/fr/account/tacit/s1");
    const said = read(body);
    expect(said).toContain("Bloqué : 32,00 € à régler");
    // It is blocked on the day before the unpaid period: that day is paid.
    expect(said).toContain("La période payée reste valable jusqu’au lundi 30 novembre 2026 inclus");
    expect(said).toContain(
      "Prochaine tentative de paiement : jeudi 3 décembre 2026. Sans paiement, l’abonnement prendra fin le samedi 30 janvier 2027.",
    );
    expect(body).toContain("/fr/account/tacit/s1?step=method");
  });

  it("links to the order of which a debit was returned", async () => {
    const period = { ...running.periods[0], position: 2, orderId: "o2", orderStatus: "REGULARIZATION", paidAt: null };
    one = { ...blocked, periods: [period as Subscription["periods"][number], ...running.periods] };
    const { body } = await get("/fr/account/tacit/s1");
    expect(read(body)).toContain(
      "Le prélèvement de cette période a été rejeté par votre banque le mardi 1er décembre 2026",
    );
    expect(read(body)).toContain("Régler maintenant");
    expect(body).toContain("/fr/account/invoices?order=o2");
  });

  it("is not found for another customer", async () => {
    refused["/Subscriptions/get"] = "NOT_FOUND";
    expect((await get("/fr/account/tacit/s9")).statusCode).toBe(404);
  });

  it("explains why a subscription is not renewed although its customer did not end it, and when it has ended", async () => {
    one = { ...cancelled, endReason: "ARTICLE_WITHDRAWN" };
    const said = read((await get("/fr/account/tacit/s1")).body);
    expect(said).toContain("Ne sera pas renouvelé, valable jusqu’au lundi 30 novembre 2026");
    expect(said).toContain("n’est plus en vente");
    one = { ...cancelled, state: "TERMINATED", terminatedAt: "2026-11-30T23:00:00.000Z", mayTakeBack: false };
    expect(read((await get("/fr/account/tacit/s1")).body)).toContain("Terminé le mardi 1er décembre 2026");
  });
});

describe("ending a subscription without script", () => {
  it.each([
    ["AT_END", null, "reste valable jusqu’au lundi 30 novembre 2026 inclus"],
    ["REFUNDED", euros(3200), "32,00 € vous sont remboursés"],
    ["AT_ONCE", null, "il prend fin dès la confirmation"],
    ["REST_REFUNDED", euros(21804), "218,04 €, payés pour les jours suivants, vous sont remboursés sous 30 jours"],
    ["REST_REFUNDED", null, "Cette résiliation ne peut pas être annulée"],
  ] as const)("states the effect before (%s)", async (effect, refund, words) => {
    one = { ...running, mayTerminate: { effect, lastDay: "2026-11-30", refund } };
    const { body } = await get("/fr/account/tacit/s1?step=end");
    expect(read(body)).toContain(words);
    expect(body).toContain("Confirmer la résiliation");
  });

  // covers: a customer sees how the prorated refund of a subscription is computed before ending it
  it("shows how a prorated refund is computed", async () => {
    const calculation = { price: euros(28200), used: euros(6396), dropped: euros(4700) };
    const mayTerminate = { effect: "REST_REFUNDED" as const, lastDay: "2026-11-22", refund: euros(17104), calculation };
    one = { ...running, interval: "P1Y", mayTerminate };
    const said = read((await get("/fr/account/tacit/s1?step=end")).body);
    for (const words of [
      "Prix de la période",
      "282,00",
      "Part utilisée",
      "-63,96",
      "Échéances qui ne sont plus prélevées",
      "-47,00",
      "Total remboursé",
      "171,04",
    ])
      expect(said).toContain(words);
  });

  it("is one form, confirmed on the screen, and can be withdrawn there", async () => {
    const ended = await post("/fr/account/tacit/s1?step=end", { what: "end", effect: "AT_END", lastDay: "2026-11-30" });
    expect(ended.statusCode).toBe(303);
    expect(sent("/Subscriptions/terminate")).toMatchObject({ subscriptionId: "s1" });
    const there = await get(String(ended.headers.location));
    expect(read(there.body)).toContain("Abonnement résilié");
    expect(read(there.body)).toContain("La confirmation vous est envoyée par e-mail");
    const back = await post("/fr/account/tacit/s1", { what: "take-back" });
    expect(sent("/Subscriptions/takeBack")).toMatchObject({ subscriptionId: "s1" });
    expect(read((await get(String(back.headers.location))).body)).toContain("La résiliation est annulée");
  });

  it.each([
    ["another effect", { effect: "REFUNDED", lastDay: "2026-11-30" }],
    ["another end, for it was renewed meanwhile", { effect: "AT_END", lastDay: "2026-10-31" }],
  ])("asks again if it would now have %s, and ends nothing", async (_, shown) => {
    const asked = await post("/fr/account/tacit/s1?step=end", { what: "end", ...shown });
    expect(asked.headers.location).toBe("/fr/account/tacit/s1?step=end&changed=1");
    expect(sent("/Subscriptions/terminate")).toBeUndefined();
    expect(read((await get(String(asked.headers.location))).body)).toContain("La situation de l’abonnement a changé");
  });

  // covers §3: a renewal that was not announced in time can be terminated on any day, with a prorated refund (L215-1)
  it("says that a renewal without timely notice can be terminated, and afterwards the refund", async () => {
    const refund = euros(21804);
    one = { ...running, interval: "P1Y", mayTerminate: { effect: "REST_REFUNDED", lastDay: "2026-11-22", refund } };
    const said = read((await get("/fr/account/tacit/s1")).body);
    expect(said).toContain("Vous pouvez résilier à tout moment");
    expect(said).toContain("Remboursement à ce jour : 218,04 €");
    const left = { lastDay: "2026-11-22", refund };
    const validity = { ...running.validity, lastDay: "2026-11-22" };
    const periods = running.periods.map((period) => ({ ...period, left }));
    one = { ...cancelled, interval: "P1Y", validity, periods, mayTakeBack: false };
    const flash = read((await get("/fr/account/tacit/s1?flash=ended")).body);
    expect(flash).toContain("reste valable jusqu’au dimanche 22 novembre 2026 inclus");
    expect(flash).toContain("218,04 € vous sont remboursés sous 30 jours");
    expect(flash).toContain("Résilié le 22 nov. 2026, 218,04 € remboursés");
    expect(flash).not.toContain("Annuler la résiliation");
  });

  it("has one effect when sent twice: the slower request reads that it is done", async () => {
    one = cancelled;
    const ended = await post("/fr/account/tacit/s1?step=end", { what: "end", effect: "AT_END", lastDay: "2026-11-30" });
    expect(ended.headers.location).toBe("/fr/account/tacit/s1?flash=ended");
    expect(sent("/Subscriptions/terminate")).toBeUndefined();
  });

  // covers §3: concurrent with a renewal: cancelling, resuming, another card, no card, no account
  it("asks again if the effect changes at that moment", async () => {
    refused["/Subscriptions/terminate"] = "TRANSITION_NOT_ALLOWED";
    const asked = await post("/fr/account/tacit/s1?step=end", { what: "end", effect: "AT_END", lastDay: "2026-11-30" });
    expect(asked.headers.location).toBe("/fr/account/tacit/s1?step=end&changed=1");
    expect(sent("/Subscriptions/terminate")).toMatchObject({ effect: "AT_END", lastDay: "2026-11-30" });
  });

  it("shows the reason for a refusal on the same page", async () => {
    refused["/Subscriptions/terminate"] = "PAYMENT_UNAVAILABLE";
    const ended = await post("/fr/account/tacit/s1?step=end", { what: "end", effect: "AT_END", lastDay: "2026-11-30" });
    expect(ended.statusCode).toBe(422);
    expect(ended.body).toContain('role="alert"');
    expect(ended.body).toContain("Confirmer la résiliation");
    refused = { "/Subscriptions/takeBack": "SUBSCRIPTION_NOT_RENEWABLE" };
    one = cancelled;
    const back = await post("/fr/account/tacit/s1", { what: "take-back" });
    expect(back.statusCode).toBe(422);
    expect(read(back.body)).toContain("ne peut plus être renouvelé");
  });

  it("shows from when a subscription can be ended whose first debit is with the bank", async () => {
    one = { ...running, startsLater: true, mayTerminate: null };
    const { body } = await get("/fr/account/tacit/s1?step=end");
    expect(body).toBe("");
    expect(read((await get("/fr/account/tacit/s1")).body)).toContain("vous pourrez résilier à partir du");
  });
});

describe("changing the payment method without script", () => {
  it("selects another saved card, and says whether the amount due is paid", async () => {
    one = blocked;
    const offered = await get("/fr/account/tacit/s1?step=method");
    expect(read(offered.body)).toContain("Le montant dû, 32,00 €, sera prélevé immédiatement");
    expect(read(offered.body)).toContain("Utilisé actuellement");
    const changed = await post("/fr/account/tacit/s1?step=method", { what: "method", card: "c1" });
    expect(sent("/Subscriptions/updateCard")).toEqual(expect.objectContaining({ subscriptionId: "s1", cardId: "c1" }));
    expect(read((await get(String(changed.headers.location))).body)).toContain("le montant dû est payé");
  });

  it("asks for a selection if there is none, and shows a refusal", async () => {
    const none = await post("/fr/account/tacit/s1?step=method", { what: "method" });
    expect(none.statusCode).toBe(422);
    expect(read(none.body)).toContain("Choisissez un moyen de paiement");
    refused["/Subscriptions/updateCard"] = "PAYMENT_METHOD_EXPIRED";
    const over = await post("/fr/account/tacit/s1?step=method", { what: "method", card: "c1" });
    expect(over.statusCode).toBe(422);
    expect(over.body).toContain('role="alert"');
  });

  it("shows and signs the mandate of a bank account first", async () => {
    const led = await post("/fr/account/tacit/s1?step=method", { what: "method", card: "b1" });
    expect(led.headers.location).toBe("/fr/account/tacit/s1?step=method&account=b1");
    expect(sent("/Subscriptions/updateCard")).toBeUndefined();
    const shown = await get(String(led.headers.location));
    expect(shown.body).toContain("GU-23456789ABCDEFGH");
    expect(sent("/Payment/previewInstallments")).toMatchObject({ paymentMethod: "TRANSFER", installments: 1 });
    const form = { what: "method", card: "b1", reference: mandate.reference, digest: mandate.digest };
    const unsigned = await post(String(led.headers.location), form);
    expect(unsigned.statusCode).toBe(422);
    expect(read(unsigned.body)).toContain("Signez le mandat pour utiliser ce compte");
    await post(String(led.headers.location), { ...form, sign: "yes" });
    expect(sent("/Subscriptions/updateCard")).toMatchObject({
      cardId: "b1",
      mandate: { reference: mandate.reference, digest: mandate.digest },
    });
  });

  it("offers no bank account if the network accepts none", async () => {
    const { body } = await get("/fr/account/tacit/s1?step=method", cardsOnly);
    expect(body).not.toContain('value="b1"');
    expect(read(body)).not.toContain("Ajouter un compte bancaire");
  });

  it("saves another card or bank account in between, and returns", async () => {
    const added = await post("/fr/account/payment-cards/change", { what: "add", subscription: "s1" });
    expect(added.headers.location).toBe("http://provider.example/keep");
    expect(sent("/Account/registerCard")).toMatchObject({ returnUrl: "/fr/account/tacit/s1?step=method" });
    const saved = await post("/fr/account/payment-cards/change", {
      what: "account",
      subscription: "s1",
      iban: "FR7630006000010000000000152",
      holder: "Karim Morel",
    });
    expect(saved.headers.location).toBe("/fr/account/tacit/s1?step=method&card=kept-account&account=b1");
    refused["/Account/registerBankAccount"] = "IBAN_INVALID";
    const wrong = await post("/fr/account/payment-cards/change", { what: "account", subscription: "s1", iban: "FR" });
    expect(wrong.headers.location).toBe("/fr/account/tacit/s1?step=method&card=iban-wrong");
    expect(read((await get(String(wrong.headers.location))).body)).toContain("Cet IBAN est incomplet");
  });
});

describe("an article bought as a subscription", () => {
  // covers §5: a subscription is alone in its cart
  it("states before the purchase that it renews, its price, how to end it, its notice, and that it is bought alone", async () => {
    const said = read((await get("/fr/products/renewing")).body);
    for (const words of [
      "Abonnement à renouvellement automatique",
      "32,00 € chaque mois, au prix d’aujourd’hui, jusqu’à ce que vous résiliiez",
      "Résiliation en trois clics, à tout moment",
      "Si le prix change, vous êtes informé par e-mail 10 jours avant le renouvellement",
      "Un abonnement se commande séparément",
    ])
      expect(said).toContain(words);
    expect(read((await get("/fr/products/ticket")).body)).not.toContain("Abonnement à renouvellement automatique");
  });

  it("shows it on its result, its receipt and its ticket, with the next charge and a link to end it", async () => {
    one = { ...running, periods: running.periods.map((period) => ({ ...period, orderId: order.orderId })) };
    for (const path of [
      `/fr/cart?order=${order.orderId}`,
      `/fr/account/invoices?order=${order.orderId}`,
      `/fr/account/wallet?ticket=${ticket.ticketId}`,
    ]) {
      const { body } = await get(path);
      expect(read(body), path).toContain("Prochain prélèvement : 32,00 €, le lundi 30 novembre 2026");
      expect(body, path).toContain("/fr/account/tacit/s1");
    }
    one = { ...running, periods: [] };
    expect((await get(`/fr/account/invoices?order=${order.orderId}`)).body).not.toContain("/fr/account/tacit/s1");
  });
});

describe("a traveller with an active subscription", () => {
  it("is shown with it when they are about to be deactivated", async () => {
    const lou = { ...holder, userId: "t1", userName: "Lou", isParent: false };
    profiles = [holder, lou];
    one = { ...running, beneficiary: { travellerId: "t1", firstName: "Lou", lastName: "Morel" } };
    refused["/Account/disableProfile"] = "PROFILE_IN_USE";
    expect((await get("/fr/account/t1")).body).toContain("/fr/account/tacit/s1");
    const answer = await post("/fr/account/t1", { what: "deactivation" });
    expect(answer.statusCode).toBe(422);
    expect(read(answer.body)).toContain("un abonnement ou un paiement en plusieurs fois est en cours");
    expect(answer.body).toContain("/fr/account/tacit/s1");
  });
});
