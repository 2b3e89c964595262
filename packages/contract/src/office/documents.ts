import { z } from "zod";
import { Document, DocumentReason, SubmissionStatus } from "../documents.ts";
import { auditReasonMaxLength } from "../limits/staff-limits.ts";
import { examinesDocuments } from "../staff-roles.ts";
import { Day, Id, Instant, page, paging, RequestDay, WireBoolean } from "../values.ts";
import { staffCall } from "./staff-call.ts";
import { CardHolder } from "./transport-cards.ts";

/** A traveller's names and birth date, as somebody saw them. */
export const ExaminedPerson = z.object({
  firstName: z.string().max(200),
  lastName: z.string().max(200),
  birthDate: Day.nullable(),
});

/** A request to have documents checked, as it stands in the queue. */
export const QueuedSubmission = z.object({
  submissionId: Id,
  number: z.string(),
  status: SubmissionStatus,
  itemName: z.string().describe("The article that it is for"),
  traveller: z.string(),
  documentTypes: z.array(z.string()),
  createdAt: Instant,
  waitingSince: Instant,
  expectedOn: Day.describe("By when the customer was promised an answer"),
  isLate: z.boolean(),
  takenBy: z.string().nullable().describe("Who of the staff examines it now"),
  isMine: z.boolean(),
  personChanged: z.boolean().describe("Accepted before, for the person that this traveller was then"),
});
export type QueuedSubmission = z.infer<typeof QueuedSubmission>;

/** One request with all that is looked at to decide. */
export const ExaminedSubmission = QueuedSubmission.extend({
  firstName: z.string(),
  lastName: z.string(),
  birthDate: Day.nullable(),
  holder: CardHolder,
  documents: z.array(
    Document.extend({
      fileUrl: z.string().nullable().describe("Opens the file for ten minutes"),
      examinedFor: ExaminedPerson.nullable().describe("Whom it was accepted for before; null: it never was"),
    }),
  ),
  reason: DocumentReason.nullable(),
  remark: z.string().nullable(),
  events: z.array(z.object({ at: Instant, event: z.string(), author: z.string(), by: z.string().nullable() })),
});
export type ExaminedSubmission = z.infer<typeof ExaminedSubmission>;

export const listSubmissions = staffCall("documents", "GET", "listSubmissions", {
  summary: "Requests of a network, the longest waiting first; those that wait for staff unless a status is named.",
  roles: examinesDocuments,
  request: {
    status: SubmissionStatus.optional(),
    documentTypeId: Id.optional(),
    number: z.string().trim().max(20).optional(),
    ...paging,
  },
  answer: {
    ...page(QueuedSubmission),
    documentTypes: z.array(z.object({ id: Id, name: z.string() })).describe("What may be filtered by"),
  },
  refusals: ["CURSOR_INVALID"],
});

export const getSubmission = staffCall("documents", "GET", "getSubmission", {
  summary: "One request: traveller, account, documents with links to their files, and its history.",
  roles: examinesDocuments,
  request: { submissionId: Id },
  answer: { submission: ExaminedSubmission },
  refusals: ["NOT_FOUND"],
});

export const takeSubmission = staffCall("documents", "POST", "takeSubmission", {
  summary: "Takes a request to examine it: one of the staff has it at a time; `takeOver` takes it from a colleague.",
  roles: examinesDocuments,
  request: { submissionId: Id, takeOver: WireBoolean.optional() },
  answer: {},
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED", "SUBMISSION_TAKEN"],
});

export const decideSubmission = staffCall("documents", "POST", "decideSubmission", {
  summary: "Accepts a request, refuses it, or asks for other documents; the customer is told by e-mail.",
  roles: examinesDocuments,
  multiline: ["remark"],
  request: {
    submissionId: Id,
    verdict: z.enum(["accept", "refuse", "ask"]),
    reason: DocumentReason.optional().describe("Needed to refuse and to ask"),
    remark: z.string().trim().max(auditReasonMaxLength).optional(),
    examinedFor: ExaminedPerson.extend({ birthDate: RequestDay.nullable() })
      .optional()
      .describe("Whom the examiner saw: another one now is not accepted"),
  },
  answer: { submissionStatus: SubmissionStatus, next: Id.nullable().describe("The request that waits longest now") },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED", "SUBMISSION_TAKEN", "PERSON_CHANGED"],
});
