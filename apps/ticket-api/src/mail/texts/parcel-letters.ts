import type { Language } from "@guichet/contract/locales.ts";
import { isolate } from "../../paper/reading-order.ts";
import type { LetterTexts, LetterValues, Saying } from "../letters.ts";

type ParcelLetters = Pick<LetterTexts["letters"], "order-shipped">;

/** Whoever bought as a guest has no account to follow it in. */
const follow = (label: string, { guest, orderId }: LetterValues["order-shipped"], say: Saying) =>
  guest ? {} : { button: { label, link: say.link(`/account/invoices?order=${orderId}`) } };

/** The letter of a parcel that has left. */
export const parcelLetters: Readonly<Record<Language, ParcelLetters>> = {
  fr: {
    "order-shipped": (values, say) => ({
      subject: `Commande ${values.orderNumber} : votre envoi est parti – ${say.network}`,
      preheader: "Il arrive dans les prochains jours, par la poste.",
      title: "Votre envoi est parti",
      blocks: [`Ce que vous avez commandé (${values.orderNumber}) a été posté à cette adresse :`, values.address],
      ...follow("Voir la commande", values, say),
    }),
  },
  en: {
    "order-shipped": (values, say) => ({
      subject: `Order ${values.orderNumber}: your parcel has left – ${say.network}`,
      preheader: "It arrives by post within the next few days.",
      title: "Your parcel has left",
      blocks: [`What you ordered (${values.orderNumber}) has been posted to this address:`, values.address],
      ...follow("See the order", values, say),
    }),
  },
  ar: {
    "order-shipped": (values, say) => ({
      subject: `الطلب ${isolate(values.orderNumber)}: أُرسلت شحنتك – ${isolate(say.network)}`,
      preheader: "ستصلك بالبريد في الأيام القادمة.",
      title: "أُرسلت شحنتك",
      blocks: [`أُرسل ما طلبته (${isolate(values.orderNumber)}) بالبريد إلى هذا العنوان:`, isolate(values.address)],
      ...follow("عرض الطلب", values, say),
    }),
  },
  it: {
    "order-shipped": (values, say) => ({
      subject: `Ordine ${values.orderNumber}: il suo pacco è partito – ${say.network}`,
      preheader: "Arriva per posta nei prossimi giorni.",
      title: "Il suo pacco è partito",
      blocks: [`Ciò che ha ordinato (${values.orderNumber}) è stato spedito a questo indirizzo:`, values.address],
      ...follow("Vedere l’ordine", values, say),
    }),
  },
  es: {
    "order-shipped": (values, say) => ({
      subject: `Pedido ${values.orderNumber}: su envío ha salido – ${say.network}`,
      preheader: "Llega por correo en los próximos días.",
      title: "Su envío ha salido",
      blocks: [`Lo que usted pidió (${values.orderNumber}) se ha enviado por correo a esta dirección:`, values.address],
      ...follow("Ver el pedido", values, say),
    }),
  },
};
