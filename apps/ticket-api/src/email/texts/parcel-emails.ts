import type { Language } from "@guichet/contract/locales.ts";
import { isolate } from "../../pdf/reading-order.ts";
import type { Block, EmailOrder, EmailTexts, EmailValues, Saying } from "../email-texts.ts";

type ParcelEmails = Pick<EmailTexts["letters"], "order-shipped" | "collect-ready">;

/** Whoever bought as a guest has no account to follow it in. */
const follow = (label: string, { guest, orderId }: EmailOrder, say: Saying) =>
  guest ? {} : { button: { label, link: say.link(`/account/invoices?order=${orderId}`) } };

/** By what the parcel is followed, and where. */
const tracked = ({ tracking }: EmailValues["order-shipped"], words: (number: string) => string): Block[] =>
  tracking ? [{ list: [{ text: words(tracking.number), link: tracking.url }] }] : [];

/** The letters of a parcel that has left, and of an order that waits at its agency. */
export const parcelEmails: Readonly<Record<Language, ParcelEmails>> = {
  fr: {
    "order-shipped": (values, say) => ({
      subject: `Commande ${values.orderNumber} : votre envoi est parti – ${say.network}`,
      preheader: "Il arrive dans les prochains jours, par la poste.",
      title: "Votre envoi est parti",
      blocks: [
        `Ce que vous avez commandé (${values.orderNumber}) a été posté à cette adresse :`,
        values.address,
        ...tracked(values, (number) => `Numéro de suivi : ${number}`),
      ],
      ...follow("Voir la commande", values, say),
    }),
    "collect-ready": (values, say) => ({
      subject: `Commande ${values.orderNumber} : prête à retirer – ${say.network}`,
      preheader: "Elle vous attend à l’agence.",
      title: "Votre commande vous attend",
      blocks: [
        `Votre commande ${values.orderNumber} est prête. Où la retirer :`,
        `${values.collect.label}, ${values.collect.address}`,
        `Votre créneau : le ${say.moment(values.collect.startsAt)}, jusqu’à ${say.time(values.collect.endsAt)}. Présentez le numéro de commande.`,
      ],
      ...follow("Voir la commande", values, say),
    }),
  },
  en: {
    "order-shipped": (values, say) => ({
      subject: `Order ${values.orderNumber}: your parcel has left – ${say.network}`,
      preheader: "It arrives by post within the next few days.",
      title: "Your parcel has left",
      blocks: [
        `What you ordered (${values.orderNumber}) has been posted to this address:`,
        values.address,
        ...tracked(values, (number) => `Tracking number: ${number}`),
      ],
      ...follow("See the order", values, say),
    }),
    "collect-ready": (values, say) => ({
      subject: `Order ${values.orderNumber}: ready to collect – ${say.network}`,
      preheader: "It waits for you at the agency.",
      title: "Your order waits for you",
      blocks: [
        `Your order ${values.orderNumber} is ready. Where to collect it:`,
        `${values.collect.label}, ${values.collect.address}`,
        `Your time: ${say.moment(values.collect.startsAt)} until ${say.time(values.collect.endsAt)}. Show the order number.`,
      ],
      ...follow("See the order", values, say),
    }),
  },
  ar: {
    "order-shipped": (values, say) => ({
      subject: `الطلب ${isolate(values.orderNumber)}: أُرسلت شحنتك – ${isolate(say.network)}`,
      preheader: "ستصلك بالبريد في الأيام القادمة.",
      title: "أُرسلت شحنتك",
      blocks: [
        `أُرسل ما طلبته (${isolate(values.orderNumber)}) بالبريد إلى هذا العنوان:`,
        isolate(values.address),
        ...tracked(values, (number) => `رقم التتبّع: ${isolate(number)}`),
      ],
      ...follow("عرض الطلب", values, say),
    }),
    "collect-ready": (values, say) => ({
      subject: `الطلب ${isolate(values.orderNumber)}: جاهز للاستلام – ${isolate(say.network)}`,
      preheader: "طلبك بانتظارك في الوكالة.",
      title: "طلبك بانتظارك",
      blocks: [
        `طلبك ${isolate(values.orderNumber)} جاهز. مكان الاستلام:`,
        isolate(`${values.collect.label}, ${values.collect.address}`),
        `موعدك: ${isolate(say.moment(values.collect.startsAt))}، حتى ${isolate(say.time(values.collect.endsAt))}. أبرز رقم الطلب.`,
      ],
      ...follow("عرض الطلب", values, say),
    }),
  },
  it: {
    "order-shipped": (values, say) => ({
      subject: `Ordine ${values.orderNumber}: il tuo pacco è partito – ${say.network}`,
      preheader: "Arriva per posta nei prossimi giorni.",
      title: "Il tuo pacco è partito",
      blocks: [
        `Ciò che hai ordinato (${values.orderNumber}) è stato spedito a questo indirizzo:`,
        values.address,
        ...tracked(values, (number) => `Numero di tracciamento: ${number}`),
      ],
      ...follow("Vedere l’ordine", values, say),
    }),
    "collect-ready": (values, say) => ({
      subject: `Ordine ${values.orderNumber}: pronto per il ritiro – ${say.network}`,
      preheader: "Ti aspetta in agenzia.",
      title: "Il tuo ordine ti aspetta",
      blocks: [
        `Il tuo ordine ${values.orderNumber} è pronto. Dove ritirarlo:`,
        `${values.collect.label}, ${values.collect.address}`,
        `Il tuo orario: ${say.moment(values.collect.startsAt)}, fino alle ${say.time(values.collect.endsAt)}. Mostra il numero dell’ordine.`,
      ],
      ...follow("Vedere l’ordine", values, say),
    }),
  },
  es: {
    "order-shipped": (values, say) => ({
      subject: `Pedido ${values.orderNumber}: su envío ha salido – ${say.network}`,
      preheader: "Llega por correo en los próximos días.",
      title: "Su envío ha salido",
      blocks: [
        `Lo que pidió (${values.orderNumber}) se ha enviado por correo a esta dirección:`,
        values.address,
        ...tracked(values, (number) => `Número de seguimiento: ${number}`),
      ],
      ...follow("Ver el pedido", values, say),
    }),
    "collect-ready": (values, say) => ({
      subject: `Pedido ${values.orderNumber}: listo para recoger – ${say.network}`,
      preheader: "Le espera en la agencia.",
      title: "Su pedido le espera",
      blocks: [
        `Su pedido ${values.orderNumber} está listo. Dónde recogerlo:`,
        `${values.collect.label}, ${values.collect.address}`,
        `Su hora: ${say.moment(values.collect.startsAt)}, hasta las ${say.time(values.collect.endsAt)}. Muestre el número del pedido.`,
      ],
      ...follow("Ver el pedido", values, say),
    }),
  },
};
