import { cannotRefuse, deadline, isDue, month, type SubscriptionEmails, see } from "./subscription-emails.ts";

export const subscriptionEmails: SubscriptionEmails = {
  "subscription-renewal": (values, say) => ({
    subject: `${values.name}: rinnovo il ${say.day(values.startsOn)} – ${say.network}`,
    preheader: cannotRefuse(values)
      ? "Puoi disdirlo online in ogni momento, senza spese. Questo messaggio dice come."
      : "Puoi rifiutarlo online, senza spese. La scadenza è in questo messaggio.",
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
      ...deadline(
        values,
        {
          until: (day) => `Puoi rifiutare il rinnovo fino al ${day} incluso, online e senza spese.`,
          late: "Questo messaggio ti arriva più tardi di quanto previsto dalla legge: una volta rinnovato l’abbonamento, puoi disdirlo in ogni momento, online e senza spese. Quanto è pagato per i giorni successivi ti viene allora rimborsato entro 30 giorni.",
        },
        say,
      ),
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
        CARD_UNUSABLE: `La tessera di ${values.traveller} non può più portare l’abbonamento ${values.name} nel prossimo periodo: scade prima, o non è più nel tuo account. Con un’altra tessera, fai un nuovo abbonamento.`,
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
        MANDATE_REQUIRED: `Nessun mandato firmato copre i rinnovi dell’abbonamento ${values.name} di ${values.traveller}: restano da pagare ${say.money(values.amount)} (ordine ${values.orderNumber}). Firma un nuovo mandato, o paga in un altro modo.`,
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
        AT_ONCE: `L’abbonamento ${values.name} di ${values.traveller} è terminato. ${isDue(values) ? "Non si rinnova più." : "Quanto era dovuto non viene più richiesto, e non ti verrà addebitato altro."}`,
        REFUNDED: `L’abbonamento ${values.name} di ${values.traveller} è terminato prima di iniziare. I suoi titoli sono annullati, e nel tuo account trovi una nota di credito.`,
        REST_REFUNDED: `L’abbonamento ${values.name} di ${values.traveller} termina il ${say.day(values.lastDay)}. Resta valido fino a quel giorno incluso, e non ti verrà addebitato altro. Nel tuo account trovi una nota di credito per i giorni successivi.`,
        UNPAID: `L’abbonamento ${values.name} di ${values.traveller} è terminato perché non è stato pagato. Non ti verrà addebitato altro.`,
      }[values.effect],
      ...(isDue(values)
        ? [`L’ordine ${values.due}, il cui addebito è tornato impagato, resta da pagare: lo trovi nel tuo account.`]
        : []),
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
  "subscription-mandate": (values, say) => ({
    subject: `${values.name}: un nuovo mandato da firmare – ${say.network}`,
    preheader: "Senza, non potremo addebitare il prossimo rinnovo.",
    title: "Un nuovo mandato da firmare",
    blocks: [
      `L’abbonamento ${values.name} di ${values.traveller} è pagato con addebito diretto. Il mandato che hai firmato copre solo il primo ordine, non i rinnovi: con esso non addebiteremo più nulla.`,
      `Firma online il mandato dell’abbonamento prima del ${say.day(values.debitOn)}, o scegli un altro metodo di pagamento. Altrimenti l’abbonamento sarà bloccato al rinnovo.`,
    ],
    ...see("Firma il mandato", values, say),
  }),
};
