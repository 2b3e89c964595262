import type { DocumentReason } from "@guichet/contract/documents.ts";
import { type DocumentEmails, lastDay, listed, type RequestOfDocuments, type Saying } from "../email-texts.ts";

const reasons: Readonly<Record<DocumentReason, string>> = {
  unreadable: "il documento non è leggibile",
  incomplete: "manca una pagina o un dato",
  "wrong-document": "non è il documento richiesto",
  "wrong-person": "il documento è intestato a un’altra persona",
  "out-of-date": "il documento è troppo vecchio",
  "not-entitled": "il documento non dà questo diritto",
  other: "vedi la spiegazione qui sotto",
};

const about = ({ number, traveller, item }: RequestOfDocuments): [string, string][] => [
  ["Richiesta", number],
  ["Per", traveller],
  ["Titolo", item],
];
const awaited = (request: RequestOfDocuments, say: Saying) => ({
  rows: [...about(request), ["Risposta al più tardi", say.day(request.expectedOn)] as const],
});
const grounds = (request: RequestOfDocuments) => ({
  rows: [
    ...about(request),
    ...(request.reason === null ? [] : [["Motivo", reasons[request.reason]] as const]),
    ...(request.remark === null ? [] : [["Spiegazione", request.remark] as const]),
  ],
});

export const documentEmails: DocumentEmails = {
  "documents-received": (request, say) => ({
    subject: `Richiesta ${request.number}: documenti ricevuti – ${say.network}`,
    preheader: "Risposta entro circa due giorni lavorativi.",
    title: "I tuoi documenti sono arrivati",
    blocks: ["Li controlliamo e ti rispondiamo per e-mail. Non devi fare altro.", awaited(request, say)],
    button: { label: "Segui la richiesta", link: say.link(`/documents/submissions?request=${request.submissionId}`) },
  }),
  "documents-accepted": (request, say) => ({
    subject: `Richiesta ${request.number}: documenti accettati – ${say.network}`,
    preheader: "Ora il titolo si può acquistare.",
    title: "I tuoi documenti sono accettati",
    blocks: ["È tutto in ordine: puoi acquistare il titolo già ora.", { rows: about(request) }],
    button: { label: "Acquista il titolo", link: say.link(`/products/${request.shopItemId}`) },
  }),
  "documents-refused": (request, say) => ({
    subject: `Richiesta ${request.number}: documenti rifiutati – ${say.network}`,
    preheader: "Ecco perché, e che cosa puoi fare.",
    title: "I tuoi documenti sono rifiutati",
    blocks: [
      "Non abbiamo potuto accettare questa richiesta. Puoi farne una nuova con altri documenti.",
      grounds(request),
    ],
    button: { label: "Vedi i miei documenti", link: say.link("/documents") },
  }),
  "documents-to-complete": (request, say) => ({
    subject: `Richiesta ${request.number}: da completare – ${say.network}`,
    preheader: "Ci serve un altro documento.",
    title: "La tua richiesta è da completare",
    blocks: [
      "Per continuare ci serve un altro documento. La richiesta mantiene il suo posto e il suo numero.",
      grounds(request),
    ],
    button: {
      label: "Completa la richiesta",
      link: say.link(`/documents/submissions?request=${request.submissionId}`),
    },
  }),
  "person-corrected": ({ before, traveller, birthDate, kind, tickets, cards }, say) => ({
    subject: `${before}: identità corretta – ${say.network}`,
    preheader: "Il nostro servizio clienti ha corretto un nome o una data di nascita.",
    title: "Identità corretta",
    blocks: [
      `Il nostro servizio clienti ha corretto l’identità di ${before} nel tuo account, dopo aver visto un documento.`,
      {
        rows: [["Nome", traveller], ...(birthDate === null ? [] : [["Data di nascita", say.day(birthDate)] as const])],
      },
      ...(kind === "same-person" ? ["I diritti concessi e gli abbonamenti restano validi."] : []),
      ...(tickets > 0
        ? ["I titoli in corso portano ora questo nome: riaprili tra i tuoi titoli per mostrare il nuovo codice."]
        : []),
      ...(cards > 0
        ? [
            "Una tessera di trasporto porta ancora stampato il nome precedente. Resta valida; per farla rifare, rispondi a questo messaggio.",
          ]
        : []),
      "Non hai chiesto nulla? Rispondi a questo messaggio.",
    ],
    button: { label: "Vedi il mio account", link: say.link("/account") },
  }),
  "person-changed": ({ traveller, waiting, ended, statusEnded, pictureRemoved }, say) => ({
    subject: `${traveller}: diritti da verificare di nuovo – ${say.network}`,
    preheader: "Il nome o la data di nascita è cambiato.",
    title: "Il nome o la data di nascita è cambiato",
    blocks: [
      `Il nome o la data di nascita di ${traveller} è cambiato. I diritti concessi prima valgono solo per la persona verificata.`,
      ...listed(
        "Verifichiamo di nuovo questi documenti. Non devi fare nulla; fino ad allora non permettono acquisti:",
        waiting.map(({ name, number }) => `${name} (richiesta ${number})`),
      ),
      ...listed("Questi diritti sono terminati. Falli confermare di nuovo:", ended),
      ...(statusEnded ? ["Lo stato tariffario va dichiarato di nuovo."] : []),
      ...(pictureRemoved ? ["La foto è stata rimossa. Aggiungine una nuova se un titolo la richiede."] : []),
      "I biglietti già acquistati mantengono il nome con cui sono stati acquistati. Se non hai fatto tu questa modifica, rispondi a questo messaggio.",
    ],
    button: { label: "Vedi i miei documenti", link: say.link("/documents") },
  }),
  "document-expiring": ({ name, traveller, expiresAt }, say) => ({
    subject: `${traveller}: un documento sta per scadere – ${say.network}`,
    preheader: `${name}: valido fino al ${say.dayOf(lastDay(expiresAt))}.`,
    title: "Un documento sta per scadere",
    blocks: [
      `Il documento «${name}» di ${traveller} è valido solo fino al ${say.dayOf(lastDay(expiresAt))}. Inviane uno nuovo prima, per continuare ad acquistare alla stessa tariffa.`,
    ],
    button: { label: "Invia un documento", link: say.link("/documents") },
  }),
};
