import { cannotRefuse, deadline, isDue, month, type SubscriptionEmails, see } from "./subscription-emails.ts";

export const subscriptionEmails: SubscriptionEmails = {
  "subscription-renewal": (values, say) => ({
    subject: `${values.name}: renovación el ${say.day(values.startsOn)} – ${say.network}`,
    preheader: cannotRefuse(values)
      ? "Puede darse de baja en línea en cualquier momento, sin gastos. Este mensaje dice cómo."
      : "Puede rechazarla en línea, sin gastos. La fecha límite está en este mensaje.",
    title: "Su suscripción está a punto de renovarse",
    blocks: [
      `La suscripción ${values.name} de ${values.traveller} termina el ${say.day(values.lastDay)}. Si no hace nada, se renueva a partir del ${say.day(values.startsOn)}.`,
      {
        rows: [
          ...(values.before === null ? [] : ([["Precio hasta ahora", say.money(values.before)]] as const)),
          ["Precio del próximo periodo", say.money(values.amount)],
          ["Cobro a partir del", say.day(values.debitOn)],
        ],
      },
      ...deadline(
        values,
        {
          until: (day) => `Puede rechazar la renovación hasta el ${day} incluido, en línea y sin gastos.`,
          late: "Este mensaje le llega más tarde de lo que prevé la ley: una vez renovada la suscripción, puede darla de baja en cualquier momento, en línea y sin gastos. Lo pagado por los días siguientes se le reembolsa entonces en un plazo de 30 días.",
        },
        say,
      ),
    ],
    ...see("Gestionar mi suscripción", values, say),
  }),
  "subscription-not-renewed": (values, say) => ({
    subject: `${values.name}: termina el ${say.day(values.lastDay)} – ${say.network}`,
    preheader: "Su suscripción no se puede renovar. No se le cobrará nada más.",
    title: "Su suscripción no se renovará",
    blocks: [
      {
        ARTICLE_WITHDRAWN: `La suscripción ${values.name} ya no se ofrece: la de ${values.traveller} no se puede renovar.`,
        TRAVELLER_NOT_ELIGIBLE: `${values.traveller} ya no tendrá derecho a la suscripción ${values.name} en el próximo periodo: la edad o la situación ya no corresponden.`,
        DOCUMENT_MISSING: `Falta un documento válido para renovar la suscripción ${values.name} de ${values.traveller}. Envíelo desde su cuenta y retome la suscripción antes de que termine.`,
        CARD_UNUSABLE: `La tarjeta de transporte de ${values.traveller} no podrá llevar la suscripción ${values.name} en el próximo periodo: caduca antes o ya no está en su cuenta. Con otra tarjeta, contrate una nueva suscripción.`,
      }[values.reason],
      `Lo que está pagado sigue siendo válido hasta el ${say.day(values.lastDay)}. No se le cobrará nada más.`,
    ],
    ...see("Ver mi suscripción", values, say),
  }),
  "subscription-blocked": (values, say) => ({
    subject: `${values.name}: ${say.money(values.amount)} por pagar – ${say.network}`,
    preheader: "El pago no se ha realizado. Cambie el medio de pago en línea.",
    title: "Su suscripción está bloqueada",
    blocks: [
      {
        DEBIT_REFUSED: `Su banco no ha pagado ${say.money(values.amount)} por la suscripción ${values.name} de ${values.traveller} (pedido ${values.orderNumber}).`,
        PAYMENT_METHOD_EXPIRED: `La tarjeta que paga la suscripción ${values.name} de ${values.traveller} ha caducado: quedan por pagar ${say.money(values.amount)} (pedido ${values.orderNumber}).`,
        PAYMENT_METHOD_MISSING: `No hay ninguna tarjeta guardada para pagar la suscripción ${values.name} de ${values.traveller}: quedan por pagar ${say.money(values.amount)} (pedido ${values.orderNumber}).`,
        MANDATE_REQUIRED: `Ningún mandato firmado cubre las renovaciones de la suscripción ${values.name} de ${values.traveller}: quedan por pagar ${say.money(values.amount)} (pedido ${values.orderNumber}). Firme un nuevo mandato o pague de otra forma.`,
      }[values.reason],
      ...(values.nextTryOn === null ? [] : [`Lo intentaremos de nuevo el ${say.day(values.nextTryOn)}.`]),
      `Elija otro medio de pago: lo pendiente se paga entonces enseguida. Sin pago, la suscripción termina el ${say.day(values.endsOn)}.`,
    ],
    ...see("Cambiar el medio de pago", values, say),
  }),
  "subscription-ended": (values, say) => ({
    subject: `${values.name}: baja confirmada – ${say.network}`,
    preheader: "Guarde este mensaje: dice cuándo termina su suscripción y con qué efectos.",
    title: "Su suscripción está dada de baja",
    blocks: [
      {
        AT_END: `La suscripción ${values.name} de ${values.traveller} termina el ${say.day(values.lastDay)}. Sigue siendo válida hasta ese día incluido; después no se le cobrará nada más. Hasta entonces puede anular la baja.`,
        AT_ONCE: `La suscripción ${values.name} de ${values.traveller} ha terminado. ${isDue(values) ? "Ya no se renueva." : "Ya no se pide lo que estaba pendiente y no se le cobrará nada más."}`,
        REFUNDED: `La suscripción ${values.name} de ${values.traveller} ha terminado antes de empezar. Sus títulos quedan anulados y en su cuenta hay una factura rectificativa.`,
        REST_REFUNDED: `La suscripción ${values.name} de ${values.traveller} termina el ${say.day(values.lastDay)}. Sigue siendo válida hasta ese día incluido y no se le cobrará nada más. En su cuenta hay una factura rectificativa por los días siguientes.`,
        UNPAID: `La suscripción ${values.name} de ${values.traveller} ha terminado porque quedó sin pagar. No se le cobrará nada más.`,
      }[values.effect],
      ...(isDue(values)
        ? [`El pedido ${values.due}, cuyo cobro volvió impagado, sigue pendiente: lo encuentra en su cuenta.`]
        : []),
      ...(values.refund === null ? [] : [`Le reembolsamos ${say.money(values.refund)}.`]),
    ],
    ...see("Ver mi suscripción", values, say),
  }),
  "subscription-taken-back": (values, say) => ({
    subject: `${values.name}: su suscripción continúa – ${say.network}`,
    preheader: "La baja queda anulada.",
    title: "Su suscripción continúa",
    blocks: [
      `La baja de la suscripción ${values.name} de ${values.traveller} queda anulada. Se renovará a partir del ${say.day(values.startsOn)}, con un cobro a partir del ${say.day(values.debitOn)}.`,
    ],
    ...see("Ver mi suscripción", values, say),
  }),
  "subscription-card-expiring": (values, say) => ({
    subject: `${values.name}: su tarjeta está a punto de caducar – ${say.network}`,
    preheader: "Cambie el medio de pago para que la suscripción continúe.",
    title: "Su tarjeta está a punto de caducar",
    blocks: [
      `La tarjeta que paga la suscripción ${values.name} de ${values.traveller} solo vale hasta el final de ${month(values.expiresOn)}. El próximo cobro está previsto el ${say.day(values.debitOn)}.`,
      "Elija otro medio de pago; si no, la suscripción quedará bloqueada.",
    ],
    ...see("Cambiar el medio de pago", values, say),
  }),
  "subscription-mandate": (values, say) => ({
    subject: `${values.name}: un nuevo mandato por firmar – ${say.network}`,
    preheader: "Sin él no podremos cargar la próxima renovación.",
    title: "Un nuevo mandato por firmar",
    blocks: [
      `La suscripción ${values.name} de ${values.traveller} se paga por adeudo directo. El mandato que firmó solo cubre su primer pedido, no sus renovaciones: no cargaremos nada más con él.`,
      `Firme en línea el mandato de la suscripción antes del ${say.day(values.debitOn)}, o elija otro medio de pago. Si no, la suscripción quedará bloqueada al renovarse.`,
    ],
    ...see("Firmar el mandato", values, say),
  }),
};
