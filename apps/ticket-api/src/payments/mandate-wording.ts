import type { Language } from "@guichet/contract/locales.ts";

/**
 * What a debtor signs, in the customer's language: whom they authorise to do what, and that they may ask their bank for the
 * money back (what the SEPA Core rulebook asks a mandate to say). Kept to the letter with every mandate: a change here
 * changes none that was signed.
 */
export const mandateWording: Readonly<Record<Language, (creditor: string) => string>> = {
  fr: (creditor) =>
    `En signant ce mandat, vous autorisez ${creditor} à demander à votre banque de débiter votre compte, et votre banque à le débiter comme ${creditor} le lui demande, pour les seules échéances de cette commande. Vous pouvez vous faire rembourser par votre banque, aux conditions de la convention qui vous lie à elle, si vous en faites la demande dans les huit semaines qui suivent le débit.`,
  en: (creditor) =>
    `By signing this mandate you authorise ${creditor} to ask your bank to debit your account, and your bank to debit it as ${creditor} asks, for the payments of this order only. You may have a debit refunded by your bank, under the terms of your agreement with it, if you ask within eight weeks of the day on which your account was debited.`,
  ar: (creditor) =>
    `بتوقيعكم هذا التفويض تأذنون لـ ${creditor} بأن تطلب من مصرفكم الخصم من حسابكم، وتأذنون لمصرفكم بالخصم منه وفق طلبها، لأقساط هذا الطلب وحدها. ويحق لكم استرداد المبلغ من مصرفكم وفق شروط اتفاقكم معه، إذا طلبتم ذلك خلال ثمانية أسابيع من تاريخ الخصم.`,
  it: (creditor) =>
    `Firmando questo mandato Lei autorizza ${creditor} a chiedere alla Sua banca di addebitare il Suo conto, e la Sua banca ad addebitarlo secondo le richieste di ${creditor}, per le sole scadenze di questo ordine. Può ottenere dalla Sua banca il rimborso di un addebito, alle condizioni del contratto che La lega ad essa, se lo chiede entro otto settimane dal giorno dell’addebito.`,
  es: (creditor) =>
    `Al firmar este mandato, usted autoriza a ${creditor} a pedir a su banco que cargue importes en su cuenta, y a su banco a cargarlos según lo pida ${creditor}, solo para los plazos de este pedido. Puede pedir a su banco el reembolso de un cargo, en las condiciones del contrato que tiene con él, dentro de las ocho semanas siguientes a la fecha del cargo.`,
};
