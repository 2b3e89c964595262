import { cannotRefuse, deadline, isDue, month, type SubscriptionEmails, see } from "./subscription-emails.ts";

export const subscriptionEmails: SubscriptionEmails = {
  "subscription-renewal": (values, say) => ({
    subject: `${values.name}: renewed on ${say.day(values.startsOn)} – ${say.network}`,
    preheader: cannotRefuse(values)
      ? "You can leave it online at any time, free of charge. This message says how."
      : "You can refuse it online, free of charge. The deadline is in this message.",
    title: "Your subscription is about to be renewed",
    blocks: [
      `The subscription ${values.name} for ${values.traveller} reaches its term on ${say.day(values.lastDay)}. Unless you act, it is renewed from ${say.day(values.startsOn)}.`,
      {
        rows: [
          ...(values.before === null ? [] : ([["Price so far", say.money(values.before)]] as const)),
          ["Price of the next period", say.money(values.amount)],
          ["Taken from", say.day(values.debitOn)],
        ],
      },
      ...deadline(
        values,
        {
          until: (day) => `You can refuse the renewal up to and including ${day}, online and free of charge.`,
          late: "This message reaches you later than the law provides: once the subscription is renewed, you can end it at any time, online and free of charge. What is paid for the days after is then refunded within 30 days.",
        },
        say,
      ),
    ],
    ...see("Manage my subscription", values, say),
  }),
  "subscription-not-renewed": (values, say) => ({
    subject: `${values.name}: ends on ${say.day(values.lastDay)} – ${say.network}`,
    preheader: "Your subscription cannot be renewed. Nothing more will be taken.",
    title: "Your subscription will not be renewed",
    blocks: [
      {
        ARTICLE_WITHDRAWN: `The subscription ${values.name} is no longer offered: that of ${values.traveller} cannot be renewed.`,
        TRAVELLER_NOT_ELIGIBLE: `${values.traveller} will no longer be entitled to the subscription ${values.name} in the next period: the age or the status no longer suits.`,
        DOCUMENT_MISSING: `A valid document is missing to renew the subscription ${values.name} for ${values.traveller}. Send it in from your account, then take the subscription up again before its end.`,
        CARD_UNUSABLE: `The transport card of ${values.traveller} cannot bear the subscription ${values.name} in the next period: it expires before, or is no longer in your account. With another card, take a new subscription.`,
      }[values.reason],
      `What is paid stays valid until ${say.day(values.lastDay)}. Nothing more will be taken.`,
    ],
    ...see("See my subscription", values, say),
  }),
  "subscription-blocked": (values, say) => ({
    subject: `${values.name}: ${say.money(values.amount)} to pay – ${say.network}`,
    preheader: "The payment did not go through. Change the way to pay online.",
    title: "Your subscription is blocked",
    blocks: [
      {
        DEBIT_REFUSED: `Your bank did not pay ${say.money(values.amount)} for the subscription ${values.name} for ${values.traveller} (order ${values.orderNumber}).`,
        PAYMENT_METHOD_EXPIRED: `The card that pays the subscription ${values.name} for ${values.traveller} has expired: ${say.money(values.amount)} is still to be paid (order ${values.orderNumber}).`,
        PAYMENT_METHOD_MISSING: `No card is kept to pay the subscription ${values.name} for ${values.traveller}: ${say.money(values.amount)} is still to be paid (order ${values.orderNumber}).`,
        MANDATE_REQUIRED: `No mandate that you signed covers the renewals of the subscription ${values.name} for ${values.traveller}: ${say.money(values.amount)} is still to be paid (order ${values.orderNumber}). Sign a new mandate, or pay in another way.`,
      }[values.reason],
      ...(values.nextTryOn === null ? [] : [`We will try again on ${say.day(values.nextTryOn)}.`]),
      `Choose another way to pay: what is due is then settled at once. Unpaid, the subscription ends on ${say.day(values.endsOn)}.`,
    ],
    ...see("Change the way to pay", values, say),
  }),
  "subscription-ended": (values, say) => ({
    subject: `${values.name}: termination confirmed – ${say.network}`,
    preheader: "Keep this message: it says when your subscription ends, and with what effect.",
    title: "Your subscription is terminated",
    blocks: [
      {
        AT_END: `The subscription ${values.name} for ${values.traveller} ends on ${say.day(values.lastDay)}. It stays valid up to and including that day; nothing more will be taken after it. Until then you can take the termination back.`,
        AT_ONCE: `The subscription ${values.name} for ${values.traveller} has ended. ${isDue(values) ? "Nothing more is renewed." : "What was due is no longer asked for, and nothing more will be taken."}`,
        REFUNDED: `The subscription ${values.name} for ${values.traveller} has ended before it began. Its tickets are cancelled, and a credit note is in your account.`,
        REST_REFUNDED: `The subscription ${values.name} for ${values.traveller} ends on ${say.day(values.lastDay)}. It stays valid up to and including that day, and nothing more will be taken. A credit note for the days after is in your account.`,
        UNPAID: `The subscription ${values.name} for ${values.traveller} has ended because it stayed unpaid. Nothing more will be taken.`,
      }[values.effect],
      ...(isDue(values)
        ? [`Order ${values.due}, whose debit came back unpaid, remains due: you find it in your account.`]
        : []),
      ...(values.refund === null ? [] : [`We are refunding ${say.money(values.refund)} to you.`]),
    ],
    ...see("See my subscription", values, say),
  }),
  "subscription-taken-back": (values, say) => ({
    subject: `${values.name}: your subscription goes on – ${say.network}`,
    preheader: "The termination has been taken back.",
    title: "Your subscription goes on",
    blocks: [
      `The termination of the subscription ${values.name} for ${values.traveller} has been taken back. It will be renewed from ${say.day(values.startsOn)}, with a payment taken from ${say.day(values.debitOn)}.`,
    ],
    ...see("See my subscription", values, say),
  }),
  "subscription-card-expiring": (values, say) => ({
    subject: `${values.name}: your card is about to expire – ${say.network}`,
    preheader: "Change the way to pay so that the subscription goes on.",
    title: "Your card is about to expire",
    blocks: [
      `The card that pays the subscription ${values.name} for ${values.traveller} is only good until the end of ${month(values.expiresOn)}. The next payment is due on ${say.day(values.debitOn)}.`,
      "Choose another way to pay, or the subscription will be blocked.",
    ],
    ...see("Change the way to pay", values, say),
  }),
  "subscription-mandate": (values, say) => ({
    subject: `${values.name}: a new mandate to sign – ${say.network}`,
    preheader: "Without it we cannot debit the next renewal.",
    title: "A new mandate to sign",
    blocks: [
      `The subscription ${values.name} for ${values.traveller} is paid by direct debit. The mandate that you signed covers its first order only, not its renewals: we will debit nothing more under it.`,
      `Sign the mandate of the subscription online before ${say.day(values.debitOn)}, or choose another way to pay. Otherwise the subscription will be blocked when it is renewed.`,
    ],
    ...see("Sign the mandate", values, say),
  }),
};
