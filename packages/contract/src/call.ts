import { z } from "zod";
import type { ErrorCode } from "./error-codes.ts";
import type { StaffRole } from "./staff-roles.ts";
import { StaffStep, stepRefusals } from "./staff-sign-in-steps.ts";
import { Id } from "./values.ts";

export type ClientRight = "counter" | "validator" | "office";
export type Method = "GET" | "POST" | "PUT" | "DELETE";
export type Shape = Readonly<Record<string, z.ZodType>>;

/**
 * Who must be known for a call: nobody, a user if a token is given, a user (guest too), somebody with an account, the
 * holder of one (not a traveller with a sign-in of their own, §6), or somebody of the operator's staff. A customer's
 * token opens no call of the staff's, nor the reverse.
 */
export type Session = "none" | "optional" | "user" | "account" | "holder" | "staff";

/** Sessions that open few calls: of an account about to be deleted, and of a card that was searched for (§4). */
export type LimitedSession = "deleting" | "card";

/** What kind of application a customer uses (§3). */
export const OriginType = z.enum([
  "MTICKET",
  "APP_MULTIPLE_NETWORK",
  "ESHOP",
  "SCHOOL_ESHOP",
  "WEB_SCOOP",
  "APP_SCOOP",
]);
export type OriginType = z.infer<typeof OriginType>;

/** Fields that every call takes (§7); they are parsed once, apart from the call's own, and each is read for every call. */
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

/** Two spellings of one field: what arrives under the first is read as the second; both and different is refused. */
export const spellings: Readonly<Record<string, string>> = {
  network_id: "networkId",
  user_id: "userId",
  oauth_client: "oauthClient",
};

export interface CallOptions<Request extends Shape, Answer extends Shape, Code extends ErrorCode> {
  /** One sentence for the description of the API. */
  summary: string;
  /** Section of the specification; absent for calls that it lacks (`x-guichet`). */
  section?: string;
  session: Session;
  /** Limited sessions that may make the call all the same; calls without a session are open to everybody. */
  opensTo?: readonly LimitedSession[];
  /** Does the call need `networkId`? (default: yes) */
  network?: "required" | "optional";
  request: Request;
  answer: Answer;
  /** The refusals of the call's own; those of every call (signature, fields, session) go without saying. */
  refusals: readonly Code[];
  /** Creates or pays: takes an `Idempotency-Key`. */
  idempotent?: boolean;
  /** A key that comes again with another body is not refused unasked: the answer says what was made under it (decision 055). */
  answersReusedKey?: boolean;
  /** The right that a client needs beside its network: to sell over a counter, to validate tickets, or to call for the staff. */
  right?: ClientRight;
  /** Staff only: the roles of which one, in the network asked for, may make the call; absent: whoever is signed in. */
  roles?: readonly StaffRole[];
  /** Staff only: at which steps of a sign-in the call may be made already. */
  opensAt?: readonly StaffStep[];
  /** Answers a file instead of the envelope: its media type. */
  file?: string;
  /** Takes a file in a multipart form: the name of its part. Values stand beside it as text, and alone are signed. */
  upload?: string;
  /** Fields of text that has several lines: there line breaks and tabs are welcome, elsewhere no control character is. */
  multiline?: readonly (keyof Request & string)[];
  /** The answer is the same for everybody for a while, and may be kept by `client`. */
  cacheable?: boolean;
}

export interface Call<Request extends Shape = Shape, Answer extends Shape = Shape, Code extends ErrorCode = ErrorCode>
  extends CallOptions<Request, Answer, Code> {
  method: Method;
  path: string;
  module: string;
}

/** Defines one call of the Ticket API (§7). The path stands as on the wire, letter case included. */
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

/** The refusals that any call may answer, by what it asks for. */
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
  if (definition.roles) codes.push("ROLE_NOT_ALLOWED");
  if (definition.idempotent) codes.push("IDEMPOTENCY_KEY_INVALID", "IDEMPOTENCY_KEY_REUSED", "IN_PROGRESS");
  if (definition.upload !== undefined) codes.push("FILE_TOO_LARGE");
  if (definition.right) codes.push("CLIENT_NOT_ALLOWED");
  return codes;
}

/** What a call of the staff answers whose sign-in is at a step that it is no part of. */
const refusedSteps = ({ opensAt = [] }: Call): ErrorCode[] =>
  StaffStep.options.filter((step) => !opensAt.includes(step)).map((step) => stepRefusals[step]);

/** Does a call look for a customer's session? */
export const isForCustomers = ({ session }: Pick<Call, "session">): boolean =>
  session !== "none" && session !== "staff";

/** Does a call need a token, of a customer or of the staff? */
export const needsUser = ({ session }: Pick<Call, "session">): boolean => session !== "none" && session !== "optional";
