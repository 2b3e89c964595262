import type { DocumentReason } from "@guichet/contract/documents.ts";
import { type DocumentEmails, lastDay, listed, type RequestOfDocuments, type Saying } from "../email-texts.ts";

const reasons: Readonly<Record<DocumentReason, string>> = {
  unreadable: "the document cannot be read",
  incomplete: "a page or a detail is missing",
  "wrong-document": "it is not the document that is needed",
  "wrong-person": "the document is in somebody else’s name",
  "out-of-date": "the document is too old",
  "not-entitled": "the document does not give this right",
  other: "see the explanation below",
};

const about = ({ number, traveller, item }: RequestOfDocuments): [string, string][] => [
  ["Request", number],
  ["For", traveller],
  ["Ticket", item],
];
const awaited = (request: RequestOfDocuments, say: Saying) => ({
  rows: [...about(request), ["Answer at the latest", say.day(request.expectedOn)] as const],
});
const grounds = (request: RequestOfDocuments) => ({
  rows: [
    ...about(request),
    ...(request.reason === null ? [] : [["Reason", reasons[request.reason]] as const]),
    ...(request.remark === null ? [] : [["Explanation", request.remark] as const]),
  ],
});

export const documentEmails: DocumentEmails = {
  "documents-received": (request, say) => ({
    subject: `Request ${request.number}: documents received – ${say.network}`,
    preheader: "We answer in about two working days.",
    title: "Your documents have arrived",
    blocks: ["We check them and answer by e-mail. There is nothing else for you to do.", awaited(request, say)],
    button: { label: "Follow the request", link: say.link(`/documents/submissions?request=${request.submissionId}`) },
  }),
  "documents-accepted": (request, say) => ({
    subject: `Request ${request.number}: documents accepted – ${say.network}`,
    preheader: "The ticket can be bought now.",
    title: "Your documents are accepted",
    blocks: ["All is in order: you can buy the ticket now.", { rows: about(request) }],
    button: { label: "Buy the ticket", link: say.link(`/products/${request.shopItemId}`) },
  }),
  "documents-refused": (request, say) => ({
    subject: `Request ${request.number}: documents refused – ${say.network}`,
    preheader: "Here is why, and what you can do.",
    title: "Your documents are refused",
    blocks: ["We could not accept this request. You can make a new one with other documents.", grounds(request)],
    button: { label: "See my documents", link: say.link("/documents") },
  }),
  "documents-to-complete": (request, say) => ({
    subject: `Request ${request.number}: more is needed – ${say.network}`,
    preheader: "We need another document.",
    title: "Your request needs completing",
    blocks: ["We need another document to go on. Your request keeps its place and its number.", grounds(request)],
    button: { label: "Complete the request", link: say.link(`/documents/submissions?request=${request.submissionId}`) },
  }),
  "person-corrected": ({ before, traveller, birthDate, kind, tickets, cards }, say) => ({
    subject: `${before}: identity corrected – ${say.network}`,
    preheader: "Our customer service corrected a name or birth date.",
    title: "Identity corrected",
    blocks: [
      `Our customer service corrected the identity of ${before} in your account, after seeing a document.`,
      { rows: [["Name", traveller], ...(birthDate === null ? [] : [["Birth date", say.day(birthDate)] as const])] },
      ...(kind === "same-person" ? ["Rights and subscriptions stay valid."] : []),
      ...(tickets > 0
        ? ["Current tickets now bear this name: open them again among your tickets to show the new code."]
        : []),
      ...(cards > 0
        ? [
            "A transport card is still printed with the former name. It stays valid; to have it made again, reply to this message.",
          ]
        : []),
      "You did not ask for this? Reply to this message.",
    ],
    button: { label: "See my account", link: say.link("/account") },
  }),
  "person-changed": ({ traveller, waiting, ended, statusEnded, pictureRemoved }, say) => ({
    subject: `${traveller}: rights to be checked again – ${say.network}`,
    preheader: "The name or birth date changed.",
    title: "The name or birth date changed",
    blocks: [
      `The name or birth date of ${traveller} changed. Rights given before hold only for the person who was checked.`,
      ...listed(
        "We are checking these documents again. There is nothing for you to do; until then they cannot be used to buy:",
        waiting.map(({ name, number }) => `${name} (request ${number})`),
      ),
      ...listed("These rights have ended. Have them confirmed again:", ended),
      ...(statusEnded ? ["The fare status has to be declared again."] : []),
      ...(pictureRemoved ? ["The picture was removed. Add a new one if a ticket needs it."] : []),
      "Tickets bought before keep the name they were bought under. If you did not make this change, reply to this message.",
    ],
    button: { label: "See my documents", link: say.link("/documents") },
  }),
  "document-expiring": ({ name, traveller, expiresAt }, say) => ({
    subject: `${traveller}: a document ends soon – ${say.network}`,
    preheader: `${name}: valid until ${say.dayOf(lastDay(expiresAt))}.`,
    title: "A document ends soon",
    blocks: [
      `The document “${name}” of ${traveller} is valid until ${say.dayOf(lastDay(expiresAt))} only. Send a new one before then, so that you can go on buying at the same fare.`,
    ],
    button: { label: "Send a document", link: say.link("/documents") },
  }),
};
