import { PDFDocument } from "@cantoo/pdf-lib";
import { sql } from "kysely";
import { recordAuditEntry } from "../staff/audit-entry-store.ts";
import { linkCard } from "../transport-card-records/transport-card-store.ts";
import { goodPassword, type PeopleApi } from "./people-api.ts";
import { testCard } from "./test-cards.ts";
import { debitNetwork, orderByDebit } from "./test-debits.ts";
import { scan, sendDocument } from "./test-documents.ts";
import { testArticle, testPack } from "./test-pack.ts";
import type { TestPerson } from "./test-people.ts";
import { orderOf, type Shop } from "./test-purchase.ts";
import { testStaff } from "./test-staff.ts";

const debitIban = "FR7630006000011234567890189";

/** A network in which a person can own one of each kind of record. */
export const belongingsPack = () =>
  testPack({
    articles: [
      testArticle({ id: "single", price: 150 }),
      testArticle({ id: "free", price: 0 }),
      testArticle({ id: "trips", price: 0, supports: ["MEDIA"], trips: 10 }),
      testArticle({ id: "young", price: 0, requiredDocuments: ["school"] }),
      testArticle({
        id: "month",
        price: 3200,
        renewalInterval: "P1M",
        paymentOptions: [{ paymentMethods: ["CARD"], allowSubscription: true }],
        validity: { from: "purchase", duration: "P1M" },
      }),
      testArticle({
        id: "letter",
        price: 500,
        supports: ["SHIPPING"],
        fields: [{ id: "school", type: "text", label: { fr: "École" }, required: false }],
      }),
      testArticle({
        id: "parts",
        price: 900,
        paymentOptions: [
          { paymentMethods: ["CARD", "TRANSFER"], installments: 3, period: "P1M" },
          { paymentMethods: ["TRANSFER"] },
        ],
      }),
    ],
    documentTypes: ["school", "income"].map((id) => ({ id, name: { fr: id } })),
    vouchers: [{ code: "MINUS50", type: "AMOUNT", amount: 50 }],
    network: {
      ...debitNetwork,
      switches: { ...debitNetwork.switches, subscriptions: true, mediaSignin: true },
      shippingFee: { productId: "post", name: { fr: "Envoi" }, price: 250 },
    },
  });

/**
 * A person who owns one of everything that Guichet stores about people: created through calls where they exist, otherwise as the module
 * writes it.
 */
export async function personWithEverything(
  shop: Shop,
  people: Omit<PeopleApi, "close" | "sandbox">,
): Promise<TestPerson> {
  const { api } = shop;
  const { db, ids } = api.deps;
  const email = "everything@person.example";
  const first = await people.provedCustomer(email);
  await api.call(
    "updateAccount",
    {
      ...{ firstName: "Zorayda", lastName: "Quinte", birthDate: "1987-03-29", phone: "+33612345678", language: "fr" },
      contactEmail: "contact@person.example",
      address: { addressRoute: "17 rue", addressPostalCode: "80000", addressCity: "Amiens", addressState: "" },
    },
    { token: first.token },
  );
  const found = await sql<{ id: string }>`select id from account where email = ${email}`.execute(db);
  const accountId = found.rows[0]?.id ?? "";
  const entered = await api.call("login", { firebase_token: first.idToken, device: "Fairphone" });
  const person = { token: entered.body.user?.userToken ?? "", userId: first.user.userId, accountId, email };
  const { token } = person;
  await people.toolkit("update", {
    idToken: first.idToken,
    displayName: "Zora",
    photoUrl: "https://x.example/zora.png",
  });
  await people.toolkit("sendOobCode", { requestType: "PASSWORD_RESET", email });
  await people.toolkit("signInWithPassword", { email, password: `${goodPassword} not` });

  const buy = async (order: Record<string, unknown>) => {
    const asking = { token, idempotencyKey: crypto.randomUUID() };
    const { body } = await api.call("placeOrder", order, asking);
    if (body.error !== undefined) throw new Error(`Not bought: ${body.error.code}`);
    if (body.paymentUrl === undefined) return body.orderId;
    await shop.pay(body.paymentUrl);
    await api.call("acknowledgePayment", { orderId: body.orderId }, asking);
    await api.call("printOrder", { orderId: body.orderId }, { token });
    return body.orderId;
  };
  const refunded = await buy({
    ...orderOf(person, 100),
    vouchers: ["MINUS50"],
    invoiceEmail: "invoice@person.example",
  });
  const line = { productId: "letter", support: "SHIPPING", fields: { school: "Jules-Verne" } };
  const address = { addressRoute: "23 allée", addressPostalCode: "80000", addressCity: "Amiens", addressState: "" };
  await buy({ ...orderOf(person, 750, line), delivery: { fullname: "Zorayda Quinte", ...address } });
  await buy({ ...orderOf(person, 3200, { productId: "month", isSubscription: true }), keepCard: true });
  const debited = await orderByDebit(api, person, debitIban, { line: { productId: "parts" }, total: 900 });
  if (debited.body.error !== undefined) throw new Error(`Not debited: ${debited.body.error.code}`);

  const free = await buy(orderOf(person, 0, { productId: "free" }));
  const [ticket] = (await api.call("tickets", {}, { token })).body.items.filter(({ orderId }) => orderId === free);
  const { useId } = (await api.call("punchTicket", { ticketId: ticket?.ticketId ?? "" }, { token })).body.use;
  await api.call("agreeToGeolocation", { agreed: true }, { token });
  await api.call("sendGeolocation", { useId, latitude: 49.89, longitude: 2.29, accuracy: 12.4 }, { token });

  await api.call(
    "uploadMedia",
    {},
    { token, file: { bytes: await scan(300, 400), name: "me.jpg", type: "image/jpeg" } },
  );
  const sent = await sendDocument({ api }, token);
  await sendDocument({ api }, token, { document_type: "income" }, { bytes: await testPdf(), name: "notice.pdf" });
  const asked = { item_id: "young", document_ids: [sent.body.document.documentId] };
  await api.call("createDocumentsSubmission", asked, { token });

  const at = api.clock.iso();
  const card = await testCard(api.deps);
  await db.transaction().execute(async (tx) => {
    await linkCard(tx, { networkId: "north", id: card.id, accountId, travellerId: person.userId, at });
  });
  await api.call(
    "declareMediaIncident",
    { mediaId: card.id, incident: "lost", note: "On the bus", confirmed: true },
    { token },
  );
  await sql`insert into card_sign_in (token_hash, network_id, card_id, expires_at)
    values ('card-sign-in-digest', 'north', ${card.id}, ${at})`.execute(db);

  const child = ids.uuid();
  await sql`insert into traveller (id, network_id, account_id, is_holder, first_name, last_name, birth_date, created_at)
    values (${child}, 'north', ${accountId}, false, 'Ilker', 'Quinte', '2015-01-02', ${at})`.execute(db);
  await sql`insert into traveller_login (traveller_id, network_id, login_id, password_hash, tokens_valid_since, created_at)
    select ${child}, 'north', subject, 'digest-of-a-child', ${at}, ${at} from identity where account_id = ${accountId}`.execute(
    db,
  );
  await sql`insert into provider_grant (token_hash, network_id, provider_id, subject, person, authenticated_at, created_at, expires_at)
    select 'grant-digest', 'north', provider_id, subject, '{"given_name": "Zorayda"}', ${at}, ${at}, ${at}
    from identity where account_id = ${accountId}`.execute(db);
  await sql`insert into card_registration (id, network_id, account_id, status, asked, provider_account, created_at)
    values (${ids.uuid()}, 'north', ${accountId}, 'ended', '{}', 'stripe/main', ${at})`.execute(db);
  const orderRefundId = ids.uuid();
  await sql`insert into order_refund (id, network_id, order_id, scope, status, amount, currency, reason, created_at)
    values (${orderRefundId}, 'north', ${refunded}, 'goodwill', 'approved', 41, 'EUR', 'A train that did not come', ${at})`.execute(
    db,
  );
  await sql`insert into wallet_pass (ticket_id, wallet, network_id, language, added_at, changed_at)
    select id, 'apple', 'north', 'fr', ${at}, ${at} from ticket where account_id = ${accountId} limit 1`.execute(db);
  await sql`insert into wallet_pass_device (device_id, ticket_id, push_token, registered_at)
    select 'device-of-zorayda', ticket_id, 'push-of-zorayda', ${at} from wallet_pass`.execute(db);
  await sql`insert into order_refund_ticket (order_refund_id, ticket_id, amount)
    select ${orderRefundId}, id, 41 from ticket where account_id = ${accountId} limit 1`.execute(db);
  const [requestId, evidenceId] = [ids.uuid(), ids.uuid()];
  await sql`insert into refund_request (id, network_id, account_id, order_id, ticket_id, reason_id, status, requested_at, expected_on,
      decided_at, remark, order_refund_id)
    select ${requestId}, 'north', ${accountId}, ${refunded}, id, 'illness', 'accepted', ${at}, '2026-11-24', ${at}, 'A long illness',
      ${orderRefundId} from ticket where account_id = ${accountId} limit 1`.execute(db);
  await sql`insert into stored_file (id, network_id, account_id, content_type, content, created_at)
    values (${evidenceId}, 'north', ${accountId}, 'application/pdf', 'a sick note', ${at})`.execute(db);
  await sql`insert into refund_request_file (file_id, request_id, file_name, added_at)
    values (${evidenceId}, ${requestId}, 'sick-note-of-zorayda.pdf', ${at})`.execute(db);
  const campaignId = ids.uuid();
  const { staffId } = await testStaff(api, { north: ["admin"] });
  await sql`insert into compensation_campaign (id, network_id, status, name, reasons, from_day, to_day, articles, categories, lines,
      zones, kind, amount, currency, unpayable, drafted_by, drafted_at, started_by, started_at)
    values (${campaignId}, 'north', 'finished', 'Strike of October', '{"fr": "Grève"}', '2026-10-12', '2026-10-16', '{single}', '{}',
      '{}', '{}', 'fixed', 41, 'EUR', 'report', ${staffId}, ${at}, ${staffId}, ${at})`.execute(db);
  await sql`insert into compensation (id, network_id, campaign_id, ticket_id, order_id, article_id, name, days, amount, currency,
      status, refunded_amount, problem, done_at)
    select ${orderRefundId}, 'north', ${campaignId}, id, order_id, 'single', 'Ticket', 1, 41, 'EUR', 'paid', 41,
      'PARTLY_PAID', ${at} from ticket where order_id = ${refunded} limit 1`.execute(db);
  await sql`insert into order_refund_installment (order_refund_id, position, dropped_amount, left_amount)
    values (${orderRefundId}, 2, 17, 0)`.execute(db);
  await sql`insert into refund (id, order_refund_id, network_id, order_id, payment_id, amount, currency, created_at, given_at)
    select ${ids.uuid()}, ${orderRefundId}, 'north', order_id, id, 41, 'EUR', ${at}, ${at} from payment
    where order_id = ${refunded}`.execute(db);
  await sql`insert into refund_transfer (refund_id, network_id, order_id, status, cause, problem, requested_at, holder, iban, entered_at,
      approved_by, approved_at, transferred_at)
    select id, 'north', order_id, 'transferred', 'bank', 'The account is closed', ${at}, 'Zorayda Q.', 'FR7630006000011234567890189',
      ${at}, ${staffId}, ${at}, ${at} from refund where order_id = ${refunded}`.execute(db);
  await sql`insert into payment_discrepancy (id, network_id, kind, order_id, payment_id, provider_session, detail, found_at)
    select ${ids.uuid()}, 'north', 'answer', order_id, id, provider_session, '{"amount": "150 instead of 100"}', ${at}
    from payment where order_id = ${refunded}`.execute(db);
  await sql`insert into dispute (id, network_id, order_id, payment_id, provider_account, reference, state, reason, amount, currency,
      opened_at, read_at, decided_at)
    select ${ids.uuid()}, 'north', order_id, id, provider_account, 'du_belongings', 'won', 'fraudulent', 43, 'EUR', ${at}, ${at}, ${at}
    from payment where order_id = ${refunded}`.execute(db);
  await sql`insert into dispute_evidence (dispute_id, reference, state, requested_by, requested_at, document, fields)
    select id, ${ids.uuid()}, 'sending', ${ids.uuid()}, ${at}, ${Buffer.from(email)}, ${JSON.stringify({ customerEmail: email })}::jsonb
    from dispute where reference = 'du_belongings'`.execute(db);
  await sql`insert into failed_refund (provider_account, provider_refund, payment_id, reference, amount, currency, code, found_at)
    select provider_account, 're_belongings', id, 'rest:belongings', 41, 'EUR', 'lost_or_stolen_card', ${at} from payment
    where order_id = ${refunded}`.execute(db);
  await sql`insert into settlement_entry (provider_account, reference, kind, payment_id, amount, fee, currency, created_at, available_at)
    select provider_account, 'txn_belongings', 'payment', id, 43, 1, 'EUR', ${at}, ${at} from payment where order_id = ${refunded}`.execute(
    db,
  );
  await sql`insert into settlement_hold (order_id, network_id, provisional_until, held_at, settled_at)
    values (${refunded}, 'north', '2027-11-13', ${at}, ${at})`.execute(db);
  await sql`insert into unpaid_hold (order_id, network_id, account_id, address, taken_at)
    values (${refunded}, 'north', ${accountId}, '198.51.100.7', ${at})`.execute(db);
  await sql`insert into due_work (id, network_id, kind, key, payload, due_at, created_at)
    values (${ids.uuid()}, 'north', 'account-erasure', ${accountId}, '{}', '2027-12-01', ${at})`.execute(db);
  await sql`insert into termination_request (id, network_id, reference, number, first_name, last_name, email, contract, end_on, reason,
      language, requested_at, answered_at, account_id, subscription_id, code_hash, expires_at, confirmed_at, effect, last_day,
      refund_amount, refund_currency)
    select ${ids.uuid()}, 'north', 'R-K7QM2RT4', '2026-000003', 'Zorayda', 'Quinte', ${email}, 'Abonnement', '2027-01-31', 'Je déménage',
      'fr', ${at}, ${at}, ${accountId}, id, 'termination-digest', ${at}, ${at}, 'AT_END', '2027-01-19', 37, 'EUR'
    from subscription where account_id = ${accountId}`.execute(db);
  await sql`insert into merged_account (id, network_id, account_id, customer_number, email, merged_at)
    values (${ids.uuid()}, 'north', ${accountId}, 'K7QM2RXY', 'former@person.example', ${at})`.execute(db);
  const staff = await testStaff(api, { north: ["agent"] });
  await db.transaction().execute(async (tx) => {
    const act = { act: "order.refund", thing: refunded, accountId, reason: "Paid twice by mistake" };
    const changes = [{ field: "last-name", before: "Kinte", after: "Quinte" }] as const;
    await recordAuditEntry(tx, api.deps, { networkId: "north", staffId: staff.staffId, ...act, changes });
  });
  await sql`insert into agency (network_id, id, definition) values ('north', 'port', '{}')`.execute(db);
  await sql`insert into counter_sale (order_id, network_id, agency_id, staff_id, sale_key, method, reference, amount, sold_at)
    values (${refunded}, 'north', 'port', ${staff.staffId}, ${ids.uuid()}, 'CARD', '004711', 41, ${at})`.execute(db);
  const part = ids.uuid();
  await sql`insert into order_refund (id, network_id, order_id, scope, status, amount, currency, staff_id, reason, created_at)
    values (${part}, 'north', ${refunded}, 'tickets', 'approved', 7, 'EUR', ${staff.staffId}, 'One too many', ${at})`.execute(
    db,
  );
  await sql`insert into counter_refund (id, network_id, order_id, staff_id, reference, amount, refunded_at)
    values (${part}, 'north', ${refunded}, ${staff.staffId}, '004712', 7, ${at})`.execute(db);
  await sql`insert into counter_refund_line (line_id, counter_refund_id)
    select id, ${part}::uuid from order_line where order_id = ${refunded} limit 1`.execute(db);
  const code = ticket?.code ?? "";
  await api.call("checkTicket", { checkId: ids.uuid(), text: code }, { token: staff.token });
  await api.work.drain();
  await people.toolkit("sendOobCode", { requestType: "PASSWORD_RESET", email });
  return person;
}

async function testPdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage();
  return document.save();
}
