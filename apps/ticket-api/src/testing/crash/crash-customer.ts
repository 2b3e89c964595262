import { type CallName, calls } from "@guichet/contract/calls.ts";
import { sign } from "@guichet/contract/signature.ts";
import { z } from "zod";
import { later, minutesMs } from "../../clock.ts";
import { upsertSavedCard } from "../../payment-records/saved-method-store.ts";
import { testAccount, testProvider } from "../providers/test-provider.ts";
import { shopClient } from "../test-api.ts";
import type { TestPerson } from "../test-people.ts";
import { cards } from "../test-purchase.ts";
import type { CrashWorld } from "./crash-world.ts";
import { counterClient } from "./crash-world.ts";

const ReplyBody = z.object({
  status: z.enum(["ok", "ko"]),
  orderId: z.string().optional(),
  paymentUrl: z.string().optional(),
  outcome: z.string().optional(),
  use: z.object({ useId: z.string() }).optional(),
  card: z.object({ ID: z.string() }).optional(),
  mandate: z.object({ reference: z.string(), digest: z.string() }).nullish(),
  error: z.object({ code: z.string() }).optional(),
});
type ReplyBody = z.infer<typeof ReplyBody>;

/** A customer of a Ticket API that may die at any moment: a missing response is undefined, and the customer continues. */
export class CrashCustomer {
  readonly person: TestPerson;
  readonly #world: CrashWorld;
  readonly #key: string;
  #api: string;
  orderId: string | undefined;
  paymentUrl: string | undefined;

  constructor(world: CrashWorld, person: TestPerson, api: string, key: string = crypto.randomUUID()) {
    this.#key = key;
    this.#world = world;
    this.person = person;
    this.#api = api;
  }

  /** The same customer with the same key, at another process. */
  at(api: string): CrashCustomer {
    return new CrashCustomer(this.#world, this.person, api, this.#key);
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
    const { id: session, paymentUrl } = await testProvider(deps).create({
      ...{ reference, orderId: reference, merchant: "Network north", language: "fr", capture: "automatic" },
      ...{ amount: { amount: 0, currency: "EUR" }, saveMethod: true, customer: accountId, purpose: "save" },
      ...{ returnUrl: "http://127.0.0.1:1/", notifyUrl: "http://127.0.0.1:1/" },
      expiresAt: later(deps.clock.now(), minutesMs(25)).toISOString(),
    });
    this.paymentUrl = paymentUrl;
    await this.pay();
    const method = (await testProvider(deps).get(session))?.method;
    if (method?.savedId === undefined) throw new Error("No card was saved");
    const at = { savedId: method.savedId, providerAccount: testAccount };
    const card = { ...method, ...at, networkId: "north", accountId, id: deps.ids.uuid() };
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

  async #ask(name: CallName, values: object, key: string, client = shopClient): Promise<ReplyBody | undefined> {
    const sent = { networkId: "north", ...values };
    try {
      const answer = await fetch(new URL(calls[name].path, this.#api), {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${this.person.token}`,
          "x-client": client.id,
          "idempotency-key": key,
        },
        body: JSON.stringify({ ...sent, signature: sign(sent, client.key) }),
      });
      return ReplyBody.parse(await answer.json());
    } catch (error) {
      // fetch fails when the process has died.
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  }
}
