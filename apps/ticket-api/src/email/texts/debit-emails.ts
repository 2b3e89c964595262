import type { Language } from "@guichet/contract/locales.ts";
import { isolate } from "../../pdf/reading-order.ts";
import type { Block, DebitedOrder, EmailTexts, EmailValues, PartDay, Saying } from "../email-texts.ts";
import { suspension } from "./unpaid-emails.ts";

type DebitEmails = Pick<EmailTexts["letters"], "mandate-signed" | "debit-notice" | "debit-returned" | "not-collected">;

/** The days on which an order is paid, under their heading; nothing for one that is paid whole and at once. */
export const paidOn = (heading: string, parts: readonly PartDay[], say: Saying): Block[] =>
  parts.length === 0
    ? []
    : [heading, { rows: parts.map(({ on, amount }) => [say.day(on), say.money(amount)] as const) }];

/** To what a mandate covers: the order, or the subscription. */
const coveredLink = ({ orderId, subscription }: EmailValues["mandate-signed"], say: Saying): string =>
  subscription === undefined ? orderLink(say, orderId) : say.link(`/account/tacit/${subscription.id}`);

const orderLink = (say: Saying, orderId: string): string => say.link(`/account/invoices?order=${orderId}`);

/** What identifies a mandate, in rows. In Arabic, codes and names keep their own direction. */
function mandateRows(language: Language, { reference, creditor, creditorId, account }: DebitedOrder): Block {
  const said = labels[language];
  const own = (text: string) => (language === "ar" ? isolate(text) : text);
  return {
    rows: [
      [said.reference, own(reference)],
      [said.creditor, own(creditor)],
      [said.id, own(creditorId)],
      [said.account, own(account)],
    ],
  };
}

const labels = {
  fr: { reference: "Référence du mandat", creditor: "Créancier", id: "Identifiant créancier", account: "Compte" },
  en: { reference: "Mandate reference", creditor: "Creditor", id: "Creditor identifier", account: "Account" },
  ar: { reference: "مرجع التفويض", creditor: "الدائن", id: "معرّف الدائن", account: "الحساب" },
  it: {
    reference: "Riferimento del mandato",
    creditor: "Creditore",
    id: "Identificativo del creditore",
    account: "Conto",
  },
  es: {
    reference: "Referencia del mandato",
    creditor: "Acreedor",
    id: "Identificador del acreedor",
    account: "Cuenta",
  },
} as const;

/** The letters of direct debit: mandate, notice, and a debit that came back. */
export const debitEmails: Readonly<Record<Language, DebitEmails>> = {
  fr: {
    "mandate-signed": (values, say) => ({
      subject:
        values.subscription === undefined
          ? `Votre mandat de prélèvement, commande ${values.orderNumber} – ${say.network}`
          : `Votre mandat de prélèvement, abonnement ${values.subscription.name} – ${say.network}`,
      preheader: "Gardez ce message : il dit ce que vous avez signé, et quand vous serez débité.",
      title: "Votre mandat de prélèvement",
      blocks: [
        values.subscription === undefined
          ? `Vous avez signé en ligne un mandat de prélèvement SEPA pour la commande ${values.orderNumber}.`
          : `Vous avez signé en ligne un mandat de prélèvement SEPA récurrent pour l’abonnement ${values.subscription.name} et ses renouvellements.`,
        mandateRows("fr", values),
        values.wording,
        ...paidOn("Votre compte sera débité :", values.debits, say),
      ],
      button: {
        label: values.subscription === undefined ? "Voir la commande" : "Voir l’abonnement",
        link: coveredLink(values, say),
      },
      after: ["Nous vous préviendrons encore cinq jours avant chaque prélèvement."],
    }),
    "debit-notice": (values, say) => ({
      subject: `Prélèvement de ${say.money(values.amount)} le ${say.day(values.on)} – ${say.network}`,
      preheader: "Vous n’avez rien à faire, si votre compte est approvisionné.",
      title: "Un prélèvement arrive",
      blocks: [
        `Le ${say.day(values.on)}, ${values.creditor} prélèvera ${say.money(values.amount)} sur votre compte : échéance ${values.position} sur ${values.count} de la commande ${values.orderNumber}.`,
        mandateRows("fr", values),
      ],
      button: { label: "Voir la commande", link: orderLink(say, values.orderId) },
    }),
    "debit-returned": (values, say) => ({
      subject: `Commande ${values.orderNumber} : ${say.money(values.amount)} à régler – ${say.network}`,
      preheader: "Le prélèvement n’a pas abouti. Réglez cette échéance par carte, en ligne.",
      title: "Un prélèvement n’a pas abouti",
      blocks: [
        `Votre banque n’a pas payé l’échéance ${values.position} sur ${values.count} de la commande ${values.orderNumber}, soit ${say.money(values.amount)}${values.reason === null ? "" : ` (motif ${values.reason})`}.`,
        "Réglez-la en ligne avec une carte : la commande sera alors de nouveau en règle. Nous ne prélèverons pas cette échéance une seconde fois.",
        ...suspension("fr", values.suspendsOn, say),
      ],
      button: { label: "Régler maintenant", link: orderLink(say, values.orderId) },
    }),
    "not-collected": (values, say) => ({
      subject: `Commande ${values.orderNumber} : ${say.money(values.amount)} à régler – ${say.network}`,
      preheader: "Nous ne prélevons pas cette échéance. Réglez-la par carte, en ligne.",
      title: "Une échéance à régler par carte",
      blocks: [
        {
          NO_MANDATE: `L’échéance ${values.position} sur ${values.count} de la commande ${values.orderNumber}, soit ${say.money(values.amount)}, n’est couverte par aucun mandat que vous avez signé : nous ne la prélevons pas.`,
          RETURNED: `Plusieurs échéances de la commande ${values.orderNumber} n’ont pas pu être prélevées : nous ne prélevons plus rien pour elle. L’échéance ${values.position} sur ${values.count}, soit ${say.money(values.amount)}, reste à régler.`,
        }[values.cause],
        "Réglez-la en ligne avec une carte.",
        ...suspension("fr", values.suspendsOn, say),
      ],
      button: { label: "Régler maintenant", link: orderLink(say, values.orderId) },
    }),
  },
  en: {
    "mandate-signed": (values, say) => ({
      subject:
        values.subscription === undefined
          ? `Your direct debit mandate, order ${values.orderNumber} – ${say.network}`
          : `Your direct debit mandate, subscription ${values.subscription.name} – ${say.network}`,
      preheader: "Keep this message: it says what you signed, and when you will be debited.",
      title: "Your direct debit mandate",
      blocks: [
        values.subscription === undefined
          ? `You signed a SEPA direct debit mandate online for order ${values.orderNumber}.`
          : `You signed a recurrent SEPA direct debit mandate online for the subscription ${values.subscription.name} and its renewals.`,
        mandateRows("en", values),
        values.wording,
        ...paidOn("Your account will be debited on:", values.debits, say),
      ],
      button: {
        label: values.subscription === undefined ? "See the order" : "See the subscription",
        link: coveredLink(values, say),
      },
      after: ["We will tell you again five days before each debit."],
    }),
    "debit-notice": (values, say) => ({
      subject: `Direct debit of ${say.money(values.amount)} on ${say.day(values.on)} – ${say.network}`,
      preheader: "There is nothing to do, as long as there is money in your account.",
      title: "A direct debit is coming",
      blocks: [
        `On ${say.day(values.on)} ${values.creditor} will debit ${say.money(values.amount)} from your account: part ${values.position} of ${values.count} of order ${values.orderNumber}.`,
        mandateRows("en", values),
      ],
      button: { label: "See the order", link: orderLink(say, values.orderId) },
    }),
    "debit-returned": (values, say) => ({
      subject: `Order ${values.orderNumber}: ${say.money(values.amount)} to pay – ${say.network}`,
      preheader: "The direct debit was not paid. Pay this part online, by card.",
      title: "A direct debit was not paid",
      blocks: [
        `Your bank did not pay part ${values.position} of ${values.count} of order ${values.orderNumber}, ${say.money(values.amount)}${values.reason === null ? "" : ` (reason ${values.reason})`}.`,
        "Pay it online with a card: the order is then settled again. We will not debit this part a second time.",
        ...suspension("en", values.suspendsOn, say),
      ],
      button: { label: "Pay now", link: orderLink(say, values.orderId) },
    }),
    "not-collected": (values, say) => ({
      subject: `Order ${values.orderNumber}: ${say.money(values.amount)} to pay – ${say.network}`,
      preheader: "We do not debit this part. Pay it online, by card.",
      title: "A part to be paid by card",
      blocks: [
        {
          NO_MANDATE: `Part ${values.position} of ${values.count} of order ${values.orderNumber}, ${say.money(values.amount)}, is not covered by any mandate that you signed: we do not debit it.`,
          RETURNED: `Several parts of order ${values.orderNumber} could not be collected: we collect nothing more for it. Part ${values.position} of ${values.count}, ${say.money(values.amount)}, is still to be paid.`,
        }[values.cause],
        "Pay it online with a card.",
        ...suspension("en", values.suspendsOn, say),
      ],
      button: { label: "Pay now", link: orderLink(say, values.orderId) },
    }),
  },
  ar: {
    "mandate-signed": (values, say) => ({
      subject:
        values.subscription === undefined
          ? `تفويض الخصم المباشر للطلب ${isolate(values.orderNumber)} – ${isolate(say.network)}`
          : `تفويض الخصم المباشر للاشتراك ${isolate(values.subscription.name)} – ${isolate(say.network)}`,
      preheader: "احتفظ بهذه الرسالة: تبيّن ما وقّعته ومواعيد الخصم من حسابك.",
      title: "تفويض الخصم المباشر",
      blocks: [
        values.subscription === undefined
          ? `وقّعت عبر الإنترنت تفويض خصم مباشر (SEPA) للطلب ${isolate(values.orderNumber)}.`
          : `وقّعت عبر الإنترنت تفويض خصم مباشر متكرر (SEPA) للاشتراك ${isolate(values.subscription.name)} وتجديداته.`,
        mandateRows("ar", values),
        values.wording,
        ...paidOn("سيُخصم من حسابك في:", values.debits, say),
      ],
      button: {
        label: values.subscription === undefined ? "عرض الطلب" : "عرض الاشتراك",
        link: coveredLink(values, say),
      },
      after: ["سنخبرك مجددًا قبل خمسة أيام من كل خصم."],
    }),
    "debit-notice": (values, say) => ({
      subject: `خصم ${say.money(values.amount)} في ${say.day(values.on)} – ${isolate(say.network)}`,
      preheader: "ليس عليك فعل شيء ما دام في حسابك رصيد كافٍ.",
      title: "موعد خصم قريب",
      blocks: [
        `في ${say.day(values.on)} ستخصم ${isolate(values.creditor)} مبلغ ${say.money(values.amount)} من حسابك: القسط ${say.count(values.position)} من ${say.count(values.count)} من الطلب ${isolate(values.orderNumber)}.`,
        mandateRows("ar", values),
      ],
      button: { label: "عرض الطلب", link: orderLink(say, values.orderId) },
    }),
    "debit-returned": (values, say) => ({
      subject: `الطلب ${isolate(values.orderNumber)}: ${say.money(values.amount)} بانتظار الدفع – ${isolate(say.network)}`,
      preheader: "لم يتم الخصم. ادفع هذا القسط عبر الإنترنت بالبطاقة.",
      title: "خصم لم يتم",
      blocks: [
        `لم يدفع مصرفك القسط ${say.count(values.position)} من ${say.count(values.count)} من الطلب ${isolate(values.orderNumber)}، وقدره ${say.money(values.amount)}${values.reason === null ? "" : ` (السبب ${isolate(values.reason)})`}.`,
        "ادفعه عبر الإنترنت بالبطاقة فيعود طلبك مسدّدًا. ولن نخصم هذا القسط مرة ثانية.",
        ...suspension("ar", values.suspendsOn, say),
      ],
      button: { label: "ادفع الآن", link: orderLink(say, values.orderId) },
    }),
    "not-collected": (values, say) => ({
      subject: `الطلب ${isolate(values.orderNumber)}: ${say.money(values.amount)} بانتظار الدفع – ${isolate(say.network)}`,
      preheader: "لن نخصم هذا القسط. ادفعه عبر الإنترنت بالبطاقة.",
      title: "قسط يُدفع بالبطاقة",
      blocks: [
        {
          NO_MANDATE: `القسط ${say.count(values.position)} من ${say.count(values.count)} من الطلب ${isolate(values.orderNumber)}، وقدره ${say.money(values.amount)}، لا يشمله أي تفويض وقّعته، ولذلك لن نخصمه.`,
          RETURNED: `لم يتم خصم عدة أقساط من الطلب ${isolate(values.orderNumber)}، ولن نخصم له شيئًا بعد الآن. القسط ${say.count(values.position)} من ${say.count(values.count)}، وقدره ${say.money(values.amount)}، ما زال بانتظار الدفع.`,
        }[values.cause],
        "ادفعه عبر الإنترنت بالبطاقة.",
        ...suspension("ar", values.suspendsOn, say),
      ],
      button: { label: "ادفع الآن", link: orderLink(say, values.orderId) },
    }),
  },
  it: {
    "mandate-signed": (values, say) => ({
      subject:
        values.subscription === undefined
          ? `Il tuo mandato di addebito, ordine ${values.orderNumber} – ${say.network}`
          : `Il tuo mandato di addebito, abbonamento ${values.subscription.name} – ${say.network}`,
      preheader: "Conserva questo messaggio: dice che cosa hai firmato e quando avverrà l’addebito.",
      title: "Il tuo mandato di addebito diretto",
      blocks: [
        values.subscription === undefined
          ? `Hai firmato online un mandato di addebito diretto SEPA per l’ordine ${values.orderNumber}.`
          : `Hai firmato online un mandato di addebito diretto SEPA ricorrente per l’abbonamento ${values.subscription.name} e i suoi rinnovi.`,
        mandateRows("it", values),
        values.wording,
        ...paidOn("Il tuo conto sarà addebitato:", values.debits, say),
      ],
      button: {
        label: values.subscription === undefined ? "Vedi l’ordine" : "Vedi l’abbonamento",
        link: coveredLink(values, say),
      },
      after: ["Ti avviseremo di nuovo cinque giorni prima di ogni addebito."],
    }),
    "debit-notice": (values, say) => ({
      subject: `Addebito di ${say.money(values.amount)} il ${say.day(values.on)} – ${say.network}`,
      preheader: "Non devi fare nulla, se sul conto c’è la somma necessaria.",
      title: "Un addebito in arrivo",
      blocks: [
        `Il ${say.day(values.on)} ${values.creditor} addebiterà ${say.money(values.amount)} sul tuo conto: rata ${values.position} di ${values.count} dell’ordine ${values.orderNumber}.`,
        mandateRows("it", values),
      ],
      button: { label: "Vedi l’ordine", link: orderLink(say, values.orderId) },
    }),
    "debit-returned": (values, say) => ({
      subject: `Ordine ${values.orderNumber}: ${say.money(values.amount)} da pagare – ${say.network}`,
      preheader: "L’addebito non è andato a buon fine. Paga questa rata online, con carta.",
      title: "Un addebito non è andato a buon fine",
      blocks: [
        `La tua banca non ha pagato la rata ${values.position} di ${values.count} dell’ordine ${values.orderNumber}, pari a ${say.money(values.amount)}${values.reason === null ? "" : ` (motivo ${values.reason})`}.`,
        "Pagala online con una carta: l’ordine tornerà in regola. Non addebiteremo questa rata una seconda volta.",
        ...suspension("it", values.suspendsOn, say),
      ],
      button: { label: "Paga ora", link: orderLink(say, values.orderId) },
    }),
    "not-collected": (values, say) => ({
      subject: `Ordine ${values.orderNumber}: ${say.money(values.amount)} da pagare – ${say.network}`,
      preheader: "Non addebitiamo questa rata. Pagala online, con carta.",
      title: "Una rata da pagare con carta",
      blocks: [
        {
          NO_MANDATE: `La rata ${values.position} di ${values.count} dell’ordine ${values.orderNumber}, pari a ${say.money(values.amount)}, non è coperta da alcun mandato che hai firmato: non la addebitiamo.`,
          RETURNED: `Più rate dell’ordine ${values.orderNumber} non sono state incassate: per esso non addebitiamo più nulla. La rata ${values.position} di ${values.count}, pari a ${say.money(values.amount)}, resta da pagare.`,
        }[values.cause],
        "Pagala online con una carta.",
        ...suspension("it", values.suspendsOn, say),
      ],
      button: { label: "Paga ora", link: orderLink(say, values.orderId) },
    }),
  },
  es: {
    "mandate-signed": (values, say) => ({
      subject:
        values.subscription === undefined
          ? `Su mandato de adeudo, pedido ${values.orderNumber} – ${say.network}`
          : `Su mandato de adeudo, suscripción ${values.subscription.name} – ${say.network}`,
      preheader: "Guarde este mensaje: dice lo que firmó y cuándo se cargará en su cuenta.",
      title: "Su mandato de adeudo directo",
      blocks: [
        values.subscription === undefined
          ? `Firmó en línea un mandato de adeudo directo SEPA para el pedido ${values.orderNumber}.`
          : `Firmó en línea un mandato de adeudo directo SEPA recurrente para la suscripción ${values.subscription.name} y sus renovaciones.`,
        mandateRows("es", values),
        values.wording,
        ...paidOn("Se cargará en su cuenta:", values.debits, say),
      ],
      button: {
        label: values.subscription === undefined ? "Ver el pedido" : "Ver la suscripción",
        link: coveredLink(values, say),
      },
      after: ["Le avisaremos de nuevo cinco días antes de cada cargo."],
    }),
    "debit-notice": (values, say) => ({
      subject: `Cargo de ${say.money(values.amount)} el ${say.day(values.on)} – ${say.network}`,
      preheader: "No tiene que hacer nada si hay saldo en su cuenta.",
      title: "Se acerca un cargo en su cuenta",
      blocks: [
        `El ${say.day(values.on)}, ${values.creditor} cargará ${say.money(values.amount)} en su cuenta: plazo ${values.position} de ${values.count} del pedido ${values.orderNumber}.`,
        mandateRows("es", values),
      ],
      button: { label: "Ver el pedido", link: orderLink(say, values.orderId) },
    }),
    "debit-returned": (values, say) => ({
      subject: `Pedido ${values.orderNumber}: ${say.money(values.amount)} por pagar – ${say.network}`,
      preheader: "El cargo no se pudo cobrar. Pague este plazo en línea, con tarjeta.",
      title: "Un cargo no se pudo cobrar",
      blocks: [
        `Su banco no pagó el plazo ${values.position} de ${values.count} del pedido ${values.orderNumber}, ${say.money(values.amount)}${values.reason === null ? "" : ` (motivo ${values.reason})`}.`,
        "Páguelo en línea con una tarjeta: el pedido volverá a estar al día. No cargaremos este plazo por segunda vez.",
        ...suspension("es", values.suspendsOn, say),
      ],
      button: { label: "Pagar ahora", link: orderLink(say, values.orderId) },
    }),
    "not-collected": (values, say) => ({
      subject: `Pedido ${values.orderNumber}: ${say.money(values.amount)} por pagar – ${say.network}`,
      preheader: "No cargamos este plazo en su cuenta. Páguelo en línea, con tarjeta.",
      title: "Un plazo por pagar con tarjeta",
      blocks: [
        {
          NO_MANDATE: `El plazo ${values.position} de ${values.count} del pedido ${values.orderNumber}, por ${say.money(values.amount)}, no está cubierto por ningún mandato que usted haya firmado: no lo cargamos.`,
          RETURNED: `Varios plazos del pedido ${values.orderNumber} no se pudieron cobrar: ya no cargamos nada más por él. Queda por pagar el plazo ${values.position} de ${values.count}, por ${say.money(values.amount)}.`,
        }[values.cause],
        "Páguelo en línea con una tarjeta.",
        ...suspension("es", values.suspendsOn, say),
      ],
      button: { label: "Pagar ahora", link: orderLink(say, values.orderId) },
    }),
  },
};
