import type { DocumentReason } from "@guichet/contract/documents.ts";
import { type DocumentEmails, lastDay, listed, type RequestOfDocuments, type Saying } from "../email-texts.ts";

const reasons: Readonly<Record<DocumentReason, string>> = {
  unreadable: "le document n’est pas lisible",
  incomplete: "il manque une page ou une information",
  "wrong-document": "ce n’est pas le document attendu",
  "wrong-person": "le document est au nom d’une autre personne",
  "out-of-date": "le document est trop ancien",
  "not-entitled": "le document n’ouvre pas ce droit",
  other: "voyez l’explication ci-dessous",
};

const about = ({ number, traveller, item }: RequestOfDocuments): [string, string][] => [
  ["Demande", number],
  ["Pour", traveller],
  ["Titre", item],
];
const awaited = (request: RequestOfDocuments, say: Saying) => ({
  rows: [...about(request), ["Réponse au plus tard", say.day(request.expectedOn)] as const],
});
const grounds = (request: RequestOfDocuments) => ({
  rows: [
    ...about(request),
    ...(request.reason === null ? [] : [["Motif", reasons[request.reason]] as const]),
    ...(request.remark === null ? [] : [["Explication", request.remark] as const]),
  ],
});

export const documentEmails: DocumentEmails = {
  "documents-received": (request, say) => ({
    subject: `Demande ${request.number} : documents bien reçus – ${say.network}`,
    preheader: "Réponse sous deux jours ouvrés environ.",
    title: "Vos documents sont bien arrivés",
    blocks: [
      "Nous les vérifions et vous répondons par e-mail. Vous n’avez rien d’autre à faire.",
      awaited(request, say),
    ],
    button: { label: "Suivre la demande", link: say.link(`/documents/submissions?request=${request.submissionId}`) },
  }),
  "documents-accepted": (request, say) => ({
    subject: `Demande ${request.number} : documents acceptés – ${say.network}`,
    preheader: "Le titre peut maintenant être acheté.",
    title: "Vos documents sont acceptés",
    blocks: ["Tout est en ordre : vous pouvez acheter le titre dès maintenant.", { rows: about(request) }],
    button: { label: "Acheter le titre", link: say.link(`/products/${request.shopItemId}`) },
  }),
  "documents-refused": (request, say) => ({
    subject: `Demande ${request.number} : documents refusés – ${say.network}`,
    preheader: "Voici pourquoi, et ce que vous pouvez faire.",
    title: "Vos documents sont refusés",
    blocks: [
      "Nous n’avons pas pu accepter cette demande. Vous pouvez en faire une nouvelle avec d’autres documents.",
      grounds(request),
    ],
    button: { label: "Voir mes documents", link: say.link("/documents") },
  }),
  "documents-to-complete": (request, say) => ({
    subject: `Demande ${request.number} : à compléter – ${say.network}`,
    preheader: "Il nous faut un autre document.",
    title: "Votre demande est à compléter",
    blocks: [
      "Il nous faut un autre document pour continuer. Votre demande garde sa place et son numéro.",
      grounds(request),
    ],
    button: { label: "Compléter la demande", link: say.link(`/documents/submissions?request=${request.submissionId}`) },
  }),
  "person-corrected": ({ before, traveller, birthDate, kind, tickets, cards }, say) => ({
    subject: `${before} : identité corrigée – ${say.network}`,
    preheader: "Notre service client a corrigé un nom ou une date de naissance.",
    title: "Identité corrigée",
    blocks: [
      `Notre service client a corrigé l’identité de ${before} dans votre compte, après examen d’un justificatif.`,
      {
        rows: [["Nom", traveller], ...(birthDate === null ? [] : [["Date de naissance", say.day(birthDate)] as const])],
      },
      ...(kind === "same-person" ? ["Les droits accordés et les abonnements restent valables."] : []),
      ...(tickets > 0
        ? [
            "Les titres en cours portent désormais ce nom : rouvrez-les dans vos titres pour en afficher le nouveau code.",
          ]
        : []),
      ...(cards > 0
        ? [
            "Une carte de transport porte encore l’ancien nom imprimé. Elle reste valable ; pour la faire refaire, répondez à ce message.",
          ]
        : []),
      "Vous n’avez rien demandé ? Répondez à ce message.",
    ],
    button: { label: "Voir mon compte", link: say.link("/account") },
  }),
  "person-changed": ({ traveller, waiting, ended, statusEnded, pictureRemoved }, say) => ({
    subject: `${traveller} : des droits sont à revoir – ${say.network}`,
    preheader: "Le nom ou la date de naissance a changé.",
    title: "Le nom ou la date de naissance a changé",
    blocks: [
      `Le nom ou la date de naissance de ${traveller} a changé. Les droits accordés auparavant ne valent que pour la personne examinée.`,
      ...listed(
        "Nous réexaminons ces documents. Vous n’avez rien à faire ; d’ici là, ils n’ouvrent aucun achat :",
        waiting.map(({ name, number }) => `${name} (demande ${number})`),
      ),
      ...listed("Ces droits sont terminés. Faites-les confirmer à nouveau :", ended),
      ...(statusEnded ? ["Le statut tarifaire est à déclarer à nouveau."] : []),
      ...(pictureRemoved ? ["La photo a été retirée. Ajoutez-en une nouvelle si un titre la demande."] : []),
      "Les billets déjà achetés gardent le nom sous lequel ils ont été achetés. Si vous n’êtes pas à l’origine de ce changement, répondez à ce message.",
    ],
    button: { label: "Voir mes documents", link: say.link("/documents") },
  }),
  "document-expiring": ({ name, traveller, expiresAt }, say) => ({
    subject: `${traveller} : votre document expire bientôt – ${say.network}`,
    preheader: `${name} : valable jusqu’au ${say.dayOf(lastDay(expiresAt))}.`,
    title: "Un document expire bientôt",
    blocks: [
      `Le document « ${name} » de ${traveller} n’est valable que jusqu’au ${say.dayOf(lastDay(expiresAt))}. Envoyez-en un nouveau avant, pour pouvoir continuer d’acheter au même tarif.`,
    ],
    button: { label: "Envoyer un document", link: say.link("/documents") },
  }),
};
