import { type CallName, calls } from "@guichet/contract/calls.ts";
import { sign } from "@guichet/contract/signature.ts";
import { z } from "zod";
import type { CrashWorld } from "./crash-world.ts";
import { counterClient } from "./crash-world.ts";
import { shopClient } from "./test-api.ts";
import type { TestPerson } from "./test-people.ts";
import { cards } from "./test-purchase.ts";

const Handler = z.object({
  status: z.enum(["ok", "ko"]),
  orderId: z.string().optional(),
  paymentUrl: z.string().optional(),
  outcome: z.string().optional(),
  use: z.object({ useId: z.string() }).optional(),
  card: z.object({ ID: z.string() }).optional(),
  mandate: z.object({ reference: z.string(), digest: z.string() }).nullish(),
  error: z.object({ code: z.string() }).optional(),
});
type Handler = z.infer<typeof Handler>;

/** A customer who asks a Ticket API that may end at any moment: an answer that never came is undefined, and they go on. */
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

  /** The same customer, with the same key, asking another process. */
  at(api: string): CrashCustomer {
    return new CrashCustomer(this.#world, this.person, api, this.#key);
  }

  /** The next question reaches another process. */
  turnTo(api: string): void {
    this.#api = api;
  }

  async place(
    article: { productId: string; total: number; voucher?: string; installments?: number; cardId?: string },
    key = this.#key,
  ): Promise<Handler | undefined> {
    const { productId, total, voucher, installments, cardId } = article;
    const carrier = cardId === undefined ? { support: "DEMATERIALIZED" } : { support: "MEDIA", mediaId: cardId };
    const answer = await this.#ask(
      "placeOrder",
      {
        articles: [{ quantity: 2, productId, customerId: this.person.userId, ...carrier }],
        ...(voucher === undefined ? {} : { vouchers: [voucher] }),
        paymentMethod: "CARD",
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

  /** Buys by a debit of this account: keeps it, reads the mandate, signs it. */
  async placeByDebit(iban: string): Promise<Handler | undefined> {
    const kept = await this.#ask("registerBankAccount", { iban, holder: "Ana Silva" }, crypto.randomUUID());
    const totalAmount = { amount: 300, currency: "EUR" };
    const paid = { totalAmount, paymentMethod: "TRANSFER", installments: 1 };
    const shown = await this.#ask("previewInstallments", { ...paid, period: "P1M" }, crypto.randomUUID());
    if (kept?.card === undefined || !shown?.mandate) throw new Error("No account was kept, or no mandate shown");
    const { reference, digest } = shown.mandate;
    const articles = [{ quantity: 2, productId: "debited", customerId: this.person.userId, support: "DEMATERIALIZED" }];
    const signed = { cardId: kept.card.ID, mandate: { reference, digest } };
    const accepted = { termsAccepted: true, over18Accepted: false, returnUrl: "/cart" };
    const answer = await this.#ask("placeOrder", { articles, ...paid, ...signed, ...accepted }, this.#key);
    this.orderId = answer?.orderId ?? this.orderId;
    return answer;
  }

  /** Says that a card is lost; again, when nobody answered. */
  declare = async (mediaId: string) =>
    this.#ask("declareMediaIncident", { mediaId, incident: "lost", confirmed: true }, crypto.randomUUID());

  /** Buys over the counter, in cash. */
  async buyAtCounter(): Promise<Handler | undefined> {
    const articles = [{ quantity: 2, productId: "single", customerId: this.person.userId, support: "DEMATERIALIZED" }];
    const totalAmount = { amount: 300, currency: "EUR" };
    const values = { articles, totalAmount, paymentMethod: "CASH", paid: true, originType: "WEB_SCOOP" };
    return this.#ask("createOrder", values, this.#key, counterClient);
  }

  /** Asks for the page where a part that came back is paid. */
  async payPart(): Promise<Handler | undefined> {
    const asked = { orderId: this.orderId, position: 2, returnUrl: "/account/invoices" };
    const answer = await this.#ask("payInstallment", asked, crypto.randomUUID());
    this.paymentUrl = answer?.paymentUrl;
    return answer;
  }

  /** Uses a ticket. */
  punch = async (ticketId: string, key: string) => this.#ask("punchTicket", { ticketId }, key);

  acknowledge = async () => this.#ofOrder("acknowledgePayment");
  cancel = async () => this.#ofOrder("cancelOrder");

  /** What the customer does on the provider's page; a page that is closed, or a provider that is gone, is no matter. */
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

  async #ofOrder(name: "acknowledgePayment" | "cancelOrder"): Promise<Handler | undefined> {
    return this.orderId === undefined ? undefined : this.#ask(name, { orderId: this.orderId }, crypto.randomUUID());
  }

  async #ask(name: CallName, values: object, key: string, client = shopClient): Promise<Handler | undefined> {
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
      return Handler.parse(await answer.json());
    } catch (error) {
      // fetch's own failure: nobody is there any more.
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  }
}
