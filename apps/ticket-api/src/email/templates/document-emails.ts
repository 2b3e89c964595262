import { documentDecisionWorkingDays } from "@guichet/contract/limits/document-limits.ts";
import type { EmailTemplates, RequestOfDocuments } from "../email-contents.ts";
import type { Block, EmailContext } from "../email-template.ts";

/** E-mails about supporting documents, and about a person whose identity changed. */
export const documentEmails: EmailTemplates<
  | "documents-received"
  | "documents-accepted"
  | "documents-refused"
  | "documents-to-complete"
  | "document-expiring"
  | "person-changed"
  | "person-corrected"
> = {
  "documents-received": (request, context) => ({
    subject: context.t("document-emails.received.subject", { number: request.number, network: context.network }),
    preheader: context.t("document-emails.received.preheader", { days: documentDecisionWorkingDays }),
    title: context.t("document-emails.received.title"),
    blocks: [
      context.t("document-emails.received.text"),
      {
        rows: [
          ...requestRows(request, context),
          [context.t("document-emails.received.expected"), context.day(request.expectedOn)],
        ],
      },
    ],
    button: { label: context.t("document-emails.received.button"), link: requestLink(request, context) },
  }),
  "documents-accepted": (request, context) => ({
    subject: context.t("document-emails.accepted.subject", { number: request.number, network: context.network }),
    preheader: context.t("document-emails.accepted.preheader"),
    title: context.t("document-emails.accepted.title"),
    blocks: [context.t("document-emails.accepted.text"), { rows: requestRows(request, context) }],
    button: {
      label: context.t("document-emails.accepted.button"),
      link: context.link("/cart"),
    },
    after: [context.t("document-emails.accepted.elsewhere")],
  }),
  "documents-refused": (request, context) => ({
    subject: context.t("document-emails.refused.subject", { number: request.number, network: context.network }),
    preheader: context.t("document-emails.refused.preheader"),
    title: context.t("document-emails.refused.title"),
    blocks: [context.t("document-emails.refused.text"), { rows: decisionRows(request, context) }],
    button: { label: context.t("document-emails.refused.button"), link: proofLink(request, context) },
  }),
  "documents-to-complete": (request, context) => ({
    subject: context.t("document-emails.to-complete.subject", { number: request.number, network: context.network }),
    preheader: context.t("document-emails.to-complete.preheader"),
    title: context.t("document-emails.to-complete.title"),
    blocks: [context.t("document-emails.to-complete.text"), { rows: decisionRows(request, context) }],
    button: { label: context.t("document-emails.to-complete.button"), link: requestLink(request, context) },
  }),
  "document-expiring": ({ name, traveller, expiresAt }, { t, network, dayOf, link }) => ({
    subject: t("document-emails.expiring.subject", { traveller, network }),
    preheader: t("document-emails.expiring.preheader", { name, day: dayOf(lastDay(expiresAt)) }),
    title: t("document-emails.expiring.title"),
    blocks: [t("document-emails.expiring.text", { name, traveller, day: dayOf(lastDay(expiresAt)) })],
    button: { label: t("document-emails.expiring.button"), link: link("/documents") },
  }),
  "person-changed": ({ traveller, waiting, ended, statusEnded, pictureRemoved }, { t, network, isolated, link }) => ({
    subject: t("document-emails.person-changed.subject", { traveller, network }),
    preheader: t("document-emails.person-changed.preheader"),
    title: t("document-emails.person-changed.title"),
    blocks: [
      t("document-emails.person-changed.text", { traveller }),
      ...listUnder(
        t("document-emails.person-changed.waiting"),
        waiting.map(({ name, number }) => t("document-emails.person-changed.request", { name, number })),
      ),
      ...listUnder(t("document-emails.person-changed.ended"), ended.map(isolated)),
      ...(statusEnded ? [t("document-emails.person-changed.status")] : []),
      ...(pictureRemoved ? [t("document-emails.person-changed.picture")] : []),
      t("document-emails.person-changed.not-you"),
    ],
    button: { label: t("document-emails.see"), link: link("/documents") },
  }),
  "person-corrected": ({ before, traveller, birthDate, kind, tickets, cards }, context) => {
    const { t, network, isolated, day, link } = context;
    return {
      subject: t("document-emails.person-corrected.subject", { before, network }),
      preheader: t("document-emails.person-corrected.preheader"),
      title: t("document-emails.person-corrected.title"),
      blocks: [
        t("document-emails.person-corrected.text", { before }),
        {
          rows: [
            [t("document-emails.person-corrected.name"), isolated(traveller)],
            ...(birthDate === null
              ? []
              : [[t("document-emails.person-corrected.birth-date"), day(birthDate)] as const]),
          ],
        },
        ...(kind === "same-person" ? [t("document-emails.person-corrected.stay-valid")] : []),
        ...(tickets > 0 ? [t("document-emails.person-corrected.tickets")] : []),
        ...(cards > 0 ? [t("document-emails.person-corrected.cards")] : []),
        t("document-emails.person-corrected.not-you"),
      ],
      button: { label: t("document-emails.person-corrected.button"), link: link("/account") },
    };
  },
};

type Row = readonly [string, string];

const requestRows = ({ number, traveller, item }: RequestOfDocuments, { t, isolated }: EmailContext): Row[] => [
  [t("document-emails.request.number"), isolated(number)],
  [t("document-emails.request.traveller"), isolated(traveller)],
  [t("document-emails.request.item"), isolated(item)],
];

const decisionRows = (request: RequestOfDocuments, context: EmailContext): Row[] => [
  ...requestRows(request, context),
  ...(request.reason === null
    ? []
    : [[context.t("document-emails.request.reason"), context.t(`document-emails.reason.${request.reason}`)] as const]),
  ...(request.remark === null
    ? []
    : [[context.t("document-emails.request.remark"), context.isolated(request.remark)] as const]),
];

const requestLink = ({ submissionId }: RequestOfDocuments, { link }: EmailContext): string =>
  link(`/documents/submissions?request=${submissionId}`);

/** Where the traveller proves the right to the article again. */
function proofLink({ shopItemId: item, travellerId }: RequestOfDocuments, { link }: EmailContext): string {
  const query = new URLSearchParams({ item, ...(travellerId !== undefined && { for: travellerId }) });
  return link(`/documents?${query}`);
}

/** A list with its heading; empty if the list is empty. */
const listUnder = (heading: string, items: readonly string[]): Block[] =>
  items.length === 0 ? [] : [heading, { list: items.map((text) => ({ text, link: null })) }];

/** The last moment of a validity's last day: a validity that ends at midnight includes the day before. */
const lastDay = (end: string): string => new Date(Date.parse(end) - 1_000).toISOString();
