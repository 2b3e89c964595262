import type { Period } from "@guichet/contract/catalogue.ts";
import type { Language } from "@guichet/contract/locales.ts";

/** What a mandate for a subscription says of it, in the customer's language. */
export interface SubscriptionWording {
  creditor: string;
  name: string;
  interval: Period;
  /** The price of a period as it is today, formatted. */
  price: string;
}

/**
 * What a debtor signs, in the customer's language: whom they authorise to do what, and that they may ask their bank for the
 * money back (what the SEPA Core rulebook asks a mandate to say). One text for the payments of one order, one for a
 * subscription with its renewals. Kept to the letter with every mandate: a change here changes none that was signed.
 */
export const mandateWording: Readonly<
  Record<Language, { order(creditor: string): string; subscription(of: SubscriptionWording): string }>
> = {
  fr: {
    order: (creditor) =>
      `En signant ce mandat, vous autorisez ${creditor} à demander à votre banque de débiter votre compte, et votre banque à le débiter comme ${creditor} le lui demande, pour les seules échéances de cette commande. Vous pouvez vous faire rembourser par votre banque, aux conditions de la convention qui vous lie à elle, si vous en faites la demande dans les huit semaines qui suivent le débit.`,
    subscription: ({ creditor, name, interval, price }) =>
      `En signant ce mandat récurrent, vous autorisez ${creditor} à demander à votre banque de débiter votre compte, et votre banque à le débiter comme ${creditor} le lui demande, pour l’abonnement « ${name} » et pour lui seul : sa période en cours et chacun de ses renouvellements, ${periods.fr[interval]}, jusqu’à sa fin. Le prix d’une période est aujourd’hui de ${price}. Un prix plus élevé n’est débité que s’il vous a été annoncé par courriel ${notices.fr[interval]} au moins avant le renouvellement, que vous pouvez alors refuser. Chaque débit vous est annoncé cinq jours au moins avant sa date. Vous pouvez vous faire rembourser par votre banque, aux conditions de la convention qui vous lie à elle, si vous en faites la demande dans les huit semaines qui suivent le débit.`,
  },
  en: {
    order: (creditor) =>
      `By signing this mandate you authorise ${creditor} to ask your bank to debit your account, and your bank to debit it as ${creditor} asks, for the payments of this order only. You may have a debit refunded by your bank, under the terms of your agreement with it, if you ask within eight weeks of the day on which your account was debited.`,
    subscription: ({ creditor, name, interval, price }) =>
      `By signing this recurrent mandate you authorise ${creditor} to ask your bank to debit your account, and your bank to debit it as ${creditor} asks, for the subscription “${name}” only: its current period and each of its renewals, ${periods.en[interval]}, until it ends. The price of a period is ${price} today. A higher price is debited only if it was announced to you by e-mail at least ${notices.en[interval]} before the renewal, which you can then refuse. Each debit is announced to you at least five days before its date. You may have a debit refunded by your bank, under the terms of your agreement with it, if you ask within eight weeks of the day on which your account was debited.`,
  },
  ar: {
    order: (creditor) =>
      `بتوقيعكم هذا التفويض تأذنون لـ ${creditor} بأن تطلب من مصرفكم الخصم من حسابكم، وتأذنون لمصرفكم بالخصم منه وفق طلبها، لأقساط هذا الطلب وحدها. ويحق لكم استرداد المبلغ من مصرفكم وفق شروط اتفاقكم معه، إذا طلبتم ذلك خلال ثمانية أسابيع من تاريخ الخصم.`,
    subscription: ({ creditor, name, interval, price }) =>
      `بتوقيعكم هذا التفويض المتكرر تأذنون لـ ${creditor} بأن تطلب من مصرفكم الخصم من حسابكم، وتأذنون لمصرفكم بالخصم منه وفق طلبها، للاشتراك «${name}» وحده: لفترته الجارية ولكل تجديد من تجديداته، ${periods.ar[interval]}، إلى أن ينتهي. سعر الفترة اليوم ${price}. ولا يُخصم سعر أعلى منه إلا إذا أُعلن لكم بالبريد الإلكتروني قبل التجديد بما لا يقل عن ${notices.ar[interval]}، ولكم عندئذ أن ترفضوا التجديد. ويُعلن لكم كل خصم قبل تاريخه بخمسة أيام على الأقل. ويحق لكم استرداد المبلغ من مصرفكم وفق شروط اتفاقكم معه، إذا طلبتم ذلك خلال ثمانية أسابيع من تاريخ الخصم.`,
  },
  it: {
    order: (creditor) =>
      `Firmando questo mandato Lei autorizza ${creditor} a chiedere alla Sua banca di addebitare il Suo conto, e la Sua banca ad addebitarlo secondo le richieste di ${creditor}, per le sole scadenze di questo ordine. Può ottenere dalla Sua banca il rimborso di un addebito, alle condizioni del contratto che La lega ad essa, se lo chiede entro otto settimane dal giorno dell’addebito.`,
    subscription: ({ creditor, name, interval, price }) =>
      `Firmando questo mandato ricorrente Lei autorizza ${creditor} a chiedere alla Sua banca di addebitare il Suo conto, e la Sua banca ad addebitarlo secondo le richieste di ${creditor}, per il solo abbonamento «${name}»: il periodo in corso e ciascuno dei suoi rinnovi, ${periods.it[interval]}, fino al suo termine. Il prezzo di un periodo è oggi di ${price}. Un prezzo più alto è addebitato soltanto se Le è stato annunciato per e-mail almeno ${notices.it[interval]} prima del rinnovo, che può allora rifiutare. Ogni addebito Le è annunciato almeno cinque giorni prima della sua data. Può ottenere dalla Sua banca il rimborso di un addebito, alle condizioni del contratto che La lega ad essa, se lo chiede entro otto settimane dal giorno dell’addebito.`,
  },
  es: {
    order: (creditor) =>
      `Al firmar este mandato, usted autoriza a ${creditor} a pedir a su banco que cargue importes en su cuenta, y a su banco a cargarlos según lo pida ${creditor}, solo para los plazos de este pedido. Puede pedir a su banco el reembolso de un cargo, en las condiciones del contrato que tiene con él, dentro de las ocho semanas siguientes a la fecha del cargo.`,
    subscription: ({ creditor, name, interval, price }) =>
      `Al firmar este mandato recurrente, usted autoriza a ${creditor} a pedir a su banco que cargue importes en su cuenta, y a su banco a cargarlos según lo pida ${creditor}, solo para la suscripción «${name}»: su periodo en curso y cada una de sus renovaciones, ${periods.es[interval]}, hasta que termine. El precio de un periodo es hoy de ${price}. Un precio más alto solo se carga si se le ha anunciado por correo electrónico al menos ${notices.es[interval]} antes de la renovación, que entonces puede rechazar. Cada cargo se le anuncia al menos cinco días antes de su fecha. Puede pedir a su banco el reembolso de un cargo, en las condiciones del contrato que tiene con él, dentro de las ocho semanas siguientes a la fecha del cargo.`,
  },
};

/** How often a subscription is renewed. */
const periods: Readonly<Record<Language, Readonly<Record<Period, string>>>> = {
  fr: {
    P7D: "toutes les semaines",
    P14D: "toutes les deux semaines",
    P1M: "tous les mois",
    P6M: "tous les six mois",
    P1Y: "tous les ans",
  },
  en: { P7D: "every week", P14D: "every two weeks", P1M: "every month", P6M: "every six months", P1Y: "every year" },
  ar: { P7D: "كل أسبوع", P14D: "كل أسبوعين", P1M: "كل شهر", P6M: "كل ستة أشهر", P1Y: "كل سنة" },
  it: {
    P7D: "ogni settimana",
    P14D: "ogni due settimane",
    P1M: "ogni mese",
    P6M: "ogni sei mesi",
    P1Y: "ogni anno",
  },
  es: { P7D: "cada semana", P14D: "cada dos semanas", P1M: "cada mes", P6M: "cada seis meses", P1Y: "cada año" },
};

/** How long before a renewal a higher price is announced: `noticeDay` of the rules, in words. */
const notices: Readonly<Record<Language, Readonly<Record<Period, string>>>> = {
  fr: { P7D: "trois jours", P14D: "cinq jours", P1M: "dix jours", P6M: "deux mois", P1Y: "deux mois" },
  en: { P7D: "three days", P14D: "five days", P1M: "ten days", P6M: "two months", P1Y: "two months" },
  ar: { P7D: "ثلاثة أيام", P14D: "خمسة أيام", P1M: "عشرة أيام", P6M: "شهرين", P1Y: "شهرين" },
  it: { P7D: "tre giorni", P14D: "cinque giorni", P1M: "dieci giorni", P6M: "due mesi", P1Y: "due mesi" },
  es: { P7D: "tres días", P14D: "cinco días", P1M: "diez días", P6M: "dos meses", P1Y: "dos meses" },
};
