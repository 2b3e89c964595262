import { z } from "zod";
import { Document, DocumentReason, SubmissionStatus } from "../documents.ts";
import { auditReasonMaxLength } from "../limits/staff-limits.ts";
import { Day, Id, Instant, page, paging, RequestDay, WireBoolean } from "../values.ts";
import { staffCall } from "./staff-call.ts";
import { CardHolder } from "./transport-cards.ts";

/** A traveller's names and birth date as seen by the examiner. */
export const ExaminedPerson = z.object({
  firstName: z.string().max(200),
  lastName: z.string().max(200),
  birthDate: Day.nullable(),
});

/** A submission in the examination queue. */
export const QueuedSubmission = z.object({
  submissionId: Id,
  number: z.string(),
  status: SubmissionStatus,
  itemName: z.string().describe("The article"),
  traveller: z.string(),
  documentTypes: z.array(z.string()),
  createdAt: Instant,
  waitingSince: Instant,
  expectedOn: Day.describe("Day promised to the customer for the decision"),
  isLate: z.boolean(),
  takenBy: z.string().nullable().describe("The staff member who examines it now"),
  isMine: z.boolean(),
  personChanged: z.boolean().describe("Accepted earlier, before the traveller's identity changed"),
});
export type QueuedSubmission = z.infer<typeof QueuedSubmission>;

/** A submission with everything needed for a decision. */
export const ExaminedSubmission = QueuedSubmission.extend({
  firstName: z.string(),
  lastName: z.string(),
  birthDate: Day.nullable(),
  holder: CardHolder,
  documents: z.array(
    Document.extend({
      fileUrl: z.string().nullable().describe("Opens the file for ten minutes"),
      examinedFor: ExaminedPerson.nullable().describe(
        "The person for whom it was accepted earlier; null: never accepted",
      ),
    }),
  ),
  reason: DocumentReason.nullable(),
  remark: z.string().nullable(),
  events: z.array(z.object({ at: Instant, event: z.string(), author: z.string(), by: z.string().nullable() })),
});
export type ExaminedSubmission = z.infer<typeof ExaminedSubmission>;

export const listSubmissions = staffCall("documents", "GET", "listSubmissions", {
  summary: "Lists the submissions of a network, the longest waiting first; by default those that wait for staff.",
  permission: "documents.examine",
  request: {
    status: SubmissionStatus.optional(),
    documentTypeId: Id.optional(),
    number: z.string().trim().max(20).optional(),
    ...paging,
  },
  answer: {
    ...page(QueuedSubmission),
    documentTypes: z.array(z.object({ id: Id, name: z.string() })).describe("Values of the filter"),
  },
  refusals: ["CURSOR_INVALID"],
});

export const getSubmission = staffCall("documents", "GET", "getSubmission", {
  summary: "Returns a submission: traveller, account, documents with links to their files, and history.",
  permission: "documents.examine",
  request: { submissionId: Id },
  answer: { submission: ExaminedSubmission },
  refusals: ["NOT_FOUND"],
});

export const takeSubmission = staffCall("documents", "POST", "takeSubmission", {
  summary:
    "Assigns a submission to the calling examiner, the only one at a time; `takeOver` takes it from a colleague.",
  permission: "documents.examine",
  request: { submissionId: Id, takeOver: WireBoolean.optional() },
  answer: {},
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED", "SUBMISSION_TAKEN"],
});

export const decideSubmission = staffCall("documents", "POST", "decideSubmission", {
  summary: "Accepts a submission, refuses it, or requests other documents; the customer gets an e-mail.",
  permission: "documents.examine",
  multiline: ["remark"],
  request: {
    submissionId: Id,
    verdict: z.enum(["accept", "refuse", "ask"]),
    reason: DocumentReason.optional().describe("Needed with `refuse` and `ask`"),
    remark: z.string().trim().max(auditReasonMaxLength).optional(),
    examinedFor: ExaminedPerson.extend({ birthDate: RequestDay.nullable() })
      .optional()
      .describe("The person that the examiner saw; refused if the traveller's identity has changed"),
  },
  answer: { submissionStatus: SubmissionStatus, next: Id.nullable().describe("The submission that waits longest now") },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED", "SUBMISSION_TAKEN", "PERSON_CHANGED"],
});
