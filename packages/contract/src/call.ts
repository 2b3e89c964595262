import { z } from "zod";
import type { ErrorCode } from "./error-codes.ts";
import type { StaffPermission } from "./staff-roles.ts";
import { StaffStep, stepRefusals } from "./staff-sign-in-steps.ts";
import { Id } from "./values.ts";

export type ClientRight = "counter" | "validator" | "office";
export type Method = "GET" | "POST" | "PUT" | "DELETE";
export type Shape = Readonly<Record<string, z.ZodType>>;

/**
 * The session that a call requires: none, a user if a token is sent, a user (also a guest), a user with an account, the
 * account holder (not a traveller with an own sign-in, §6), or a member of the staff. A customer's token is not accepted by
 * staff calls, nor a staff token by customers' calls.
 */
export type Session = "none" | "optional" | "user" | "account" | "holder" | "staff";

/** Sessions limited to few calls: of an account pending deletion, and of a transport card found by search (§4). */
export type LimitedSession = "deleting" | "card";

/** Kinds of application that a customer uses (§3). */
export const OriginType = z.enum([
  "MTICKET",
  "APP_MULTIPLE_NETWORK",
  "ESHOP",
  "SCHOOL_ESHOP",
  "WEB_SCOOP",
  "APP_SCOOP",
]);
export type OriginType = z.infer<typeof OriginType>;

/** Fields accepted by every call (§7). They are parsed once, separately from the call's own fields. */
export const commonFields = {
  locale: z
    .string()
    .max(12)
    .optional()
    .describe("Language of the texts in the response and of e-mails that the call sends, `fr` or `fr-FR`"),
  lang: z.string().max(12).optional().describe("The same; takes precedence over `locale`"),
  originAgent: z
    .string()
    .max(100)
    .optional()
    .describe(
      "The calling program, such as `eshop/1.9.7`: logged with the call, and stored with a session that it opens",
    ),
  originType: OriginType.optional().describe(
    "The kind of application: logged with the call, stored with a session that it opens, and the origin of orders",
  ),
  device: z.string().max(200).optional().describe("The customer's device in words: logged with the call"),
  oauthClient: z.string().max(100).optional().describe("The application's OAuth client: logged with the call"),
  display: z.string().max(100).optional().describe("How the application displays the response: logged with the call"),
  userId: Id.optional().describe(
    "With a customer's session: the holder or one of the session's travellers; anybody else is `NOT_FOUND`",
  ),
  userToken: z
    .string()
    .max(200)
    .optional()
    .describe("The token of the session; alternatively `Authorization: Bearer`, which is not signed"),
  networkId: Id.optional().describe("The network; refused if the client is not bound to it"),
  signature: z.string().max(64).optional().describe("The signature of all other values"),
} as const;
export type CommonFields = z.infer<z.ZodObject<typeof commonFields>>;

/** Aliases of fields: a value under the first name is read as the second. Two different values are refused. */
export const spellings: Readonly<Record<string, string>> = {
  network_id: "networkId",
  user_id: "userId",
  oauth_client: "oauthClient",
};

export interface CallOptions<Request extends Shape, Answer extends Shape, Code extends ErrorCode> {
  /** One sentence for the API documentation. */
  summary: string;
  /** Section of the specification; absent for calls beyond it (`x-guichet`). */
  section?: string;
  session: Session;
  /** Limited sessions that may also make the call; calls without a session are open to everybody. */
  opensTo?: readonly LimitedSession[];
  /** Whether the call needs `networkId` (default: required). */
  network?: "required" | "optional";
  request: Request;
  answer: Answer;
  /** Error codes specific to the call, without those of every call (signature, fields, session). */
  refusals: readonly Code[];
  /** Whether the call creates or pays something, and takes an `Idempotency-Key`. */
  idempotent?: boolean;
  /** Whether a key reused with another body gets a response with what the key created, instead of an error (decision 055). */
  answersReusedKey?: boolean;
  /** The right that a client needs besides its network: counter sales, ticket validation, or staff calls. */
  right?: ClientRight;
  /** Staff only: the permission in the requested network that the call needs; absent: every signed-in member. */
  permission?: StaffPermission;
  /** Staff only: sign-in steps at which the call is already allowed. */
  opensAt?: readonly StaffStep[];
  /** Media type of the returned file, for a call that returns no envelope. */
  file?: string;
  /** Name of the file part, for a call with a multipart form. The other values are text parts; only they are signed. */
  upload?: string;
  /** Multi-line text fields: they may contain line breaks and tabs; no other field may contain control characters. */
  multiline?: readonly (keyof Request & string)[];
  /** Whether `client` may cache the response: it is the same for everybody for a while. */
  cacheable?: boolean;
}

export interface Call<Request extends Shape = Shape, Answer extends Shape = Shape, Code extends ErrorCode = ErrorCode>
  extends CallOptions<Request, Answer, Code> {
  method: Method;
  path: string;
  module: string;
}

/** Defines one call of the Ticket API (§7). The path is case-sensitive, as on the wire. */
export function call<const Options extends CallOptions<Shape, Shape, ErrorCode>>(
  module: string,
  method: Method,
  path: string,
  options: Options,
): Options & { module: string; method: Method; path: string } {
  return { module, method, path, ...options };
}

export type RequestOf<C extends Call> = z.output<z.ZodObject<C["request"], z.core.$strict>>;
export type RequestIn<C extends Call> = z.input<z.ZodObject<C["request"], z.core.$strict>>;
export type AnswerOf<C extends Call> = z.input<z.ZodObject<C["answer"], z.core.$strict>>;
export type CodeOf<C extends Call> = C["refusals"][number];

/** Error codes that any call of this kind may return. */
export function impliedRefusals(definition: Call): ErrorCode[] {
  const codes: ErrorCode[] = ["BODY_MALFORMED", "BODY_TOO_LARGE", "CONTENT_TYPE_UNSUPPORTED", "FIELD_UNKNOWN"];
  codes.push("FIELD_INVALID", "FIELD_REQUIRED", "FIELDS_CONFLICT", "CLIENT_UNKNOWN", "SIGNATURE_INVALID");
  codes.push(
    "TIMESTAMP_EXPIRED",
    "URL_TOO_LONG",
    "NETWORK_UNKNOWN",
    "ERR_INTERNAL",
    "UNAVAILABLE",
    "TOO_MANY_REQUESTS",
  );
  if (definition.session !== "none") codes.push("AUTHENTICATION_TOKEN_INVALID");
  if (needsUser(definition)) codes.push("USER_NOT_CONNECTED");
  if (definition.session === "account" || definition.session === "holder") codes.push("ACCOUNT_REQUIRED");
  if (definition.session === "holder") codes.push("HOLDER_REQUIRED");
  if (isForCustomers(definition)) codes.push("NOT_FOUND");
  if (isForCustomers(definition) && !definition.opensTo?.includes("deleting")) codes.push("ACCOUNT_DELETION_PENDING");
  if (isForCustomers(definition) && !definition.opensTo?.includes("card")) codes.push("CARD_SESSION_LIMITED");
  if (definition.session === "staff") codes.push(...refusedSteps(definition));
  if (definition.permission) codes.push("ROLE_NOT_ALLOWED");
  if (definition.idempotent) codes.push("IDEMPOTENCY_KEY_INVALID", "IDEMPOTENCY_KEY_REUSED", "IN_PROGRESS");
  if (definition.upload !== undefined) codes.push("FILE_TOO_LARGE");
  if (definition.right) codes.push("CLIENT_NOT_ALLOWED");
  return codes;
}

/** Error codes of a staff call for a sign-in that is still at an earlier step. */
const refusedSteps = ({ opensAt = [] }: Call): ErrorCode[] =>
  StaffStep.options.filter((step) => !opensAt.includes(step)).map((step) => stepRefusals[step]);

/** Whether a call accepts a customer's session. */
export const isForCustomers = ({ session }: Pick<Call, "session">): boolean =>
  session !== "none" && session !== "staff";

/** Whether a call requires a token, of a customer or of the staff. */
export const needsUser = ({ session }: Pick<Call, "session">): boolean => session !== "none" && session !== "optional";
