import type { Language } from "@guichet/contract/locales.ts";
import { isolate } from "../../paper/reading-order.ts";
import { month, type SubscriptionLetters, see } from "./subscription-said.ts";

/** The same letters in the other languages. */
export const moreSubscriptionLetters: Readonly<Record<Exclude<Language, "fr" | "en">, SubscriptionLetters>> = {
  ar: {
    "subscription-renewal": (values, say) => ({
      subject: `${isolate(values.name)}: التجديد في ${say.day(values.startsOn)} – ${isolate(say.network)}`,
      preheader: "يمكنك رفض التجديد عبر الإنترنت مجانًا. الموعد الأخير في هذه الرسالة.",
      title: "اشتراكك على وشك التجديد",
      blocks: [
        `ينتهي اشتراك ${isolate(values.name)} الخاص بـ ${isolate(values.traveller)} في ${say.day(values.lastDay)}. إذا لم تفعل شيئًا فسيُجدَّد ابتداءً من ${say.day(values.startsOn)}.`,
        {
          rows: [
            ...(values.before === null ? [] : ([["السعر حتى الآن", say.money(values.before)]] as const)),
            ["سعر الفترة القادمة", say.money(values.amount)],
            ["الخصم ابتداءً من", say.day(values.debitOn)],
          ],
        },
        { box: `يمكنك رفض التجديد حتى ${say.day(values.until)} ضمنًا، عبر الإنترنت ومجانًا.` },
      ],
      ...see("إدارة اشتراكي", values, say),
    }),
    "subscription-not-renewed": (values, say) => ({
      subject: `${isolate(values.name)}: ينتهي في ${say.day(values.lastDay)} – ${isolate(say.network)}`,
      preheader: "لا يمكن تجديد اشتراكك. لن يُخصم أي مبلغ آخر.",
      title: "لن يُجدَّد اشتراكك",
      blocks: [
        {
          ARTICLE_WITHDRAWN: `لم يعد اشتراك ${isolate(values.name)} معروضًا: لا يمكن تجديد اشتراك ${isolate(values.traveller)}.`,
          TRAVELLER_NOT_ELIGIBLE: `لن يستوفي ${isolate(values.traveller)} شروط اشتراك ${isolate(values.name)} في الفترة القادمة: لم يعد العمر أو الوضع مناسبًا.`,
          DOCUMENT_MISSING: `ينقص مستند ساري المفعول لتجديد اشتراك ${isolate(values.name)} الخاص بـ ${isolate(values.traveller)}. أرسله من حسابك ثم استأنف الاشتراك قبل انتهائه.`,
        }[values.reason],
        `يبقى ما دُفع صالحًا حتى ${say.day(values.lastDay)}. لن يُخصم أي مبلغ آخر.`,
      ],
      ...see("عرض اشتراكي", values, say),
    }),
    "subscription-blocked": (values, say) => ({
      subject: `${isolate(values.name)}: مبلغ ${say.money(values.amount)} بانتظار الدفع – ${isolate(say.network)}`,
      preheader: "لم يتم الدفع. غيّر وسيلة الدفع عبر الإنترنت.",
      title: "اشتراكك موقوف",
      blocks: [
        {
          DEBIT_REFUSED: `لم يدفع بنكك مبلغ ${say.money(values.amount)} عن اشتراك ${isolate(values.name)} الخاص بـ ${isolate(values.traveller)} (الطلب ${isolate(values.orderNumber)}).`,
          PAYMENT_METHOD_EXPIRED: `انتهت صلاحية البطاقة التي تدفع اشتراك ${isolate(values.name)} الخاص بـ ${isolate(values.traveller)}: ما زال مبلغ ${say.money(values.amount)} بانتظار الدفع (الطلب ${isolate(values.orderNumber)}).`,
          PAYMENT_METHOD_MISSING: `لا توجد بطاقة محفوظة لدفع اشتراك ${isolate(values.name)} الخاص بـ ${isolate(values.traveller)}: ما زال مبلغ ${say.money(values.amount)} بانتظار الدفع (الطلب ${isolate(values.orderNumber)}).`,
        }[values.reason],
        ...(values.nextTryOn === null ? [] : [`سنحاول مرة أخرى في ${say.day(values.nextTryOn)}.`]),
        `اختر وسيلة دفع أخرى، وعندئذ يُسوّى المبلغ المستحق فورًا. إذا لم يُدفع، ينتهي الاشتراك في ${say.day(values.endsOn)}.`,
      ],
      ...see("تغيير وسيلة الدفع", values, say),
    }),
    "subscription-ended": (values, say) => ({
      subject: `${isolate(values.name)}: تأكيد الإنهاء – ${isolate(say.network)}`,
      preheader: "احتفظ بهذه الرسالة: فيها موعد انتهاء اشتراكك وأثر الإنهاء.",
      title: "تم إنهاء اشتراكك",
      blocks: [
        {
          AT_END: `ينتهي اشتراك ${isolate(values.name)} الخاص بـ ${isolate(values.traveller)} في ${say.day(values.lastDay)}. يبقى صالحًا حتى ذلك اليوم ضمنًا، وبعده لن يُخصم أي مبلغ. وحتى ذلك الحين يمكنك التراجع عن الإنهاء.`,
          AT_ONCE: `انتهى اشتراك ${isolate(values.name)} الخاص بـ ${isolate(values.traveller)}. لم يعد المبلغ المستحق مطلوبًا، ولن يُخصم أي مبلغ آخر.`,
          REFUNDED: `انتهى اشتراك ${isolate(values.name)} الخاص بـ ${isolate(values.traveller)} قبل أن يبدأ. أُلغيت تذاكره، وتجد إشعارًا دائنًا في حسابك.`,
          UNPAID: `انتهى اشتراك ${isolate(values.name)} الخاص بـ ${isolate(values.traveller)} لأنه بقي غير مدفوع. لن يُخصم أي مبلغ آخر.`,
        }[values.effect],
        ...(values.refund === null ? [] : [`سنردّ إليك ${say.money(values.refund)}.`]),
      ],
      ...see("عرض اشتراكي", values, say),
    }),
    "subscription-taken-back": (values, say) => ({
      subject: `${isolate(values.name)}: اشتراكك مستمر – ${isolate(say.network)}`,
      preheader: "تم التراجع عن الإنهاء.",
      title: "اشتراكك مستمر",
      blocks: [
        `تم التراجع عن إنهاء اشتراك ${isolate(values.name)} الخاص بـ ${isolate(values.traveller)}. سيُجدَّد ابتداءً من ${say.day(values.startsOn)}، ويُخصم المبلغ ابتداءً من ${say.day(values.debitOn)}.`,
      ],
      ...see("عرض اشتراكي", values, say),
    }),
    "subscription-card-expiring": (values, say) => ({
      subject: `${isolate(values.name)}: بطاقتك على وشك الانتهاء – ${isolate(say.network)}`,
      preheader: "غيّر وسيلة الدفع ليستمر اشتراكك.",
      title: "بطاقتك على وشك الانتهاء",
      blocks: [
        `البطاقة التي تدفع اشتراك ${isolate(values.name)} الخاص بـ ${isolate(values.traveller)} صالحة حتى نهاية ${month(values.expiresOn)} فقط. الخصم القادم في ${say.day(values.debitOn)}.`,
        "اختر وسيلة دفع أخرى، وإلا أُوقف الاشتراك.",
      ],
      ...see("تغيير وسيلة الدفع", values, say),
    }),
  },
  it: {
    "subscription-renewal": (values, say) => ({
      subject: `${values.name}: rinnovo il ${say.day(values.startsOn)} – ${say.network}`,
      preheader: "Puoi rifiutarlo online, senza spese. La scadenza è in questo messaggio.",
      title: "Il tuo abbonamento sta per essere rinnovato",
      blocks: [
        `L’abbonamento ${values.name} di ${values.traveller} termina il ${say.day(values.lastDay)}. Se non fai nulla, si rinnova dal ${say.day(values.startsOn)}.`,
        {
          rows: [
            ...(values.before === null ? [] : ([["Prezzo finora", say.money(values.before)]] as const)),
            ["Prezzo del prossimo periodo", say.money(values.amount)],
            ["Addebito dal", say.day(values.debitOn)],
          ],
        },
        { box: `Puoi rifiutare il rinnovo fino al ${say.day(values.until)} incluso, online e senza spese.` },
      ],
      ...see("Gestisci il mio abbonamento", values, say),
    }),
    "subscription-not-renewed": (values, say) => ({
      subject: `${values.name}: termina il ${say.day(values.lastDay)} – ${say.network}`,
      preheader: "Il tuo abbonamento non può essere rinnovato. Non ti verrà addebitato altro.",
      title: "Il tuo abbonamento non sarà rinnovato",
      blocks: [
        {
          ARTICLE_WITHDRAWN: `L’abbonamento ${values.name} non è più in vendita: quello di ${values.traveller} non può essere rinnovato.`,
          TRAVELLER_NOT_ELIGIBLE: `${values.traveller} non avrà più diritto all’abbonamento ${values.name} nel prossimo periodo: l’età o lo stato non corrispondono più.`,
          DOCUMENT_MISSING: `Manca un documento valido per rinnovare l’abbonamento ${values.name} di ${values.traveller}. Invialo dal tuo account, poi riprendi l’abbonamento prima che termini.`,
        }[values.reason],
        `Ciò che è pagato resta valido fino al ${say.day(values.lastDay)}. Non ti verrà addebitato altro.`,
      ],
      ...see("Vedi il mio abbonamento", values, say),
    }),
    "subscription-blocked": (values, say) => ({
      subject: `${values.name}: ${say.money(values.amount)} da pagare – ${say.network}`,
      preheader: "Il pagamento non è andato a buon fine. Cambia metodo di pagamento online.",
      title: "Il tuo abbonamento è bloccato",
      blocks: [
        {
          DEBIT_REFUSED: `La tua banca non ha pagato ${say.money(values.amount)} per l’abbonamento ${values.name} di ${values.traveller} (ordine ${values.orderNumber}).`,
          PAYMENT_METHOD_EXPIRED: `La carta che paga l’abbonamento ${values.name} di ${values.traveller} è scaduta: restano da pagare ${say.money(values.amount)} (ordine ${values.orderNumber}).`,
          PAYMENT_METHOD_MISSING: `Nessuna carta è salvata per pagare l’abbonamento ${values.name} di ${values.traveller}: restano da pagare ${say.money(values.amount)} (ordine ${values.orderNumber}).`,
        }[values.reason],
        ...(values.nextTryOn === null ? [] : [`Riproveremo il ${say.day(values.nextTryOn)}.`]),
        `Scegli un altro metodo di pagamento: quanto è dovuto viene saldato subito. Senza pagamento, l’abbonamento termina il ${say.day(values.endsOn)}.`,
      ],
      ...see("Cambia metodo di pagamento", values, say),
    }),
    "subscription-ended": (values, say) => ({
      subject: `${values.name}: disdetta confermata – ${say.network}`,
      preheader: "Conserva questo messaggio: dice quando termina il tuo abbonamento, e con quali effetti.",
      title: "Il tuo abbonamento è disdetto",
      blocks: [
        {
          AT_END: `L’abbonamento ${values.name} di ${values.traveller} termina il ${say.day(values.lastDay)}. Resta valido fino a quel giorno incluso, poi non ti verrà addebitato altro. Fino ad allora puoi annullare la disdetta.`,
          AT_ONCE: `L’abbonamento ${values.name} di ${values.traveller} è terminato. Quanto era dovuto non viene più richiesto, e non ti verrà addebitato altro.`,
          REFUNDED: `L’abbonamento ${values.name} di ${values.traveller} è terminato prima di iniziare. I suoi titoli sono annullati, e nel tuo account trovi una nota di credito.`,
          UNPAID: `L’abbonamento ${values.name} di ${values.traveller} è terminato perché non è stato pagato. Non ti verrà addebitato altro.`,
        }[values.effect],
        ...(values.refund === null ? [] : [`Ti rimborsiamo ${say.money(values.refund)}.`]),
      ],
      ...see("Vedi il mio abbonamento", values, say),
    }),
    "subscription-taken-back": (values, say) => ({
      subject: `${values.name}: il tuo abbonamento continua – ${say.network}`,
      preheader: "La disdetta è annullata.",
      title: "Il tuo abbonamento continua",
      blocks: [
        `La disdetta dell’abbonamento ${values.name} di ${values.traveller} è annullata. Sarà rinnovato dal ${say.day(values.startsOn)}, con addebito dal ${say.day(values.debitOn)}.`,
      ],
      ...see("Vedi il mio abbonamento", values, say),
    }),
    "subscription-card-expiring": (values, say) => ({
      subject: `${values.name}: la tua carta sta per scadere – ${say.network}`,
      preheader: "Cambia metodo di pagamento perché l’abbonamento continui.",
      title: "La tua carta sta per scadere",
      blocks: [
        `La carta che paga l’abbonamento ${values.name} di ${values.traveller} è valida solo fino alla fine di ${month(values.expiresOn)}. Il prossimo addebito è previsto il ${say.day(values.debitOn)}.`,
        "Scegli un altro metodo di pagamento, altrimenti l’abbonamento sarà bloccato.",
      ],
      ...see("Cambia metodo di pagamento", values, say),
    }),
  },
  es: {
    "subscription-renewal": (values, say) => ({
      subject: `${values.name}: renovación el ${say.day(values.startsOn)} – ${say.network}`,
      preheader: "Puedes rechazarla en línea, sin gastos. La fecha límite está en este mensaje.",
      title: "Tu suscripción está a punto de renovarse",
      blocks: [
        `La suscripción ${values.name} de ${values.traveller} termina el ${say.day(values.lastDay)}. Si no haces nada, se renueva a partir del ${say.day(values.startsOn)}.`,
        {
          rows: [
            ...(values.before === null ? [] : ([["Precio hasta ahora", say.money(values.before)]] as const)),
            ["Precio del próximo período", say.money(values.amount)],
            ["Cobro a partir del", say.day(values.debitOn)],
          ],
        },
        { box: `Puedes rechazar la renovación hasta el ${say.day(values.until)} incluido, en línea y sin gastos.` },
      ],
      ...see("Gestionar mi suscripción", values, say),
    }),
    "subscription-not-renewed": (values, say) => ({
      subject: `${values.name}: termina el ${say.day(values.lastDay)} – ${say.network}`,
      preheader: "Tu suscripción no se puede renovar. No se te cobrará nada más.",
      title: "Tu suscripción no se renovará",
      blocks: [
        {
          ARTICLE_WITHDRAWN: `La suscripción ${values.name} ya no se ofrece: la de ${values.traveller} no se puede renovar.`,
          TRAVELLER_NOT_ELIGIBLE: `${values.traveller} ya no tendrá derecho a la suscripción ${values.name} en el próximo período: la edad o la situación ya no corresponden.`,
          DOCUMENT_MISSING: `Falta un documento válido para renovar la suscripción ${values.name} de ${values.traveller}. Envíalo desde tu cuenta y retoma la suscripción antes de que termine.`,
        }[values.reason],
        `Lo que está pagado sigue siendo válido hasta el ${say.day(values.lastDay)}. No se te cobrará nada más.`,
      ],
      ...see("Ver mi suscripción", values, say),
    }),
    "subscription-blocked": (values, say) => ({
      subject: `${values.name}: ${say.money(values.amount)} por pagar – ${say.network}`,
      preheader: "El pago no se ha realizado. Cambia el medio de pago en línea.",
      title: "Tu suscripción está bloqueada",
      blocks: [
        {
          DEBIT_REFUSED: `Tu banco no ha pagado ${say.money(values.amount)} por la suscripción ${values.name} de ${values.traveller} (pedido ${values.orderNumber}).`,
          PAYMENT_METHOD_EXPIRED: `La tarjeta que paga la suscripción ${values.name} de ${values.traveller} ha caducado: quedan por pagar ${say.money(values.amount)} (pedido ${values.orderNumber}).`,
          PAYMENT_METHOD_MISSING: `No hay ninguna tarjeta guardada para pagar la suscripción ${values.name} de ${values.traveller}: quedan por pagar ${say.money(values.amount)} (pedido ${values.orderNumber}).`,
        }[values.reason],
        ...(values.nextTryOn === null ? [] : [`Lo intentaremos de nuevo el ${say.day(values.nextTryOn)}.`]),
        `Elige otro medio de pago: lo pendiente se paga entonces enseguida. Sin pago, la suscripción termina el ${say.day(values.endsOn)}.`,
      ],
      ...see("Cambiar el medio de pago", values, say),
    }),
    "subscription-ended": (values, say) => ({
      subject: `${values.name}: baja confirmada – ${say.network}`,
      preheader: "Guarda este mensaje: dice cuándo termina tu suscripción y con qué efectos.",
      title: "Tu suscripción está dada de baja",
      blocks: [
        {
          AT_END: `La suscripción ${values.name} de ${values.traveller} termina el ${say.day(values.lastDay)}. Sigue siendo válida hasta ese día incluido; después no se te cobrará nada más. Hasta entonces puedes anular la baja.`,
          AT_ONCE: `La suscripción ${values.name} de ${values.traveller} ha terminado. Ya no se pide lo que estaba pendiente y no se te cobrará nada más.`,
          REFUNDED: `La suscripción ${values.name} de ${values.traveller} ha terminado antes de empezar. Sus títulos quedan anulados y en tu cuenta hay una factura rectificativa.`,
          UNPAID: `La suscripción ${values.name} de ${values.traveller} ha terminado porque quedó sin pagar. No se te cobrará nada más.`,
        }[values.effect],
        ...(values.refund === null ? [] : [`Te reembolsamos ${say.money(values.refund)}.`]),
      ],
      ...see("Ver mi suscripción", values, say),
    }),
    "subscription-taken-back": (values, say) => ({
      subject: `${values.name}: tu suscripción continúa – ${say.network}`,
      preheader: "La baja queda anulada.",
      title: "Tu suscripción continúa",
      blocks: [
        `La baja de la suscripción ${values.name} de ${values.traveller} queda anulada. Se renovará a partir del ${say.day(values.startsOn)}, con un cobro a partir del ${say.day(values.debitOn)}.`,
      ],
      ...see("Ver mi suscripción", values, say),
    }),
    "subscription-card-expiring": (values, say) => ({
      subject: `${values.name}: tu tarjeta está a punto de caducar – ${say.network}`,
      preheader: "Cambia el medio de pago para que la suscripción continúe.",
      title: "Tu tarjeta está a punto de caducar",
      blocks: [
        `La tarjeta que paga la suscripción ${values.name} de ${values.traveller} solo vale hasta el final de ${month(values.expiresOn)}. El próximo cobro está previsto el ${say.day(values.debitOn)}.`,
        "Elige otro medio de pago; si no, la suscripción quedará bloqueada.",
      ],
      ...see("Cambiar el medio de pago", values, say),
    }),
  },
};
