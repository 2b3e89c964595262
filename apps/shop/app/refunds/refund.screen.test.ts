import type { Answer } from "@guichet/client/peer.ts";
import type { RefundableTicket } from "@guichet/contract/refunds.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { requestsTo } from "../../testing/browser-requests.ts";
import { order } from "../../testing/sample-purchase.ts";
import { ko, ok, openScriptedShop } from "../../testing/scripted-shop.ts";

/** Ticket API responses for the current test. */
let says: Record<string, Answer> = {};
let shop: Awaited<ReturnType<typeof openScriptedShop>>;
beforeAll(async () => {
  const accountCalls = ["readRefundAccount", "enterRefundAccount", "readRefundRequests", "withdrawRefundRequest"];
  const calls = ["getOrders", "readLinked", "quoteRefund", "requestRefund", ...accountCalls].map(
    (name) => `/Order/${name}.json`,
  );
  shop = await openScriptedShop([...calls, "/Subscriptions/list"], () => says);
});
afterAll(() => shop?.stop());

const euros = (amount: number) => ({ amount, currency: "EUR" });
const ticket = (ticketId: string, more: Partial<RefundableTicket> = {}): RefundableTicket => ({
  ...{ ticketId, name: "Carnet 10 trajets", serial: "7KM 2PX 9AB", travellerName: "Léa Morel", refusal: null },
  ...{ paid: euros(1100), used: euros(260), fee: euros(100), refund: euros(740) },
  ...{ withEvidence: [], openRequestId: null },
  ...more,
});
const used = ticket("t2", { name: "Ticket 1 heure", used: euros(0), fee: euros(0), refund: euros(0), refusal: "USED" });
beforeEach(() => {
  says = {
    "/Order/getOrders.json": ok({ items: [order] }),
    "/Order/quoteRefund.json": ok({
      tickets: [ticket("t1"), used],
      remaining: euros(1100),
      collectable: null,
      open: [],
      destinations: [{ method: "CARD", lastDigits: "0014", from: null }],
    }),
  };
  shop.seen.length = 0;
});

const signedIn = { cookie: "userTicketToken=good" };
const { get: getWith, post: postWith } = requestsTo(() => shop.server);
const get = (url: string) => getWith(url, signedIn);
const post = (url: string, body: Record<string, string>) => postWith(url, body, signedIn);

describe("a refund on the page of an order", () => {
  // covers: a customer sees the calculation of a refund before confirming it
  it("is offered, shows which tickets can be returned and why others cannot", async () => {
    expect((await get("/fr/account/invoices?order=o1")).body).toContain("/fr/account/invoices?order=o1&amp;refund=1");
    const { body } = await get("/fr/account/invoices?order=o1&refund=1");
    expect(body).toMatch(/<input(?=[^>]*type="checkbox")[^>]*value="t1"/);
    expect(body).not.toContain('value="t2"');
    expect(body).toContain("Déjà utilisé");
  });

  // covers: reasons with evidence are offered where they give more than without evidence
  it("offers the reasons with evidence that give more, and says when a request is open", async () => {
    const reason = (id: string, name: string, amount: number) => ({
      ...{ reason: id, name, evidence: "Un bail", expectedOn: "2026-12-01", used: euros(0), fee: euros(0) },
      ...{ refund: euros(amount), refusal: null },
    });
    const withEvidence = [reason("moving", "Déménagement", 1000), reason("illness", "Longue maladie", 740)];
    const quote = { remaining: euros(1100), collectable: null, open: [], destinations: [] };
    says["/Order/quoteRefund.json"] = ok({ tickets: [ticket("t1", { withEvidence })], ...quote });
    const { body } = await get("/fr/account/invoices?order=o1&refund=1");
    expect(body).toContain("evidence=t1&amp;reason=moving");
    expect(body).not.toContain("reason=illness");
    const asked = await get("/fr/account/invoices?order=o1&refund=1&evidence=t1&reason=moving");
    for (const words of ["Un bail", "10,00", "1er", "multipart/form-data"]) expect(asked.body).toContain(words);
    says["/Order/quoteRefund.json"] = ok({ tickets: [ticket("t1", { openRequestId: "q1" })], ...quote });
    expect((await get("/fr/account/invoices?order=o1&refund=1")).body).toContain(
      "Une demande de remboursement est en cours.",
    );
    const gone = await get("/fr/account/invoices?order=o1&refund=1&evidence=t1&reason=moving");
    expect([gone.statusCode, gone.headers.location]).toEqual([302, "/fr/account/invoices?order=o1"]);
    // Refused, for example because the last day has passed: the refunds of the order say so.
    const refused = await get(
      "/fr/account/invoices?order=o1&refund=1&evidence=t1&reason=moving&refused=REFUND_REFUSED",
    );
    expect(refused.headers.location).toBe("/fr/account/invoices?order=o1&refund=1&refused=REFUND_REFUSED");
  });

  it("shows the requests of an order; a file that is missing is asked for again", async () => {
    const request = {
      ...{ requestId: "q1", ticketId: "t1", ticketName: "Carnet 10 trajets", serial: "7KM 2PX 9AB", reason: "moving" },
      ...{
        reasonName: "Déménagement",
        state: "pending",
        requestedAt: "2026-11-24T09:00:00.000Z",
        expectedOn: "2026-12-01",
      },
      ...{ refund: euros(1000), files: ["bail.pdf"], mayAddFiles: true, remark: null, decidedAt: null },
    };
    says["/Order/readRefundRequests.json"] = ok({ requests: [request] });
    const history = [...order.history, { at: "2026-11-24T09:00:00.000Z", event: "refund-requested" }];
    says["/Order/getOrders.json"] = ok({ items: [{ ...order, history }] });
    const { body } = await get("/fr/account/invoices?order=o1&unsent=FILE_MISSING");
    for (const words of ["Déménagement", "bail.pdf", "10,00", "Choisissez un fichier."]) expect(body).toContain(words);
    says["/Order/withdrawRefundRequest.json"] = ko(409, "TRANSITION_NOT_ALLOWED");
    const withdrawn = await post("/fr/account/invoices?order=o1", { what: "withdraw-request", request: "q1" });
    expect(withdrawn.headers.location).toBe("/fr/account/invoices?order=o1&unsent=TRANSITION_NOT_ALLOWED");
    const missing = await post("/fr/account/invoices?order=o1", {
      what: "request-with-evidence",
      ticket: "t1",
      reason: "moving",
    });
    expect(missing.headers.location).toBe(
      "/fr/account/invoices?order=o1&refund=1&evidence=t1&reason=moving&refused=FILE_MISSING",
    );
  });

  it("keeps the order's number in its own direction between Arabic words", async () => {
    const { body } = await get("/ar/account/invoices?order=o1&refund=1");
    expect(body.match(new RegExp(`\u2066${order.number}\u2069`, "g"))?.length).toBeGreaterThanOrEqual(2);
    expect(body).not.toContain(`الطلب ${order.number}`);
  });

  it("asks for a ticket when none was chosen", async () => {
    const { body } = await get("/fr/account/invoices?order=o1&refund=1&check=1");
    expect(body).toContain("Choisissez au moins un billet.");
  });

  it("is checked with every deduction, the total, and where the money goes", async () => {
    const { body } = await get("/fr/account/invoices?order=o1&refund=1&check=1&ticket=t1&ticket=t2");
    for (const words of ["11,00", "2,60", "1,00", "7,40", "Part utilisée", "Frais", "carte se terminant par 0014"])
      expect(body).toContain(words);
    expect(body).toMatch(/<input(?=[^>]*name="ticket")[^>]*value="t1"/);
    expect(body).not.toContain('value="t2"');
  });

  // covers: a customer gets at most what is left of an order, and sees what was refunded before
  it("is limited to what is left of the order, with what was refunded before", async () => {
    const destinations = [{ method: "CARD" as const, lastDigits: "0014", from: null }];
    says["/Order/quoteRefund.json"] = ok({
      tickets: [ticket("t1"), used],
      remaining: euros(650),
      collectable: null,
      open: [],
      destinations,
    });
    expect((await get("/fr/account/invoices?order=o1&refund=1")).body).toMatch(/il reste au plus 6,50/);
    const { body } = await get("/fr/account/invoices?order=o1&refund=1&check=1&ticket=t1");
    expect(body).toContain("Déjà remboursé pour cette commande");
    expect(body).toMatch(/[-−]0,90/);
    expect(body).toMatch(/<input(?=[^>]*name="amount")[^>]*value="650"/);
  });

  it("is requested with the amount that was shown, and returns to the order", async () => {
    says["/Order/requestRefund.json"] = ok({
      refundId: "r1",
      amount: euros(740),
      dropped: [],
      paidBack: euros(740),
      creditNoteNumber: "A-DEMO-2026-000001",
    });
    const form = { what: "refund", ticket: "t1", amount: "740", currency: "EUR" };
    const { statusCode, headers } = await post("/fr/account/invoices?order=o1&refund=1&ticket=t1", form);
    expect([statusCode, headers.location]).toEqual([303, "/fr/account/invoices?order=o1&refunded=r1"]);
    expect(shop.asked("/Order/requestRefund.json")?.values).toMatchObject({
      ...{ orderId: "o1", ticketIds: ["t1"], amount: euros(740) },
    });
    const refund = {
      refundId: "r1",
      amount: euros(740),
      dropped: [],
      requestedAt: "2026-11-24T09:00:00.000Z",
      sentAt: null,
      sendFrom: null,
    };
    const refunds = [{ ...refund, creditNoteNumber: "A-DEMO-2026-000001" }];
    says["/Order/getOrders.json"] = ok({ items: [{ ...order, refunds }] });
    const { body } = await get("/fr/account/invoices?order=o1&refunded=r1");
    expect(body).toMatch(/Remboursement demandé\s:\s7,40/);
    expect(body).toContain("credit-note.pdf?order=o1&amp;number=A-DEMO-2026-000001");
  });

  it("shows the new amount if it changed, and the choice again if a ticket cannot be refunded any more", async () => {
    const form = { what: "refund", ticket: "t1", amount: "740", currency: "EUR" };
    says["/Order/requestRefund.json"] = ko(409, "REFUND_AMOUNT_CHANGED");
    const changed = await post("/fr/account/invoices?order=o1&refund=1&ticket=t1", form);
    expect(changed.headers.location).toBe(
      "/fr/account/invoices?order=o1&refund=1&refused=REFUND_AMOUNT_CHANGED&ticket=t1",
    );
    expect((await get(String(changed.headers.location))).body).toContain("Le montant du remboursement a changé");
    says["/Order/requestRefund.json"] = ko(409, "REFUND_REFUSED");
    const gone = await post("/fr/account/invoices?order=o1&refund=1&ticket=t1", form);
    expect(gone.headers.location).toBe("/fr/account/invoices?order=o1&refund=1&refused=REFUND_REFUSED");
  });

  // covers: a customer sees which installments a refund drops or reduces, and what is paid back, before confirming it
  it("shows the installments that are dropped and reduced, and what is paid back", async () => {
    const installment = (position: number) => ({
      ...{ position, amount: euros(300), dueOn: `2027-0${position}-03`, collectedOn: `2027-0${position}-03` },
      status: "planned" as const,
    });
    const quoted = (open: ReturnType<typeof installment>[]) =>
      ok({
        tickets: [ticket("t1"), used],
        remaining: euros(1100),
        open,
        collectable: null,
        destinations: [{ method: "CARD", lastDigits: "0014", from: null }],
      });
    const check = "/fr/account/invoices?order=o1&refund=1&check=1&ticket=t1";
    says["/Order/quoteRefund.json"] = quoted([installment(2), installment(3)]);
    const { body } = await get(check);
    expect(body).toMatch(/Échéance du 3 mars 2027, annulée/);
    expect(body).toMatch(/Échéance du 3 févr\. 2027, annulée/);
    expect(body).toMatch(/6,00\s€ d’échéances, me rembourser 1,40/);
    expect(body).toContain("carte se terminant par 0014");
    expect(body).toMatch(/<input(?=[^>]*name="amount")[^>]*value="740"/);
    says["/Order/quoteRefund.json"] = quoted([installment(2), installment(3), installment(4)]);
    const reduced = (await get(check)).body;
    expect(reduced).toMatch(/Échéance du 3 févr\. 2027, réduite à 1,60/);
    expect(reduced).toContain("Rien n’est versé");
    expect(reduced).not.toContain("carte se terminant par 0014");
  });

  // covers: a customer who paid by debit sees from which day on the refund is transferred
  it("names the day from which a debit is paid back, before the request and after it", async () => {
    const destinations = [{ method: "TRANSFER" as const, lastDigits: null, from: "2027-02-11" }];
    const nothingOpen = { remaining: euros(1100), open: [], collectable: null };
    says["/Order/quoteRefund.json"] = ok({ tickets: [ticket("t1")], ...nothingOpen, destinations });
    const { body } = await get("/fr/account/invoices?order=o1&refund=1&check=1&ticket=t1");
    expect(body).toMatch(/Par virement sur le compte prélevé, à partir du 11 févr\. 2027/);
    const refund = { refundId: "r1", amount: euros(740), dropped: [], requestedAt: "2026-11-24T09:00:00.000Z" };
    const refunds = [{ ...refund, sentAt: null, sendFrom: "2027-02-11", creditNoteNumber: "A-DEMO-2026-000001" }];
    says["/Order/getOrders.json"] = ok({ items: [{ ...order, refunds }] });
    expect((await get("/fr/account/invoices?order=o1")).body).toContain("virement à partir du 11 févr. 2027");
  });

  it("lists a refund that only dropped installments without an amount", async () => {
    const dropped = [{ position: 3, collectedOn: "2027-03-03", dropped: euros(300), left: euros(0) }];
    const refund = {
      refundId: "r1",
      amount: euros(0),
      dropped,
      requestedAt: "2026-11-24T09:00:00.000Z",
      sentAt: null,
      sendFrom: null,
    };
    const refunds = [{ ...refund, creditNoteNumber: "A-DEMO-2026-000001" }];
    says["/Order/getOrders.json"] = ok({ items: [{ ...order, refunds }] });
    const { body } = await get("/fr/account/invoices?order=o1&refunded=r1");
    expect(body).toContain("Échéances annulées ou réduites");
    expect(body).toContain("Billets annulés, échéances mises à jour");
  });

  // covers: a guest requests a refund with the link of an e-mail, without a session
  it("works with the link of a guest's e-mail, which stays in every address", async () => {
    says["/Order/readLinked.json"] = ok({ order });
    const link = "order=o1&until=2027-01-01T00%3A00%3A00.000Z&link=signed";
    const shown = await getWith(`/fr/account/invoices?${link}`, {});
    expect(shown.body).toContain(`/fr/account/invoices?${link.replaceAll("&", "&amp;")}&amp;refund=1`);
    const { body } = await getWith(`/fr/account/invoices?${link}&refund=1`, {});
    expect(body).toMatch(/<input(?=[^>]*name="link")[^>]*value="signed"/);
    expect(shop.asked("/Order/quoteRefund.json")?.values).toMatchObject({ linkSignature: "signed" });
    says["/Order/requestRefund.json"] = ok({
      ...{ refundId: "r1", amount: euros(740), dropped: [], paidBack: euros(740), creditNoteNumber: "A-1" },
    });
    const form = { what: "refund", ticket: "t1", amount: "740", currency: "EUR" };
    const asked = await postWith(`/fr/account/invoices?${link}&refund=1&ticket=t1`, form, {});
    expect(asked.headers.location).toBe(`/fr/account/invoices?${link}&refunded=r1`);
  });
});

describe("a refund that the card refused", () => {
  const toAccount = { amount: euros(740), state: "needs-account", cause: "card", reason: null, account: null };
  const refusedOrder = { ...order, history: [{ at: "2026-11-24T09:00:00.000Z", event: "refund-needs-account" }] };
  const link = "order=o1&until=2027-01-01T00%3A00%3A00.000Z&link=signed";
  const form = { what: "refund-account", holder: "Léa Morel", iban: "FR76 3000 6000 0112 3456 7890 189" };

  // covers: a customer enters a bank account for a refund that the card refused, and sees where the money is
  it("leads from the order to the form, and is shown while it is checked and when it is transferred", async () => {
    says["/Order/getOrders.json"] = ok({ items: [refusedOrder] });
    says["/Order/readRefundAccount.json"] = ok({ refunds: [toAccount] });
    const shown = await get("/fr/account/invoices?order=o1");
    expect(shown.body).toContain("la carte utilisée ne peut plus être créditée");
    expect(shown.body).toContain("/fr/account/invoices?order=o1&amp;account=1");
    const entered = { ...toAccount, state: "checking", account: "FR•• •••• 0189" };
    says["/Order/readRefundAccount.json"] = ok({ refunds: [entered] });
    expect((await get("/fr/account/invoices?order=o1")).body).toContain("nous vérifions le compte FR•• •••• 0189");
    says["/Order/readRefundAccount.json"] = ok({ refunds: [{ ...entered, state: "transferred" }] });
    const { body } = await get("/fr/account/invoices?order=o1");
    expect(body).toContain("virés sur le compte FR•• •••• 0189");
    expect(body).not.toContain("account=1");
  });

  it("asks a guest with the link of the e-mail for holder and IBAN alone, and says what is wrong with them", async () => {
    says["/Order/readLinked.json"] = ok({ order: refusedOrder });
    says["/Order/readRefundAccount.json"] = ok({ refunds: [toAccount] });
    const { body } = await getWith(`/fr/account/invoices?${link}&account=1`, {});
    expect(body).toMatch(/<input(?=[^>]*name="iban")/);
    expect(body).not.toContain('name="currentPassword"');
    const empty = await postWith(`/fr/account/invoices?${link}&account=1`, { ...form, iban: "" }, {});
    expect([empty.statusCode, empty.body]).toEqual([422, expect.stringContaining("Indiquez l’IBAN.")]);
    says["/Order/enterRefundAccount.json"] = ko(400, "IBAN_INVALID");
    const wrong = await postWith(`/fr/account/invoices?${link}&account=1`, form, {});
    expect(wrong.body).toContain("Cet IBAN est incomplet ou contient une erreur");
    expect(wrong.body).toMatch(/<input(?=[^>]*name="holder")[^>]*value="Léa Morel"/);
    says["/Order/enterRefundAccount.json"] = ok({ refunds: [toAccount] });
    const entered = await postWith(`/fr/account/invoices?${link}&account=1`, form, {});
    expect(entered.headers.location).toBe(`/fr/account/invoices?${link}`);
    expect(shop.asked("/Order/enterRefundAccount.json")?.values).toMatchObject({
      ...{ orderId: "o1", holder: "Léa Morel", iban: form.iban, linkSignature: "signed" },
    });
  });
});
