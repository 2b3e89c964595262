import type { Language } from "@guichet/contract/locales.ts";
import { moreSubscriptionLetters } from "./subscription-letters-more.ts";
import { month, type SubscriptionLetters, see } from "./subscription-said.ts";

/** The letters of tacit subscriptions: the notice that the law asks for in a frame of its own, what ended, what is owed. */
export const subscriptionLetters: Readonly<Record<Language, SubscriptionLetters>> = {
  fr: {
    "subscription-renewal": (values, say) => ({
      subject: `${values.name} : reconduction le ${say.day(values.startsOn)} – ${say.network}`,
      preheader: "Vous pouvez la refuser en ligne, sans frais. La date limite est dans ce message.",
      title: "Votre abonnement va être reconduit",
      blocks: [
        `L’abonnement ${values.name} de ${values.traveller} arrive à son terme le ${say.day(values.lastDay)}. Sans action de votre part, il est reconduit à partir du ${say.day(values.startsOn)}.`,
        {
          rows: [
            ...(values.before === null ? [] : ([["Prix jusqu’ici", say.money(values.before)]] as const)),
            ["Prix de la prochaine période", say.money(values.amount)],
            ["Prélèvement à partir du", say.day(values.debitOn)],
          ],
        },
        {
          box: `Vous pouvez refuser la reconduction jusqu’au ${say.day(values.until)} inclus, en ligne et sans frais.`,
        },
      ],
      ...see("Gérer mon abonnement", values, say),
    }),
    "subscription-not-renewed": (values, say) => ({
      subject: `${values.name} : fin le ${say.day(values.lastDay)} – ${say.network}`,
      preheader: "Votre abonnement ne pourra pas être reconduit. Rien d’autre ne sera prélevé.",
      title: "Votre abonnement ne sera pas reconduit",
      blocks: [
        {
          ARTICLE_WITHDRAWN: `L’abonnement ${values.name} n’est plus proposé : celui de ${values.traveller} ne peut pas être reconduit.`,
          TRAVELLER_NOT_ELIGIBLE: `${values.traveller} n’aura plus droit à l’abonnement ${values.name} à la prochaine période : l’âge ou le statut ne convient plus.`,
          DOCUMENT_MISSING: `Il manque un document valable pour reconduire l’abonnement ${values.name} de ${values.traveller}. Envoyez-le dans votre compte, puis reprenez l’abonnement avant son terme.`,
        }[values.reason],
        `Ce qui est payé reste valable jusqu’au ${say.day(values.lastDay)}. Rien d’autre ne sera prélevé.`,
      ],
      ...see("Voir mon abonnement", values, say),
    }),
    "subscription-blocked": (values, say) => ({
      subject: `${values.name} : ${say.money(values.amount)} à régler – ${say.network}`,
      preheader: "Le paiement n’est pas passé. Changez de moyen de paiement en ligne.",
      title: "Votre abonnement est bloqué",
      blocks: [
        {
          DEBIT_REFUSED: `Votre banque n’a pas payé ${say.money(values.amount)} pour l’abonnement ${values.name} de ${values.traveller} (commande ${values.orderNumber}).`,
          PAYMENT_METHOD_EXPIRED: `La carte qui paie l’abonnement ${values.name} de ${values.traveller} n’est plus valable : ${say.money(values.amount)} restent à payer (commande ${values.orderNumber}).`,
          PAYMENT_METHOD_MISSING: `Aucune carte n’est enregistrée pour payer l’abonnement ${values.name} de ${values.traveller} : ${say.money(values.amount)} restent à payer (commande ${values.orderNumber}).`,
        }[values.reason],
        ...(values.nextTryOn === null ? [] : [`Nous essaierons de nouveau le ${say.day(values.nextTryOn)}.`]),
        `Choisissez un autre moyen de paiement : ce qui est dû est alors réglé aussitôt. Sans paiement, l’abonnement prend fin le ${say.day(values.endsOn)}.`,
      ],
      ...see("Changer de moyen de paiement", values, say),
    }),
    "subscription-ended": (values, say) => ({
      subject: `${values.name} : résiliation confirmée – ${say.network}`,
      preheader: "Gardez ce message : il dit quand votre abonnement prend fin, et avec quel effet.",
      title: "Votre abonnement est résilié",
      blocks: [
        {
          AT_END: `L’abonnement ${values.name} de ${values.traveller} prend fin le ${say.day(values.lastDay)}. Il reste valable jusqu’à ce jour inclus, puis plus rien ne sera prélevé. Jusque-là, vous pouvez revenir sur la résiliation.`,
          AT_ONCE: `L’abonnement ${values.name} de ${values.traveller} a pris fin. Ce qui était dû n’est plus demandé, et plus rien ne sera prélevé.`,
          REFUNDED: `L’abonnement ${values.name} de ${values.traveller} a pris fin avant d’avoir commencé. Ses titres sont annulés, et un avoir se trouve dans votre compte.`,
          UNPAID: `L’abonnement ${values.name} de ${values.traveller} a pris fin, car il est resté impayé. Plus rien ne sera prélevé.`,
        }[values.effect],
        ...(values.refund === null ? [] : [`Nous vous remboursons ${say.money(values.refund)}.`]),
      ],
      ...see("Voir mon abonnement", values, say),
    }),
    "subscription-taken-back": (values, say) => ({
      subject: `${values.name} : votre abonnement continue – ${say.network}`,
      preheader: "La résiliation est annulée.",
      title: "Votre abonnement continue",
      blocks: [
        `La résiliation de l’abonnement ${values.name} de ${values.traveller} est annulée. Il sera reconduit à partir du ${say.day(values.startsOn)}, avec un prélèvement à partir du ${say.day(values.debitOn)}.`,
      ],
      ...see("Voir mon abonnement", values, say),
    }),
    "subscription-card-expiring": (values, say) => ({
      subject: `${values.name} : votre carte arrive à expiration – ${say.network}`,
      preheader: "Changez de moyen de paiement pour que l’abonnement continue.",
      title: "Votre carte arrive à expiration",
      blocks: [
        `La carte qui paie l’abonnement ${values.name} de ${values.traveller} n’est valable que jusqu’à la fin du mois ${month(values.expiresOn)}. Le prochain prélèvement est prévu le ${say.day(values.debitOn)}.`,
        "Choisissez un autre moyen de paiement, sans quoi l’abonnement sera bloqué.",
      ],
      ...see("Changer de moyen de paiement", values, say),
    }),
  },
  en: {
    "subscription-renewal": (values, say) => ({
      subject: `${values.name}: renewed on ${say.day(values.startsOn)} – ${say.network}`,
      preheader: "You can refuse it online, free of charge. The deadline is in this message.",
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
        { box: `You can refuse the renewal up to and including ${say.day(values.until)}, online and free of charge.` },
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
          AT_ONCE: `The subscription ${values.name} for ${values.traveller} has ended. What was due is no longer asked for, and nothing more will be taken.`,
          REFUNDED: `The subscription ${values.name} for ${values.traveller} has ended before it began. Its tickets are cancelled, and a credit note is in your account.`,
          UNPAID: `The subscription ${values.name} for ${values.traveller} has ended because it stayed unpaid. Nothing more will be taken.`,
        }[values.effect],
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
  },
  ...moreSubscriptionLetters,
};
