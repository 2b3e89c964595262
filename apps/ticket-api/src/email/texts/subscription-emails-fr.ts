import { cannotRefuse, deadline, isDue, month, type SubscriptionEmails, see } from "./subscription-emails.ts";

export const subscriptionEmails: SubscriptionEmails = {
  "subscription-renewal": (values, say) => ({
    subject: `${values.name} : reconduction le ${say.day(values.startsOn)} – ${say.network}`,
    preheader: cannotRefuse(values)
      ? "Vous pouvez la quitter en ligne à tout moment, sans frais. Comment : dans ce message."
      : "Vous pouvez la refuser en ligne, sans frais. La date limite est dans ce message.",
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
      ...deadline(
        values,
        {
          until: (day) => `Vous pouvez refuser la reconduction jusqu’au ${day} inclus, en ligne et sans frais.`,
          late: "Ce message vous parvient plus tard que la loi ne le prévoit : une fois l’abonnement reconduit, vous pouvez y mettre fin à tout moment, en ligne et sans frais. Ce qui est payé pour les jours suivants vous est alors remboursé sous 30 jours.",
        },
        say,
      ),
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
        CARD_UNUSABLE: `La carte de transport de ${values.traveller} ne pourra pas porter l’abonnement ${values.name} à la prochaine période : elle expire avant, ou n’est plus dans votre compte. Avec une autre carte, prenez un nouvel abonnement.`,
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
        MANDATE_REQUIRED: `Aucun mandat signé ne couvre les renouvellements de l’abonnement ${values.name} de ${values.traveller} : ${say.money(values.amount)} restent à payer (commande ${values.orderNumber}). Signez un nouveau mandat, ou payez autrement.`,
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
        AT_ONCE: `L’abonnement ${values.name} de ${values.traveller} a pris fin. ${isDue(values) ? "Plus rien ne sera renouvelé." : "Ce qui était dû n’est plus demandé, et plus rien ne sera prélevé."}`,
        REFUNDED: `L’abonnement ${values.name} de ${values.traveller} a pris fin avant d’avoir commencé. Ses titres sont annulés, et un avoir se trouve dans votre compte.`,
        REST_REFUNDED: `L’abonnement ${values.name} de ${values.traveller} prend fin le ${say.day(values.lastDay)}. Il reste valable jusqu’à ce jour inclus, et plus rien ne sera prélevé. Un avoir pour les jours suivants se trouve dans votre compte.`,
        UNPAID: `L’abonnement ${values.name} de ${values.traveller} a pris fin, car il est resté impayé. Plus rien ne sera prélevé.`,
      }[values.effect],
      ...(isDue(values)
        ? [
            `La commande ${values.due}, dont le prélèvement est revenu impayé, reste à régler : vous la trouvez dans votre compte.`,
          ]
        : []),
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
  "subscription-mandate": (values, say) => ({
    subject: `${values.name} : un nouveau mandat à signer – ${say.network}`,
    preheader: "Sans lui, nous ne pourrons pas prélever le prochain renouvellement.",
    title: "Un nouveau mandat à signer",
    blocks: [
      `L’abonnement ${values.name} de ${values.traveller} est payé par prélèvement. Le mandat que vous avez signé ne couvre que sa première commande, pas ses renouvellements : nous ne prélèverons plus rien sur lui.`,
      `Signez le mandat de l’abonnement en ligne avant le ${say.day(values.debitOn)}, ou choisissez un autre moyen de paiement. Sans cela, l’abonnement sera bloqué à son renouvellement.`,
    ],
    ...see("Signer le mandat", values, say),
  }),
};
