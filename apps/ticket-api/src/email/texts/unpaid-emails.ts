import type { Language } from "@guichet/contract/locales.ts";
import { isolate } from "../../pdf/reading-order.ts";
import type { EmailTexts, Saying } from "../email-texts.ts";

type UnpaidEmails = Pick<EmailTexts["letters"], "order-unpaid" | "order-suspended" | "order-restored">;

const orderLink = (say: Saying, orderId: string): string => say.link(`/account/invoices?order=${orderId}`);
const walletLink = (say: Saying): string => say.link("/account/wallet");

const sentences: Readonly<Record<Language, (day: string) => string>> = {
  fr: (day) =>
    `Réglez-la avant le ${day} : ce jour-là, les titres de cette commande seront suspendus jusqu’au paiement.`,
  en: (day) => `Pay it before ${day}: on that day the tickets of this order are suspended until it is paid.`,
  ar: (day) => `ادفعه قبل ${day}: ففي ذلك اليوم تُعلَّق تذاكر هذا الطلب إلى أن يُدفع.`,
  it: (day) => `Pagala prima del ${day}: quel giorno i titoli di questo ordine saranno sospesi fino al pagamento.`,
  es: (day) => `Páguelo antes del ${day}: ese día los títulos de este pedido quedarán suspendidos hasta el pago.`,
};

/** Until when an unpaid part is to be paid, and what happens then; nothing in letters of before there was such a day. */
export const suspension = (language: Language, suspendsOn: string | null | undefined, say: Saying): string[] =>
  suspendsOn == null ? [] : [sentences[language](say.day(suspendsOn))];

/** The letters of dunning: what is owed and until when, what was suspended for it, and that it is good again. */
export const unpaidEmails: Readonly<Record<Language, UnpaidEmails>> = {
  fr: {
    "order-unpaid": (values, say) => ({
      subject: `Commande ${values.orderNumber} : ${say.money(values.amount)} à régler – ${say.network}`,
      preheader: "Réglez en ligne, par carte, pour garder vos titres.",
      title: "Une commande reste à régler",
      blocks: [
        `La commande ${values.orderNumber} n’est pas entièrement payée : il reste ${say.money(values.amount)} à régler.`,
        `Réglez ce montant en ligne avant le ${say.day(values.suspendsOn)} : ce jour-là, les titres de cette commande seront suspendus jusqu’au paiement.`,
      ],
      button: { label: "Régler maintenant", link: orderLink(say, values.orderId) },
    }),
    "order-suspended": (values, say) => ({
      subject: `Vos titres sont suspendus, commande ${values.orderNumber} – ${say.network}`,
      preheader: "Ils sont de nouveau valables dès que la commande est payée.",
      title: "Vos titres sont suspendus",
      blocks: [
        `Il reste ${say.money(values.amount)} à régler pour la commande ${values.orderNumber}. Ses titres sont suspendus : ils sont refusés au contrôle.`,
        "Réglez en ligne avec une carte : vos titres sont de nouveau valables aussitôt, jusqu’à leur date de fin.",
      ],
      button: { label: "Régler maintenant", link: orderLink(say, values.orderId) },
    }),
    "order-restored": (values, say) => ({
      subject: `Vos titres sont de nouveau valables, commande ${values.orderNumber} – ${say.network}`,
      preheader: "Merci de votre paiement : la suspension est levée.",
      title: "Vos titres sont de nouveau valables",
      blocks: [
        `La commande ${values.orderNumber} est payée : la suspension de ses titres est levée. Vous pouvez voyager.`,
      ],
      button: { label: "Voir mes titres", link: walletLink(say) },
    }),
  },
  en: {
    "order-unpaid": (values, say) => ({
      subject: `Order ${values.orderNumber}: ${say.money(values.amount)} to pay – ${say.network}`,
      preheader: "Pay online, by card, to keep your tickets.",
      title: "An order is still to be paid",
      blocks: [
        `Order ${values.orderNumber} is not paid in full: ${say.money(values.amount)} is still due.`,
        `Pay it online before ${say.day(values.suspendsOn)}: on that day the tickets of this order are suspended until it is paid.`,
      ],
      button: { label: "Pay now", link: orderLink(say, values.orderId) },
    }),
    "order-suspended": (values, say) => ({
      subject: `Your tickets are suspended, order ${values.orderNumber} – ${say.network}`,
      preheader: "They are valid again as soon as the order is paid.",
      title: "Your tickets are suspended",
      blocks: [
        `${say.money(values.amount)} is still due for order ${values.orderNumber}. Its tickets are suspended: they are refused at inspection.`,
        "Pay online with a card: your tickets are valid again at once, until their end date.",
      ],
      button: { label: "Pay now", link: orderLink(say, values.orderId) },
    }),
    "order-restored": (values, say) => ({
      subject: `Your tickets are valid again, order ${values.orderNumber} – ${say.network}`,
      preheader: "Thank you for your payment: the suspension is lifted.",
      title: "Your tickets are valid again",
      blocks: [`Order ${values.orderNumber} is paid: the suspension of its tickets is lifted. You can travel.`],
      button: { label: "See my tickets", link: walletLink(say) },
    }),
  },
  ar: {
    "order-unpaid": (values, say) => ({
      subject: `الطلب ${isolate(values.orderNumber)}: ${say.money(values.amount)} بانتظار الدفع – ${isolate(say.network)}`,
      preheader: "ادفع عبر الإنترنت بالبطاقة لتحتفظ بتذاكرك.",
      title: "طلب لم يُدفع بالكامل",
      blocks: [
        `لم يُدفع الطلب ${isolate(values.orderNumber)} بالكامل: ما زال مبلغ ${say.money(values.amount)} مستحقًا.`,
        `ادفعه عبر الإنترنت قبل ${say.day(values.suspendsOn)}: ففي ذلك اليوم تُعلَّق تذاكر هذا الطلب إلى أن يُدفع.`,
      ],
      button: { label: "ادفع الآن", link: orderLink(say, values.orderId) },
    }),
    "order-suspended": (values, say) => ({
      subject: `تذاكرك معلّقة، الطلب ${isolate(values.orderNumber)} – ${isolate(say.network)}`,
      preheader: "تعود صالحة فور دفع الطلب.",
      title: "تذاكرك معلّقة",
      blocks: [
        `ما زال مبلغ ${say.money(values.amount)} مستحقًا عن الطلب ${isolate(values.orderNumber)}. تذاكره معلّقة وتُرفض عند التفتيش.`,
        "ادفع عبر الإنترنت بالبطاقة فتعود تذاكرك صالحة فورًا حتى تاريخ انتهائها.",
      ],
      button: { label: "ادفع الآن", link: orderLink(say, values.orderId) },
    }),
    "order-restored": (values, say) => ({
      subject: `تذاكرك صالحة من جديد، الطلب ${isolate(values.orderNumber)} – ${isolate(say.network)}`,
      preheader: "شكرًا على الدفع: رُفع التعليق.",
      title: "تذاكرك صالحة من جديد",
      blocks: [`دُفع الطلب ${isolate(values.orderNumber)} ورُفع تعليق تذاكره. يمكنك السفر.`],
      button: { label: "عرض تذاكري", link: walletLink(say) },
    }),
  },
  it: {
    "order-unpaid": (values, say) => ({
      subject: `Ordine ${values.orderNumber}: ${say.money(values.amount)} da pagare – ${say.network}`,
      preheader: "Paga online, con carta, per conservare i tuoi titoli.",
      title: "Un ordine è ancora da pagare",
      blocks: [
        `L’ordine ${values.orderNumber} non è pagato del tutto: restano da pagare ${say.money(values.amount)}.`,
        `Paga online prima del ${say.day(values.suspendsOn)}: quel giorno i titoli di questo ordine saranno sospesi fino al pagamento.`,
      ],
      button: { label: "Paga ora", link: orderLink(say, values.orderId) },
    }),
    "order-suspended": (values, say) => ({
      subject: `I tuoi titoli sono sospesi, ordine ${values.orderNumber} – ${say.network}`,
      preheader: "Tornano validi appena l’ordine è pagato.",
      title: "I tuoi titoli sono sospesi",
      blocks: [
        `Restano da pagare ${say.money(values.amount)} per l’ordine ${values.orderNumber}. I suoi titoli sono sospesi: sono rifiutati al controllo.`,
        "Paga online con una carta: i tuoi titoli tornano subito validi, fino alla loro scadenza.",
      ],
      button: { label: "Paga ora", link: orderLink(say, values.orderId) },
    }),
    "order-restored": (values, say) => ({
      subject: `I tuoi titoli sono di nuovo validi, ordine ${values.orderNumber} – ${say.network}`,
      preheader: "Grazie del pagamento: la sospensione è revocata.",
      title: "I tuoi titoli sono di nuovo validi",
      blocks: [`L’ordine ${values.orderNumber} è pagato: la sospensione dei suoi titoli è revocata. Puoi viaggiare.`],
      button: { label: "Vedi i miei titoli", link: walletLink(say) },
    }),
  },
  es: {
    "order-unpaid": (values, say) => ({
      subject: `Pedido ${values.orderNumber}: ${say.money(values.amount)} por pagar – ${say.network}`,
      preheader: "Pague en línea, con tarjeta, para conservar sus títulos.",
      title: "Queda un pedido por pagar",
      blocks: [
        `El pedido ${values.orderNumber} no está pagado del todo: quedan por pagar ${say.money(values.amount)}.`,
        `Páguelo en línea antes del ${say.day(values.suspendsOn)}: ese día los títulos de este pedido quedarán suspendidos hasta el pago.`,
      ],
      button: { label: "Pagar ahora", link: orderLink(say, values.orderId) },
    }),
    "order-suspended": (values, say) => ({
      subject: `Sus títulos están suspendidos, pedido ${values.orderNumber} – ${say.network}`,
      preheader: "Vuelven a ser válidos en cuanto se pague el pedido.",
      title: "Sus títulos están suspendidos",
      blocks: [
        `Quedan por pagar ${say.money(values.amount)} del pedido ${values.orderNumber}. Sus títulos están suspendidos: se rechazan en el control.`,
        "Pague en línea con una tarjeta: sus títulos vuelven a ser válidos enseguida, hasta su fecha de fin.",
      ],
      button: { label: "Pagar ahora", link: orderLink(say, values.orderId) },
    }),
    "order-restored": (values, say) => ({
      subject: `Sus títulos vuelven a ser válidos, pedido ${values.orderNumber} – ${say.network}`,
      preheader: "Gracias por su pago: la suspensión queda levantada.",
      title: "Sus títulos vuelven a ser válidos",
      blocks: [
        `El pedido ${values.orderNumber} está pagado: la suspensión de sus títulos queda levantada. Puede viajar.`,
      ],
      button: { label: "Ver mis títulos", link: walletLink(say) },
    }),
  },
};
