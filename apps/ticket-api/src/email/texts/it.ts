import { typedCode } from "../code-block.ts";
import type { EmailTexts } from "../email-texts.ts";
import { debitEmails, paidOn } from "./debit-emails.ts";
import { documentEmails } from "./documents-it.ts";
import { parcelEmails } from "./parcel-emails.ts";
import { subscriptionEmails } from "./subscription-emails-it.ts";
import { suspension, unpaidEmails } from "./unpaid-emails.ts";

export const it: EmailTexts = {
  plainLink: "Se il pulsante non funziona, copia questo indirizzo nel browser:",
  footer: (network, contact) => `${network} – una domanda? Rispondi a questo messaggio o scrivi a ${contact}.`,
  letters: {
    "verify-email": ({ code, typed, hours }, { network, count, link }) => ({
      subject: `Conferma il tuo indirizzo e-mail – ${network}`,
      preheader: `Inserisci il codice o apri il link entro ${count(hours)} ore.`,
      title: "Conferma il tuo indirizzo e-mail",
      blocks: [
        `Dopo la conferma potrai acquistare i tuoi titoli di viaggio nel negozio ${network}.`,
        ...typedCode("Inserisci questo codice nella pagina in cui hai creato il tuo account:", typed),
        "Oppure apri il link nello stesso browser. In un altro ti chiederà di scegliere una nuova password.",
      ],
      button: { label: "Conferma il mio indirizzo", link: link(`/verify-account?code=${code}`) },
      after: [
        `Il codice e il link sono validi per ${count(hours)} ore e si possono usare una sola volta. Non dare il codice a nessuno.`,
        "Non hai creato un account? Ignora questo messaggio: non succederà nulla.",
      ],
    }),
    "reset-password": ({ code, minutes }, { network, count, link }) => ({
      subject: `Scegli una nuova password – ${network}`,
      preheader: `Il link è valido per ${count(minutes)} minuti.`,
      title: "Scegli una nuova password",
      blocks: ["Hai chiesto di cambiare la password del tuo account."],
      button: { label: "Scegli una password", link: link(`/auth/reset?code=${code}`) },
      after: [
        `Il link è valido per ${count(minutes)} minuti e si può usare una sola volta.`,
        "Non hai chiesto nulla? Ignora questo messaggio: la tua password resta la stessa.",
      ],
    }),
    "password-changed": ({ at }, { network, moment, link }) => ({
      subject: `La tua password è stata cambiata – ${network}`,
      preheader: "Se l’hai fatto tu, non serve altro.",
      title: "La tua password è stata cambiata",
      blocks: [
        `La password del tuo account è stata cambiata il ${moment(at)}. Gli altri dispositivi sono stati disconnessi.`,
        "Non l’hai fatto tu? Scegli subito una nuova password.",
      ],
      button: { label: "Non l’ho fatto io", link: link("/auth/reset") },
    }),
    "email-changed": ({ at, newEmail }, { network, moment }) => ({
      subject: `L’indirizzo e-mail del tuo account è cambiato – ${network}`,
      preheader: "Se l’hai fatto tu, non serve altro.",
      title: "L’indirizzo e-mail del tuo account è cambiato",
      blocks: [
        `Dal ${moment(at)} il tuo account usa l’indirizzo ${newEmail}. Con l’indirizzo a cui ricevi questo messaggio non si accede più.`,
        "Non l’hai fatto tu? Rispondi subito a questo messaggio: ti aiuteremo a recuperare l’account.",
      ],
    }),
    "identity-linked": ({ at, provider }, { network, moment, link }) => ({
      subject: `Un nuovo modo di accedere al tuo account – ${network}`,
      preheader: "Se l’hai fatto tu, non serve altro.",
      title: "È stato aggiunto un modo di accedere",
      blocks: [
        `Dal ${moment(at)} il tuo account si può aprire anche con ${provider ?? "un indirizzo e-mail e una password"}.`,
        "Non l’hai fatto tu? Rimuovilo dal tuo account, poi rispondi a questo messaggio: ti aiuteremo.",
      ],
      button: { label: "Apri il mio account", link: link("/account") },
    }),
    "identity-unlinked": ({ at, provider }, { network, moment, link }) => ({
      subject: `Un modo di accedere è stato rimosso – ${network}`,
      preheader: "Se l’hai fatto tu, non serve altro.",
      title: "Un modo di accedere è stato rimosso",
      blocks: [
        `Dal ${moment(at)} il tuo account non si apre più con ${provider ?? "l’indirizzo e-mail e la password"}. Gli altri tuoi dispositivi sono stati disconnessi.`,
        "Non l’hai fatto tu? Rispondi subito a questo messaggio: ti aiuteremo a recuperare l’account.",
      ],
      button: { label: "Apri il mio account", link: link("/account") },
    }),
    "deletion-code": ({ code, hours }, { network, count, link }) => ({
      subject: `Eliminazione dei tuoi dati: conferma la richiesta – ${network}`,
      preheader: `Nulla viene eliminato senza la tua conferma. Il link vale ${count(hours)} ore.`,
      title: "Conferma la richiesta di eliminazione",
      blocks: [
        "È stata chiesta l’eliminazione dell’account o dei dati legati a questo indirizzo e-mail.",
        "Se la confermi, tutto sarà cancellato 30 giorni dopo; fino ad allora potrai cambiare idea.",
      ],
      button: { label: "Continua", link: link(`/account/delete?code=${code}`) },
      after: [
        `Questo link vale ${count(hours)} ore e si usa una sola volta.`,
        "Non hai chiesto nulla? Ignora questo messaggio: non sarà eliminato nulla.",
      ],
    }),
    "deletion-requested": ({ erasesAt, guest }, { network, moment, link }) => ({
      subject: `${guest ? "I tuoi dati saranno eliminati" : "Il tuo account sarà eliminato"} – ${network}`,
      preheader: "Hai 30 giorni per cambiare idea.",
      title: guest ? "I tuoi dati saranno eliminati" : "Il tuo account sarà eliminato",
      blocks: [
        `I tuoi dati saranno cancellati il ${moment(erasesAt)}. Conserviamo solo le fatture, come chiede la legge.`,
        guest
          ? "Hai cambiato idea, o non hai chiesto nulla? Rispondi a questo messaggio prima di quella data."
          : "Hai cambiato idea, o non hai chiesto nulla? Accedi prima di quella data e riattiva il tuo account.",
      ],
      ...(guest ? {} : { button: { label: "Riattiva il mio account", link: link("/account") } }),
    }),
    "deletion-reminder": ({ erasesAt, guest }, { network, moment, link }) => ({
      subject: `${guest ? "I tuoi dati saranno presto eliminati" : "Il tuo account sarà presto eliminato"} – ${network}`,
      preheader: "Ultimo promemoria prima dell’eliminazione.",
      title: "Restano pochi giorni",
      blocks: [
        `Come richiesto, i tuoi dati saranno cancellati il ${moment(erasesAt)}. Dopo non si potrà più tornare indietro.`,
        guest
          ? "Per conservarli, rispondi a questo messaggio prima di quella data."
          : "Per conservare il tuo account, accedi prima di quella data e riattivalo.",
      ],
      ...(guest ? {} : { button: { label: "Conserva il mio account", link: link("/account") } }),
    }),
    "account-reactivated": ({ at }, { network, moment, link }) => ({
      subject: `Il tuo account è riattivato – ${network}`,
      preheader: "L’eliminazione è annullata.",
      title: "Il tuo account è riattivato",
      blocks: [
        `L’eliminazione del tuo account è stata annullata il ${moment(at)}. Tutto è come prima.`,
        "Non l’hai fatto tu? Scegli subito una nuova password.",
      ],
      button: { label: "Apri il mio account", link: link("/account") },
    }),
    "account-erased": ({ at, guest }, { network, moment }) => ({
      subject: `I tuoi dati sono eliminati – ${network}`,
      preheader: "Questo messaggio è l’ultimo.",
      title: guest ? "I tuoi dati sono eliminati" : "Il tuo account è eliminato",
      blocks: [
        `Il ${moment(at)} tutti i tuoi dati sono stati cancellati. Conserviamo solo le fatture, in un archivio, per il tempo che la legge chiede.`,
        "Non conserviamo nemmeno questo indirizzo: questo messaggio è l’ultimo.",
      ],
    }),
    "new-sign-in": ({ at, device, traveller }, { network, moment, link }) => ({
      subject: `Nuovo accesso al tuo account – ${network}`,
      preheader: "Se l’hai fatto tu, non serve altro.",
      title: "Nuovo accesso al tuo account",
      blocks: [
        traveller === null
          ? "Qualcuno è entrato nel tuo account con un browser non ancora conosciuto."
          : `Qualcuno è entrato nel tuo account come ${traveller}, con un browser non ancora conosciuto.`,
        { rows: [["Quando", moment(at)], ...(device === null ? [] : [["Browser", device] as const])] },
        "Non l’hai fatto tu? Disconnetti quel browser e scegli subito una nuova password.",
      ],
      button: { label: "Vedi dove hai effettuato l’accesso", link: link("/account?edit=devices") },
    }),
    "traveller-sign-in": ({ at, firstName, given }, { network, moment, link }) => ({
      subject: given ? `${firstName} può accedere – ${network}` : `${firstName} non può più accedere – ${network}`,
      preheader: "Se l’hai fatto tu, non serve altro.",
      title: given ? `${firstName} ha un accesso proprio` : `${firstName} non ha più un accesso proprio`,
      blocks: [
        given
          ? `Il ${moment(at)} è stata scelta una password per ${firstName}. Con questa password e il tuo indirizzo e-mail, ${firstName} vede i propri titoli e nient’altro del tuo account.`
          : `Il ${moment(at)} la password di ${firstName} è stata rimossa e tutti i suoi accessi sono stati chiusi.`,
        "Non l’hai fatto tu? Scegli subito una nuova password per il tuo account.",
      ],
      button: { label: "Non l’ho fatto io", link: link("/auth/reset") },
    }),
    "card-blocked": ({ lastDigits, firstName, ticketCount, kind, at }, { network, moment, count, link }) => ({
      subject: `La tessera ${lastDigits} è bloccata – ${network}`,
      preheader: "I tuoi titoli sono al sicuro: passeranno sulla tessera che la sostituisce.",
      title: `La tessera di ${firstName} è bloccata`,
      blocks: [
        `Dal ${moment(at)} questa tessera non può più essere usata, perché è stata dichiarata ${{ lost: "smarrita", stolen: "rubata", defective: "difettosa" }[kind]}.`,
        {
          rows: [
            ["Ultime cifre della tessera", lastDigits],
            ["Titoli bloccati con la tessera", count(ticketCount)],
          ],
        },
        "I titoli ancora validi passeranno sulla tessera sostitutiva, con il tempo e i viaggi che restano.",
      ],
      button: { label: "Sostituisci la tessera", link: link("/account/transport-cards") },
      after: ["Non sei stato tu, o hai ritrovato la tessera? Rispondi a questo messaggio."],
    }),
    "card-lifted": ({ lastDigits, firstName, ticketCount, at }, { network, moment, count }) => ({
      subject: `La tessera ${lastDigits} è sbloccata – ${network}`,
      preheader: "La tessera e i suoi titoli si possono usare di nuovo.",
      title: `La tessera di ${firstName} è sbloccata`,
      blocks: [
        `Dal ${moment(at)} la tessera si può usare di nuovo, con i titoli che conteneva.`,
        {
          rows: [
            ["Ultime cifre della tessera", lastDigits],
            ["Titoli sbloccati", count(ticketCount)],
          ],
        },
      ],
    }),
    "card-made": ({ lastDigits, firstName, ticketCount, replaces }, { network, count, link }) => ({
      subject: `La nuova tessera di ${firstName} è pronta – ${network}`,
      preheader: "È in viaggio, o ti aspetta dove l’hai chiesta.",
      title: `La nuova tessera di ${firstName} è pronta`,
      blocks: [
        replaces === null
          ? "Arriva nel modo che hai scelto."
          : `Sostituisce la tessera ${replaces}, che non serve più, e arriva nel modo che hai scelto.`,
        {
          rows: [
            ["Ultime cifre della tessera", lastDigits],
            ["Titoli sulla tessera", count(ticketCount)],
          ],
        },
      ],
      button: { label: "Vedi le mie tessere", link: link("/account/transport-cards") },
    }),
    welcome: ({ firstName }, { network, link }) => ({
      subject: `Ti diamo il benvenuto in ${network}`,
      preheader: "Il tuo account è pronto.",
      title: firstName === "" ? "Ti diamo il benvenuto!" : `Ti diamo il benvenuto, ${firstName}!`,
      blocks: ["Il tuo account è pronto: titoli di viaggio, fatture e viaggiatori in un unico posto."],
      button: { label: "Apri il mio account", link: link("/account") },
    }),
    "order-confirmation": (
      {
        orderNumber,
        lines,
        total,
        tickets,
        invoiceNumber,
        invoiceAttached,
        guest,
        shippedOrHanded,
        collect,
        parts = [],
      },
      say,
    ) => ({
      subject: `Ordine ${orderNumber} confermato – ${say.network}`,
      preheader: `${parts.length > 0 ? `Totale ${say.money(total)}, pagato alle date qui sotto.` : `${say.money(total)} pagati.`}${tickets.length === 0 || !guest ? "" : " I tuoi titoli sono allegati a questo messaggio."}`,
      title: "Grazie, il tuo ordine è confermato",
      blocks: [
        `Ordine ${orderNumber}`,
        {
          rows: [
            ...lines.map((line) => [`${say.count(line.quantity)} × ${line.name}`, say.money(line.total)] as const),
          ],
          total: [parts.length > 0 ? "Totale dell’ordine" : "Totale pagato", say.money(total)],
        },
        ...paidOn("Le date di pagamento:", parts, say),
        ...(collect
          ? [
              `Il suo ordine sarà pronto ${say.moment(collect.startsAt)} (ritiro fino alle ${say.time(collect.endsAt)}).`,
              `Dove ritirarlo: ${collect.label}, ${collect.address}. Mostri il numero d’ordine ${orderNumber}.`,
            ]
          : []),
        ...(tickets.length === 0
          ? []
          : [
              "I tuoi titoli:",
              {
                list: tickets.map((ticket) => {
                  const who = ticket.traveller === null ? "" : `, per ${ticket.traveller}`;
                  const when =
                    ticket.validFrom === null
                      ? `valido dalla prima convalida${ticket.useBefore === null ? "" : `, da convalidare prima del ${say.limit(ticket.useBefore)}`}`
                      : `valido dal ${say.moment(ticket.validFrom)}${ticket.validUntil === null ? "" : ` al ${say.end(ticket.validUntil)}`}`;
                  return {
                    text: `${ticket.name}${who}: ${when}${ticket.onCard ? ", caricato sulla sua carta alla prossima convalida" : ""} (n. ${ticket.serial})`,
                    link: ticket.link,
                  };
                }),
              },
            ]),
      ],
      ...(guest ? {} : { button: { label: "Vedi i miei titoli", link: say.link("/account/wallet") } }),
      after: [
        ...(shippedOrHanded ? ["Ciò che viene spedito o ritirato segue a parte: ti avviseremo."] : []),
        invoiceAttached
          ? `La fattura ${invoiceNumber} è allegata a questo messaggio.`
          : `La fattura ${invoiceNumber} si trova nel tuo account, insieme al tuo ordine.`,
      ],
    }),
    "order-refunded": ({ orderNumber, total }, { network, money, link }) => ({
      subject: `Ordine ${orderNumber} rimborsato: ${money(total)} – ${network}`,
      preheader: "Il rimborso arriva sul metodo di pagamento utilizzato.",
      title: "Il tuo ordine è rimborsato",
      blocks: [
        `Ti rimborsiamo ${money(total)} per l’ordine ${orderNumber} sul metodo di pagamento che hai utilizzato. Occorre qualche giorno, a seconda della banca.`,
      ],
      button: { label: "Vedi l’ordine", link: link("/account/invoices") },
    }),
    "installment-refused": (
      { orderId, orderNumber, position, count, amount, nextTry },
      { network, money, moment, link },
    ) => ({
      subject: `Ordine ${orderNumber}: il pagamento di ${money(amount)} non è riuscito – ${network}`,
      preheader: "Riproveremo. Nel frattempo controlla la tua carta.",
      title: "Un pagamento non è riuscito",
      blocks: [
        `La banca ha rifiutato la rata ${position} di ${count} dell’ordine ${orderNumber}, pari a ${money(amount)}. Non è stato addebitato nulla.`,
        `Riproveremo con la stessa carta: ${moment(nextTry)}. I tuoi titoli restano validi.`,
      ],
      button: { label: "Vedi l’ordine", link: link(`/account/invoices?order=${orderId}`) },
    }),
    "installment-unpaid": ({ orderId, orderNumber, position, count, amount, suspendsOn }, say) => ({
      subject: `Ordine ${orderNumber}: ${say.money(amount)} da pagare – ${say.network}`,
      preheader: "La carta è stata rifiutata tre volte. Paga la rata online.",
      title: "Una rata è ancora da pagare",
      blocks: [
        `La rata ${position} di ${count} dell’ordine ${orderNumber}, pari a ${say.money(amount)}, è stata rifiutata tre volte. Per essa non è stato addebitato nulla.`,
        "Pagala online con la carta che preferisci: l’ordine tornerà così in regola.",
        ...suspension("it", suspendsOn, say),
      ],
      button: { label: "Paga ora", link: say.link(`/account/invoices?order=${orderId}`) },
    }),
    "installment-refunded": ({ orderId, orderNumber, position, count, amount }, { network, money, link }) => ({
      subject: `Ordine ${orderNumber}: ${money(amount)} rimborsati – ${network}`,
      preheader: "Il pagamento è arrivato troppo tardi. Ti viene restituito.",
      title: "Un pagamento ti viene restituito",
      blocks: [
        `Un pagamento di ${money(amount)} per la rata ${position} di ${count} dell’ordine ${orderNumber} è arrivato dopo la chiusura della pagina di pagamento. Lo rimborsiamo sulla carta utilizzata.`,
        "Nell’ordine puoi vedere se la rata è ancora da pagare.",
      ],
      button: { label: "Vedi l’ordine", link: link(`/account/invoices?order=${orderId}`) },
    }),
    ...debitEmails.it,
    ...unpaidEmails.it,
    ...parcelEmails.it,
    ...subscriptionEmails,
    "payment-refused-late": ({ orderNumber, total }, { network, money, link }) => ({
      subject: `Ordine ${orderNumber}: il pagamento è stato rifiutato – ${network}`,
      preheader: "Non è stato addebitato nulla. Puoi pagare in un altro modo.",
      title: "Il pagamento è stato rifiutato",
      blocks: [
        `Il pagamento di ${money(total)} per l’ordine ${orderNumber} alla fine è stato rifiutato. Non è stato addebitato nulla e nessun titolo è stato emesso.`,
      ],
      button: { label: "Torna all’ordine", link: link("/cart") },
    }),
    ...documentEmails,
  },
};
