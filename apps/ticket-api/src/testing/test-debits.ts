import type { TestApi } from "./test-api.ts";
import type { TestPerson } from "./test-people.ts";
import { orderOf } from "./test-purchase.ts";

/** The part of a network's pack that enables direct debits. */
export const debitNetwork = {
  switches: { guestOrders: true, multipleInstallments: true, transferPayments: true },
  paymentMethods: ["CARD", "TRANSFER"],
  creditor: {
    name: "Regie du Nord",
    id: "FR48ZZZ594823",
    address: "1 rue de la Gare, 80000 Amiens",
    iban: "FR7630006000010000000000928",
  },
};

/** Saves a bank account of a person; returns its id. */
export async function giveAccount(api: TestApi, person: TestPerson, iban: string): Promise<string> {
  const { body } = await api.call("registerBankAccount", { iban, holder: "Ana Silva" }, { token: person.token });
  return body.card.ID;
}

/** A mandate as shown, signed by sending it back with the order; it covers a subscription (`covering`), or the order alone. */
export async function signed(
  api: TestApi,
  person: TestPerson,
  covering: { renews?: { productId: string }; subscriptionId?: string } = {},
): Promise<{ reference: string; digest: string }> {
  const totalAmount = { amount: 150, currency: "EUR" };
  const { body } = await api.call(
    "previewInstallments",
    { totalAmount, paymentMethod: "TRANSFER", installments: 1, period: "P1M", ...covering },
    { token: person.token },
  );
  if (body.mandate === null) throw new Error("No mandate was shown");
  const { reference, digest } = body.mandate;
  return { reference, digest };
}

/** Places an order that is paid from this account. */
export async function orderByDebit(
  api: TestApi,
  person: TestPerson,
  iban: string,
  {
    total = 150,
    line = {},
    ...more
  }: Record<string, unknown> & { total?: number; line?: Record<string, unknown> } = {},
) {
  const cardId = await giveAccount(api, person, iban);
  const { productId, isSubscription } = line;
  const mandate = await signed(api, person, isSubscription ? { renews: { productId: String(productId) } } : {});
  const request = { ...orderOf(person, total, line), paymentMethod: "TRANSFER" as const, cardId, mandate, ...more };
  return api.call("placeOrder", request, { token: person.token, idempotencyKey: crypto.randomUUID() });
}
