import { z } from "zod";
import { call } from "./call.ts";
import { documentsPerSubmissionMax } from "./limits/document-limits.ts";
import { fileRefusals } from "./uploads.ts";
import { Day, Id, Instant, ofTraveller, page, paging, wireList } from "./values.ts";

export const PaperworkStatus = z.enum(["PENDING", "VALIDATING", "VALID", "INVALID"]);

/** Reasons for refusing a document or requesting another; staff may add a remark. */
export const documentReasons = [
  "unreadable",
  "incomplete",
  "wrong-document",
  "wrong-person",
  "out-of-date",
  "not-entitled",
  "other",
] as const;
export const DocumentReason = z.enum(documentReasons);
export type DocumentReason = z.infer<typeof DocumentReason>;

/** A supporting document of a traveller, which proves eligibility (§3). */
export const Document = z.object({
  documentId: Id,
  document_type_id: Id,
  documentTypeName: z.string(),
  userId: Id.describe("The traveller"),
  status: PaperworkStatus,
  expired: z.boolean(),
  replaced: z.boolean(),
  deleted: z.boolean(),
  reason: DocumentReason.nullable(),
  remark: z.string().nullable(),
  fileName: z.string().nullable().describe("null: no file, confirmed by a qualification provider"),
  contentType: z.string().nullable(),
  qualifiedBy: z.string().nullable().describe("Name of the qualification provider that confirms it"),
  submissionId: Id.nullable().describe("The open submission that contains it"),
  created_at: Instant,
  starting_at: Instant.nullable(),
  expires_at: Instant.nullable(),
});
export type Document = z.infer<typeof Document>;

/** A document type with a traveller's document: the valid one, otherwise the latest (§4). */
export const NeededDocument = z.object({
  document_type_id: Id,
  name: z.string(),
  description: z.string().nullable(),
  status: z.enum(["missing", "pending", "validating", "valid", "refused", "expired"]),
  document: Document.nullable(),
  draft: Document.nullable().describe("Uploaded, not part of a submission yet"),
  neededBy: z.array(z.object({ shopItemId: Id, name: z.string() })),
  qualificationProviderIds: z.array(Id),
});
export type NeededDocument = z.infer<typeof NeededDocument>;

export const SubmissionStatus = z.enum(["pending", "processing", "accepted", "refused", "to complete", "cancelled"]);

/** A request to examine a traveller's documents for an article (§3 "Validation application"). */
export const Submission = z.object({
  submissionId: Id,
  number: z.string(),
  status: SubmissionStatus,
  userId: Id.describe("The traveller"),
  shopItemId: Id,
  itemName: z.string(),
  documents: z.array(Document),
  reason: DocumentReason.nullable(),
  remark: z.string().nullable(),
  created_at: Instant,
  expected_on: Day.describe("Expected day of the decision"),
  events: z.array(
    z.object({
      at: Instant,
      event: z.enum(["created", "taken", "accepted", "refused", "asked", "completed", "cancelled"]),
      author: z.enum(["customer", "staff", "guichet"]),
    }),
  ),
});
export type Submission = z.infer<typeof Submission>;

const documentIds = wireList(Id).pipe(z.array(Id).min(1).max(documentsPerSubmissionMax));

export const uploadDocument = call("documents", "POST", "/Media/uploadDocument.json", {
  summary: "Stores a document of the traveller `user_id` (default: the signed-in one): PDF, JPEG or PNG.",
  section: "§7",
  session: "account",
  idempotent: true,
  upload: "document",
  request: { document_type: Id, ...ofTraveller("The person of the document; default: the signed-in person") },
  answer: { document: Document },
  refusals: [...fileRefusals, "DOCUMENT_TYPE_UNKNOWN", "PROFILE_DEACTIVATED", "NOT_FOUND"],
});

export const getDocuments = call("documents", "GET", "/Document/getDocuments.json", {
  summary:
    "Lists the document types of the network, or those that an article requires, with the status of each for a traveller.",
  section: "§7",
  session: "account",
  request: { item_id: Id.optional(), ...ofTraveller("The traveller; default: the signed-in person") },
  answer: { documents: z.array(NeededDocument) },
  refusals: ["NOT_FOUND", "ARTICLE_UNKNOWN"],
});

export const getUserDocuments = call("documents", "GET", "/Document/getUserDocuments.json", {
  summary: "Lists the documents of the account or of the traveller `userId`, newest first.",
  section: "§7",
  session: "account",
  request: { ...ofTraveller("Only the documents of this traveller"), ...paging },
  answer: page(Document),
  refusals: ["NOT_FOUND", "CURSOR_INVALID"],
});

export const deleteDocument = call("documents", "DELETE", "/Document/deleteDocument", {
  summary: "Deletes the file of a document; refused while staff examine it.",
  session: "account",
  request: { documentId: Id },
  answer: { document: Document },
  refusals: ["NOT_FOUND", "SUBMISSION_OPEN"],
});

export const fileDownloadUrl = call("documents", "GET", "/Document/fileDownloadUrl", {
  summary: "Returns a temporary URL for the file of a document, valid in this session.",
  section: "§7",
  session: "account",
  request: { documentId: Id },
  answer: { url: z.string(), fileName: z.string(), contentType: z.string() },
  refusals: ["NOT_FOUND"],
});

export const createDocumentsSubmission = call("documents", "POST", "/Document/createDocumentsSubmission.json", {
  summary: "Submits a traveller's documents for an article.",
  section: "§7",
  session: "account",
  idempotent: true,
  request: { item_id: Id, document_ids: documentIds },
  answer: { submission: Submission },
  refusals: [
    "NOT_FOUND",
    "ARTICLE_UNKNOWN",
    "DOCUMENT_NOT_ASKED",
    "DOCUMENT_REQUIRED",
    "DOCUMENT_INVALID",
    "SUBMISSION_OPEN",
    "PROFILE_DEACTIVATED",
  ],
});

export const updateDocumentsSubmission = call("documents", "POST", "/Document/updateDocumentsSubmission.json", {
  summary: "Completes a submission for which staff requested more documents.",
  section: "§7",
  session: "account",
  request: { submission_id: Id, document_ids: documentIds },
  answer: { submission: Submission },
  refusals: [
    "NOT_FOUND",
    "DOCUMENT_NOT_ASKED",
    "DOCUMENT_REQUIRED",
    "DOCUMENT_INVALID",
    "SUBMISSION_OPEN",
    "TRANSITION_NOT_ALLOWED",
  ],
});

export const cancelDocumentsSubmission = call("documents", "POST", "/Document/cancelDocumentsSubmission", {
  summary: "Withdraws a submission that nobody examines yet.",
  session: "account",
  request: { submission_id: Id },
  answer: { submission: Submission },
  refusals: ["NOT_FOUND", "TRANSITION_NOT_ALLOWED"],
});

export const getUserDocumentSubmissions = call("documents", "GET", "/Document/getUserDocumentSubmissions.json", {
  summary:
    "Lists the submissions of the account or of the traveller `userId`, newest first: current ones, past ones, or a single one.",
  section: "§7",
  session: "account",
  request: {
    scope: z.enum(["current", "past"]).optional(),
    submission_id: Id.optional(),
    ...ofTraveller("Only the requests for this traveller"),
    ...paging,
  },
  answer: page(Submission),
  refusals: ["NOT_FOUND", "CURSOR_INVALID"],
});

/** Inputs that providers require besides name and birth date, by the names of their interfaces. */
export const qualificationInputs = [
  "numeroAllocataire",
  "codePostal",
  "identifiant",
  "ine",
  "sexeEtatCivil",
  "nomCommuneNaissance",
  "codeCogInseeDepartementNaissance",
] as const;
export const QualificationInput = z.enum(qualificationInputs);
export type QualificationInput = z.infer<typeof QualificationInput>;

/** Rights that a provider can confirm. */
export const qualificationRights = ["family-quotient", "job-seeker", "student", "disability"] as const;
export const QualificationRight = z.enum(qualificationRights);
export type QualificationRight = z.infer<typeof QualificationRight>;

export const QualificationProvider = z.object({
  id: Id,
  name: z.string(),
  right: QualificationRight,
  documentTypeIds: z.array(Id),
  inputs: z.array(QualificationInput).nullable().describe("Data to request; null: the civil identity is sufficient"),
  identityInputs: z
    .array(QualificationInput)
    .nullable()
    .describe("Data to request in addition to the civil identity (name and birth date); null: identity is not used"),
});
export type QualificationProvider = z.infer<typeof QualificationProvider>;

export const getQualificationValidationConfiguration = call(
  "documents",
  "GET",
  "/Networks/getQualificationValidationConfiguration",
  {
    summary: "Lists the qualification providers of this network, and the data that each requires.",
    section: "§7",
    session: "none",
    request: {},
    answer: { providers: z.array(QualificationProvider) },
    refusals: [],
    cacheable: true,
  },
);

/** `qualificationProviderInput`: a JSON object; `consent` is "yes" once the person agreed to the request to the provider. */
const QualificationAnswers = z
  .string()
  .max(2_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue("not JSON");
      return z.NEVER;
    }
  })
  .pipe(
    z.strictObject({
      consent: z.string().max(10).optional(),
      by: z.enum(["inputs", "identity"]).optional(),
      ...(Object.fromEntries(qualificationInputs.map((name) => [name, z.string().max(100).optional()])) as Record<
        QualificationInput,
        z.ZodOptional<z.ZodString>
      >),
    }),
  );
export type QualificationAnswers = z.output<typeof QualificationAnswers>;

export const createPaperwork = call("documents", "POST", "/paperwork/createDocument", {
  summary: "Creates a document of the traveller `userId`, with a `file` or confirmed by a qualification provider.",
  section: "§7",
  session: "account",
  idempotent: true,
  upload: "file",
  request: {
    ...ofTraveller("The person of the document; default: the signed-in person"),
    paperworkTypeId: Id,
    qualificationProviderId: Id.optional(),
    qualificationProviderInput: QualificationAnswers.optional(),
  },
  answer: { document: Document },
  refusals: [
    ...fileRefusals,
    "DOCUMENT_TYPE_UNKNOWN",
    "PROFILE_DEACTIVATED",
    "NOT_FOUND",
    "QUALIFICATION_UNKNOWN",
    "QUALIFICATION_CONSENT_REQUIRED",
    "QUALIFICATION_INSUFFICIENT",
    "QUALIFICATION_PERSON_UNKNOWN",
    "QUALIFICATION_NOT_ENTITLED",
    "QUALIFICATION_UNAVAILABLE",
  ],
});
