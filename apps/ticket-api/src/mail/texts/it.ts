import type { LetterTexts } from "../letters.ts";

export const it: LetterTexts = {
  plainLink: "Se il pulsante non funziona, copi questo indirizzo nel browser:",
  footer: (network, contact) => `${network} – una domanda? Risponda a questo messaggio o scriva a ${contact}.`,
  letters: {
    "verify-email": ({ code, hours }, { network, count, link }) => ({
      subject: `Confermi il suo indirizzo e-mail – ${network}`,
      preheader: `Basta un clic. Il link è valido per ${count(hours)} ore.`,
      title: "Confermi il suo indirizzo e-mail",
      blocks: [`Dopo la conferma potrà acquistare i suoi titoli di viaggio nel negozio ${network}.`],
      button: { label: "Conferma il mio indirizzo", link: link(`/verify-account?code=${code}`) },
      after: [
        `Il link è valido per ${count(hours)} ore e si può usare una sola volta.`,
        "Non ha creato un account? Ignori questo messaggio: non succederà nulla.",
      ],
    }),
    "reset-password": ({ code, minutes }, { network, count, link }) => ({
      subject: `Scelga una nuova password – ${network}`,
      preheader: `Il link è valido per ${count(minutes)} minuti.`,
      title: "Scelga una nuova password",
      blocks: ["Ha chiesto di cambiare la password del suo account."],
      button: { label: "Scegli una password", link: link(`/auth/reset?code=${code}`) },
      after: [
        `Il link è valido per ${count(minutes)} minuti e si può usare una sola volta.`,
        "Non ha chiesto nulla? Ignori questo messaggio: la sua password resta la stessa.",
      ],
    }),
    "password-changed": ({ at }, { network, moment, link }) => ({
      subject: `La sua password è stata cambiata – ${network}`,
      preheader: "Se è stato lei, non deve fare nulla.",
      title: "La sua password è stata cambiata",
      blocks: [
        `La password del suo account è stata cambiata il ${moment(at)}. Gli altri dispositivi sono stati disconnessi.`,
        "Non è stato lei? Scelga subito una nuova password.",
      ],
      button: { label: "Non sono stato io", link: link("/auth/reset") },
    }),
    "email-changed": ({ at, newEmail }, { network, moment }) => ({
      subject: `L’indirizzo e-mail del suo account è cambiato – ${network}`,
      preheader: "Se è stato lei, non deve fare nulla.",
      title: "L’indirizzo e-mail del suo account è cambiato",
      blocks: [
        `Dal ${moment(at)} il suo account usa l’indirizzo ${newEmail}. Con questo indirizzo non si accede più.`,
        "Non è stato lei? Risponda subito a questo messaggio: la aiuteremo a recuperare l’account.",
      ],
    }),
    "deletion-code": ({ code, hours }, { network, count, link }) => ({
      subject: `Eliminazione dei suoi dati: confermi la richiesta – ${network}`,
      preheader: `Nulla viene eliminato senza conferma. Il link vale ${count(hours)} ore.`,
      title: "Confermi la richiesta di eliminazione",
      blocks: [
        "È stata chiesta l’eliminazione dell’account o dei dati legati a questo indirizzo e-mail.",
        "Se la conferma, tutto sarà cancellato 30 giorni dopo; fino ad allora potrà cambiare idea.",
      ],
      button: { label: "Continua", link: link(`/account/delete?code=${code}`) },
      after: [
        `Questo link vale ${count(hours)} ore e si usa una sola volta.`,
        "Non ha chiesto nulla? Ignori questo messaggio: non sarà eliminato nulla.",
      ],
    }),
    "deletion-requested": ({ erasesAt, guest }, { network, moment, link }) => ({
      subject: `Il suo account sarà eliminato – ${network}`,
      preheader: "Ha 30 giorni per cambiare idea.",
      title: guest ? "I suoi dati saranno eliminati" : "Il suo account sarà eliminato",
      blocks: [
        `I suoi dati saranno cancellati il ${moment(erasesAt)}. Conserviamo solo le fatture, come chiede la legge.`,
        guest
          ? "Ha cambiato idea, o non ha chiesto nulla? Risponda a questo messaggio prima di quella data."
          : "Ha cambiato idea, o non ha chiesto nulla? Acceda prima di quella data e riattivi il suo account.",
      ],
      ...(guest ? {} : { button: { label: "Riattiva il mio account", link: link("/account") } }),
    }),
    "deletion-reminder": ({ erasesAt, guest }, { network, moment, link }) => ({
      subject: `Il suo account sarà presto eliminato – ${network}`,
      preheader: "Ultimo promemoria prima dell’eliminazione.",
      title: "Restano pochi giorni",
      blocks: [
        `Come richiesto, i suoi dati saranno cancellati il ${moment(erasesAt)}. Dopo non si potrà più tornare indietro.`,
        guest
          ? "Per conservarli, risponda a questo messaggio prima di quella data."
          : "Per conservare il suo account, acceda prima di quella data e lo riattivi.",
      ],
      ...(guest ? {} : { button: { label: "Conserva il mio account", link: link("/account") } }),
    }),
    "account-reactivated": ({ at }, { network, moment, link }) => ({
      subject: `Il suo account è riattivato – ${network}`,
      preheader: "L’eliminazione è annullata.",
      title: "Il suo account è riattivato",
      blocks: [
        `L’eliminazione del suo account è stata annullata il ${moment(at)}. Tutto è come prima.`,
        "Non è stato lei? Scelga subito una nuova password.",
      ],
      button: { label: "Apri il mio account", link: link("/account") },
    }),
    "account-erased": ({ at, guest }, { network, moment }) => ({
      subject: `I suoi dati sono eliminati – ${network}`,
      preheader: "Questo messaggio è l’ultimo.",
      title: guest ? "I suoi dati sono eliminati" : "Il suo account è eliminato",
      blocks: [
        `Il ${moment(at)} tutti i suoi dati sono stati cancellati. Conserviamo solo le fatture, in un archivio, per il tempo che la legge chiede.`,
        "Non conserviamo nemmeno questo indirizzo: questo messaggio è l’ultimo.",
      ],
    }),
    welcome: ({ firstName }, { network, link }) => ({
      subject: `Le diamo il benvenuto in ${network}`,
      preheader: "Il suo account è pronto.",
      title: firstName === "" ? "Le diamo il benvenuto!" : `Le diamo il benvenuto, ${firstName}!`,
      blocks: ["Il suo account è pronto: titoli di viaggio, fatture e viaggiatori in un unico posto."],
      button: { label: "Apri il mio account", link: link("/account") },
    }),
    "order-confirmation": ({ orderNumber, lines, total, tickets, invoiceNumber, guest, shippedOrCollected }, say) => ({
      subject: `Ordine ${orderNumber} confermato – ${say.network}`,
      preheader: `${say.money(total)} pagati.${tickets.length === 0 || !guest ? "" : " I suoi titoli sono allegati a questo messaggio."}`,
      title: "Grazie, il suo ordine è confermato",
      blocks: [
        `Ordine ${orderNumber}`,
        {
          rows: [
            ...lines.map((line) => [`${say.count(line.quantity)} × ${line.name}`, say.money(line.total)] as const),
          ],
          total: ["Totale pagato", say.money(total)],
        },
        ...(tickets.length === 0
          ? []
          : [
              "I suoi titoli:",
              {
                list: tickets.map((ticket) => {
                  const who = ticket.traveller === null ? "" : `, per ${ticket.traveller}`;
                  const when =
                    ticket.validFrom === null
                      ? `valido dalla prima convalida${ticket.useBefore === null ? "" : `, da convalidare entro il ${say.moment(ticket.useBefore)}`}`
                      : `valido dal ${say.moment(ticket.validFrom)}${ticket.validUntil === null ? "" : ` al ${say.moment(ticket.validUntil)}`}`;
                  return { text: `${ticket.name}${who}: ${when} (n. ${ticket.serial})`, link: ticket.link };
                }),
              },
            ]),
      ],
      ...(guest ? {} : { button: { label: "Vedi i miei titoli", link: say.link("/account/wallet") } }),
      after: [
        ...(shippedOrCollected ? ["Ciò che viene spedito o ritirato segue a parte: la avviseremo."] : []),
        `La fattura ${invoiceNumber} è allegata a questo messaggio.`,
      ],
    }),
    "order-refunded": ({ orderNumber, total }, { network, money, link }) => ({
      subject: `Ordine ${orderNumber} rimborsato: ${money(total)} – ${network}`,
      preheader: "Il rimborso arriva sul mezzo di pagamento utilizzato.",
      title: "Il suo ordine è rimborsato",
      blocks: [
        `Le rimborsiamo ${money(total)} per l’ordine ${orderNumber} sul mezzo di pagamento che ha utilizzato. Occorre qualche giorno, a seconda della banca.`,
      ],
      button: { label: "Vedi l’ordine", link: link("/account/invoices") },
    }),
    "installment-refused": (
      { orderId, orderNumber, position, count, amount, nextTry },
      { network, money, moment, link },
    ) => ({
      subject: `Ordine ${orderNumber}: il pagamento di ${money(amount)} non è riuscito – ${network}`,
      preheader: "Riproveremo. Nel frattempo controlli la Sua carta.",
      title: "Un pagamento non è riuscito",
      blocks: [
        `La banca ha rifiutato la rata ${position} di ${count} dell’ordine ${orderNumber}, pari a ${money(amount)}. Non è stato addebitato nulla.`,
        `Riproveremo con la stessa carta: ${moment(nextTry)}. I Suoi titoli restano validi.`,
      ],
      button: { label: "Vedi l’ordine", link: link(`/account/invoices?order=${orderId}`) },
    }),
    "installment-unpaid": ({ orderId, orderNumber, position, count, amount }, { network, money, link }) => ({
      subject: `Ordine ${orderNumber}: ${money(amount)} da pagare – ${network}`,
      preheader: "La carta è stata rifiutata tre volte. Paghi la rata online.",
      title: "Una rata è ancora da pagare",
      blocks: [
        `La rata ${position} di ${count} dell’ordine ${orderNumber}, pari a ${money(amount)}, è stata rifiutata tre volte. Per essa non è stato addebitato nulla.`,
        "La paghi online con la carta che preferisce: l’ordine tornerà così in regola.",
      ],
      button: { label: "Paga ora", link: link(`/account/invoices?order=${orderId}`) },
    }),
    "installment-refunded": ({ orderId, orderNumber, position, count, amount }, { network, money, link }) => ({
      subject: `Ordine ${orderNumber}: ${money(amount)} rimborsati – ${network}`,
      preheader: "Il pagamento è arrivato troppo tardi. Le viene restituito.",
      title: "Un pagamento Le viene restituito",
      blocks: [
        `Un pagamento di ${money(amount)} per la rata ${position} di ${count} dell’ordine ${orderNumber} è arrivato dopo la chiusura della pagina di pagamento. Lo rimborsiamo sulla carta utilizzata.`,
        "Nell’ordine può vedere se la rata è ancora da pagare.",
      ],
      button: { label: "Vedi l’ordine", link: link(`/account/invoices?order=${orderId}`) },
    }),
    "payment-refused-late": ({ orderNumber, total }, { network, money, link }) => ({
      subject: `Ordine ${orderNumber}: il pagamento è stato rifiutato – ${network}`,
      preheader: "Non è stato addebitato nulla. Può pagare in un altro modo.",
      title: "Il pagamento è stato rifiutato",
      blocks: [
        `Il pagamento di ${money(total)} per l’ordine ${orderNumber} alla fine è stato rifiutato. Non è stato addebitato nulla e nessun titolo è stato emesso.`,
      ],
      button: { label: "Torna all’ordine", link: link("/cart") },
    }),
  },
};
