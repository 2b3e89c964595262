import type { PaymentMethod, PaymentOption } from "@guichet/contract/catalogue.ts";

/** Payment methods of a network and the selling client: DEPOSIT and CASH are recorded at a counter only (§5). */
export interface PaymentOffer {
  methods: readonly PaymentMethod[];
  transferPayments: boolean;
  multipleInstallments: boolean;
  counter: boolean;
}

/**
 * Payment options common to all these articles (§5: same installments, a common method), limited to those of the network and the
 * seller, fewest installments first. Several installments are only shared with the same period. Empty: the articles cannot be
 * paid together. For a subscription only options that allow one.
 */
export function sharedOptions(
  articles: readonly { paymentOptions: readonly PaymentOption[] }[],
  offer: PaymentOffer,
  subscription = false,
): PaymentOption[] {
  const [first, ...others] = articles.map(({ paymentOptions }) =>
    offered(mergedOptions(paymentOptions), offer, subscription),
  );
  const shared = (first ?? []).flatMap((option) => {
    const counterparts = others.map((options) => options.find((candidate) => isSame(candidate, option)));
    const common = option.paymentMethods.filter((method) =>
      counterparts.every((counterpart) => counterpart?.paymentMethods.includes(method)),
    );
    const allowSubscription = option.allowSubscription && counterparts.every((other) => other?.allowSubscription);
    return common.length === 0 ? [] : [{ ...option, paymentMethods: common, allowSubscription }];
  });
  return shared.sort((a, b) => a.installments - b.installments);
}

/**
 * Payment options for an amount in minor units: each installment is at least one unit, so that two cents allow at most two
 * installments. Options that become equal are merged.
 */
export function payableOptions(options: readonly PaymentOption[], amount: number): PaymentOption[] {
  const cut = options.map((option) => ({
    ...option,
    installments: Math.min(option.installments, Math.max(1, amount)),
  }));
  return mergedOptions(cut).sort((a, b) => a.installments - b.installments);
}

/** Whether a payment method with this number of installments is among the options. */
export function isOffered(options: readonly PaymentOption[], method: PaymentMethod, installments: number): boolean {
  return options.some((option) => option.installments === installments && option.paymentMethods.includes(method));
}

/** Merges options that are equal apart from the method: an article may state one option per method. */
export function mergedOptions(options: readonly PaymentOption[]): PaymentOption[] {
  const found: PaymentOption[] = [];
  for (const option of options) {
    const place = found.findIndex(
      (other) => isSame(other, option) && other.allowSubscription === option.allowSubscription,
    );
    const earlier = found[place];
    if (earlier === undefined) found.push(option);
    else
      found[place] = {
        ...earlier,
        paymentMethods: [...new Set([...earlier.paymentMethods, ...option.paymentMethods])],
      };
  }
  return found;
}

function offered(options: readonly PaymentOption[], offer: PaymentOffer, subscription: boolean): PaymentOption[] {
  return options
    .filter(({ installments }) => installments === 1 || offer.multipleInstallments)
    .filter(({ allowSubscription }) => allowSubscription || !subscription)
    .map((option) => ({ ...option, paymentMethods: option.paymentMethods.filter((method) => isTaken(method, offer)) }))
    .filter(({ paymentMethods }) => paymentMethods.length > 0);
}

function isTaken(method: PaymentMethod, { methods, transferPayments, counter }: PaymentOffer): boolean {
  if (method === "DEPOSIT" || method === "CASH") return counter;
  return methods.includes(method) && (method !== "TRANSFER" || transferPayments);
}

function isSame(a: PaymentOption, b: PaymentOption): boolean {
  return a.installments === b.installments && (a.installments === 1 || a.period === b.period);
}
