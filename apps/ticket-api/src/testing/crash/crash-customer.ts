import type { CallName } from "@guichet/contract/calls.ts";
import { later, minutesMs } from "../../clock.ts";
import { upsertSavedCard } from "../../payment-records/saved-method-store.ts";
import { counterClient, shopClient } from "../test-api.ts";
import type { TestPerson } from "../test-people.ts";
import { cards } from "../test-purchase.ts";
import { networkOf, type Protocol, providerAccountOf } from "./crash-protocols.ts";
import { askApi, type ReplyBody } from "./crash-request.ts";
import type { CrashStaff } from "./crash-staff.ts";
import type { CrashWorld } from "./crash-world.ts";

/** A customer of a Ticket API that may die at any moment: a missing response is undefined, and the customer continues. */
export class CrashCustomer {
  readonly person: TestPerson;
  /** How the network of this customer is paid. */
  readonly protocol: Protocol;
  readonly #world: CrashWorld;
  readonly #key: string;
  #api: string;
  #givenBack: string | undefined;
  #awaited: "order" | "goodwill" | undefined;
  orderId: string | undefined;
  paymentUrl: string | undefined;
  /** The refund that was acknowledged. */
  refundId: string | undefined;

  constructor(
    world: CrashWorld,
    person: TestPerson,
    api: string,
    { protocol = "stripe", key = crypto.randomUUID() }: { protocol?: Protocol; key?: string } = {},
  ) {
    this.#key = key;
    this.#world = world;
    this.person = person;
    this.protocol = protocol;
    this.#api = api;
  }

  /** The same customer with the same key, at another process. */
  at(api: string): CrashCustomer {
    return new CrashCustomer(this.#world, this.person, api, { protocol: this.protocol, key: this.#key });
  }

  /** Sends the next request to another process. */
  turnTo(api: string): void {
    this.#api = api;
  }

  async place(
    article: {
      productId: string;
      total: number;
      voucher?: string;
      installments?: number;
      cardId?: string;
      /** A saved payment card that is charged at once. */
      paymentCardId?: string;
    },
    key = this.#key,
  ): Promise<ReplyBody | undefined> {
    const { productId, total, voucher, installments, cardId, paymentCardId } = article;
    const carrier = cardId === undefined ? { support: "DEMATERIALIZED" } : { support: "MEDIA", mediaId: cardId };
    const answer = await this.#ask(
      "placeOrder",
      {
        articles: [{ quantity: 2, productId, customerId: this.person.userId, ...carrier }],
        ...(voucher === undefined ? {} : { vouchers: [voucher] }),
        paymentMethod: "CARD",
        ...(paymentCardId === undefined ? {} : { cardId: paymentCardId, chargeCard: true }),
        ...(installments === undefined ? {} : { installments }),
        termsAccepted: true,
        over18Accepted: false,
        totalAmount: { amount: total, currency: "EUR" },
        returnUrl: "/cart",
      },
      key,
    );
    this.orderId = answer?.orderId ?? this.orderId;
    this.paymentUrl = answer?.paymentUrl;
    return answer;
  }

  /** Saves a card at the provider; returns its id. */
  async saveCard(): Promise<string> {
    const { deps } = this.#world;
    const { accountId } = this.person;
    const reference = deps.ids.uuid();
    const [networkId, providerAccount] = [networkOf[this.protocol], providerAccountOf[this.protocol]];
    const provider = deps.payments.at(providerAccount);
    const { id: session, paymentUrl } = await provider.create({
      ...{ reference, orderId: reference, merchant: `Network ${networkId}`, language: "fr", capture: "automatic" },
      ...{ amount: { amount: 0, currency: "EUR" }, saveMethod: true, customer: accountId, purpose: "save" },
      ...{ returnUrl: "http://127.0.0.1:1/", notifyUrl: "http://127.0.0.1:1/" },
      expiresAt: later(deps.clock.now(), minutesMs(25)).toISOString(),
    });
    this.paymentUrl = paymentUrl;
    await this.pay();
    const method = (await provider.get(session))?.method;
    if (method?.savedId === undefined) throw new Error("No card was saved");
    const at = { savedId: method.savedId, providerAccount };
    const card = { ...method, ...at, networkId, accountId, id: deps.ids.uuid() };
    const row = { ...card, wanted: true, at: deps.clock.iso() };
    return (await deps.db.transaction().execute((tx) => upsertSavedCard(tx, row))).id;
  }

  /** Buys by direct debit from this account: saves it, reads the mandate, signs it. */
  async placeByDebit(iban: string): Promise<ReplyBody | undefined> {
    const kept = await this.#ask("registerBankAccount", { iban, holder: "Ana Silva" }, crypto.randomUUID());
    const totalAmount = { amount: 300, currency: "EUR" };
    const paid = { totalAmount, paymentMethod: "TRANSFER", installments: 1 };
    const shown = await this.#ask("previewInstallments", { ...paid, period: "P1M" }, crypto.randomUUID());
    if (kept?.card === undefined || !shown?.mandate) throw new Error("No account saved or no mandate shown");
    const { reference, digest } = shown.mandate;
    const articles = [{ quantity: 2, productId: "debited", customerId: this.person.userId, support: "DEMATERIALIZED" }];
    const signed = { cardId: kept.card.ID, mandate: { reference, digest } };
    const accepted = { termsAccepted: true, over18Accepted: false, returnUrl: "/cart" };
    const answer = await this.#ask("placeOrder", { articles, ...paid, ...signed, ...accepted }, this.#key);
    this.orderId = answer?.orderId ?? this.orderId;
    return answer;
  }

  /** Reports a card as lost, and again if there was no response. */
  declare = async (mediaId: string) =>
    this.#ask("declareMediaIncident", { mediaId, incident: "lost", confirmed: true }, crypto.randomUUID());

  /** Buys at the counter, in cash. */
  async buyAtCounter(): Promise<ReplyBody | undefined> {
    const articles = [{ quantity: 2, productId: "single", customerId: this.person.userId, support: "DEMATERIALIZED" }];
    const totalAmount = { amount: 300, currency: "EUR" };
    const values = { articles, totalAmount, paymentMethod: "CASH", paid: true, originType: "WEB_SCOOP" };
    return this.#ask("createOrder", values, this.#key, counterClient);
  }

  /** Opens the page where a returned installment is paid. */
  async payOneInstallment(): Promise<ReplyBody | undefined> {
    const asked = { orderId: this.orderId, position: 2, returnUrl: "/account/invoices" };
    const answer = await this.#ask("payInstallment", asked, crypto.randomUUID());
    this.paymentUrl = answer?.paymentUrl;
    return answer;
  }

  /** Returns the first ticket for what the quote states; asked again, the same ticket, if it is not refunded yet. */
  async giveBack(): Promise<void> {
    const quote = await this.#ask("quoteRefund", { orderId: this.orderId }, crypto.randomUUID());
    const ticket = quote?.tickets?.find(({ ticketId }) => ticketId === (this.#givenBack ?? ticketId));
    if (ticket === undefined || ticket.refusal !== null) return;
    this.#givenBack = ticket.ticketId;
    const asked = { orderId: this.orderId, ticketIds: [ticket.ticketId], amount: ticket.refund };
    const answer = await this.#ask("requestRefund", asked, crypto.randomUUID());
    this.refundId = answer?.refundId ?? this.refundId;
  }

  /** Has the staff refund the order, or give a part of it back. */
  async haveRefunded(staff: CrashStaff, api: string, scope: "order" | "goodwill"): Promise<void> {
    this.#awaited = scope;
    const answer = await staff.refund(api, networkOf[this.protocol], { orderId: this.orderId, scope });
    this.refundId = answer ?? this.refundId;
  }

  /** After a crash: what was to be refunded and is not yet is asked for again. */
  async insistOnRefund(staff: CrashStaff): Promise<void> {
    if (this.#givenBack !== undefined) await this.giveBack();
    if (this.#awaited === undefined) return;
    await staff.refundUnlessDone(this.#api, networkOf[this.protocol], { orderId: this.orderId, scope: this.#awaited });
  }

  /** Disputes the payment at the bank of the card. */
  async dispute(): Promise<void> {
    const session = new URL(this.paymentUrl ?? "").pathname.split("/").at(-1);
    await this.atProvider("/payment/stripe/disputes", { session });
  }

  /** Uses a ticket. */
  punch = async (ticketId: string, key: string) => this.#ask("punchTicket", { ticketId }, key);

  acknowledge = async () => this.#ofOrder("acknowledgePayment");
  cancel = async () => this.#ofOrder("cancelOrder");

  /** Pays on the provider's page; ignores a closed page or an unreachable provider. */
  async pay(card: string = cards.accepted): Promise<void> {
    if (this.paymentUrl === undefined) return;
    const session = new URL(this.paymentUrl).pathname.split("/").at(-1);
    await this.atProvider(`/payment/sessions/${session}/pay`, { card });
  }

  async atProvider(path: string, body: object): Promise<void> {
    const headers = { "content-type": "application/json" };
    await fetch(new URL(path, this.#world.sandbox().url), { method: "POST", headers, body: JSON.stringify(body) }).then(
      (answer) => answer.body?.cancel(),
      () => undefined,
    );
  }

  async #ofOrder(name: "acknowledgePayment" | "cancelOrder"): Promise<ReplyBody | undefined> {
    return this.orderId === undefined ? undefined : this.#ask(name, { orderId: this.orderId }, crypto.randomUUID());
  }

  #ask(name: CallName, values: object, key: string, client = shopClient): Promise<ReplyBody | undefined> {
    const network = networkOf[this.protocol];
    return askApi(this.#api, name, values, { network, token: this.person.token, key, client });
  }
}
