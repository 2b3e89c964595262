import type {
  AnswerOf,
  Call,
  CodeOf,
  CommonFields,
  RequestOf,
  Session as SessionNeed,
} from "@guichet/contract/call.ts";
import type { CallName, Calls } from "@guichet/contract/calls.ts";
import type { ErrorCode } from "@guichet/contract/error-codes.ts";
import type { Language } from "@guichet/contract/locales.ts";
import type { Result } from "@guichet/contract/result.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../database/database.ts";
import type { Dependencies } from "../dependencies.ts";
import type { LoadedNetwork } from "../network-registry/registry.ts";
import type { SecurityEvent } from "../security-log/security-log.ts";
import type { UserSession } from "../sessions/session-store.ts";
import type { StaffSession } from "../sessions/staff-session-store.ts";
import type { Client } from "./client-store.ts";
import type { Upload } from "./multipart-form.ts";

/** A file, sent as bytes instead of an envelope; a large one in chunks, as they are computed. */
export interface File {
  bytes: Uint8Array | AsyncIterable<Uint8Array>;
  filename: string;
}

export const isFile = (value: object): value is File => "bytes" in value && "filename" in value;

type SessionFor<Need extends SessionNeed> = Need extends "user" | "account" | "holder"
  ? UserSession
  : Need extends "staff"
    ? StaffSession
    : Need extends "none"
      ? null
      : UserSession | null;
type NetworkFor<C extends Call> = C extends { network: "optional" } ? LoadedNetwork | null : LoadedNetwork;

/** What a handler receives: the request, fully checked. */
export interface CallContext<C extends Call> {
  deps: Dependencies;
  request: RequestOf<C>;
  common: CommonFields;
  /** The requested language, limited to those of the network. */
  language: Language;
  network: NetworkFor<C>;
  client: Client;
  session: SessionFor<C["session"]>;
  /** The user token as received, valid or not. */
  token: string | undefined;
  /** The customer's address, as the calling server passed it on. */
  address: string;
  /** The caller's idempotency key, for calls that accept one. */
  idempotencyKey: string | undefined;
  /** The key was used before with another body: the handler must not create anything (`answersReusedKey`). */
  isKeyReused: boolean;
  /** The values as received, before parsing. */
  received: Readonly<Record<string, unknown>>;
  /** The values that the signature covers, with the timestamp for clients with replay protection. */
  signedValues: Readonly<Record<string, unknown>>;
  /** Why the signature is invalid; null: it is valid. Only `tests/request` runs in spite of an invalid one. */
  signatureRefusal: "SIGNATURE_INVALID" | "TIMESTAMP_EXPIRED" | null;
  /** The uploaded file, for calls that accept one. */
  upload: Upload | undefined;
  log: FastifyBaseLogger;
  /** Writes an event with the request's details into the security log. The actor defaults to the signed-in user. */
  tell(event: CallEvent): void;
}

/** The call-specific fields of a security event. */
export type CallEvent = Pick<SecurityEvent, "event"> &
  Partial<Pick<SecurityEvent, "actor" | "subject">> & { refusedWith?: ErrorCode };

/** Error codes that any handler may return besides its own. Errors of the pipeline are sent before the handler runs. */
type Always = Extract<
  ErrorCode,
  | "NETWORK_UNKNOWN"
  | "FEATURE_DISABLED"
  | "UNAVAILABLE"
  | "FIELD_REQUIRED"
  | "FIELD_INVALID"
  | "TOO_MANY_REQUESTS"
  | "IDEMPOTENCY_KEY_REUSED"
>;
export type HandlerValue<C extends Call> = C extends { file: string } ? File : AnswerOf<C>;
export interface Handler<C extends Call> {
  (ctx: CallContext<C>): Promise<Result<HandlerValue<C>, CodeOf<C> | Always>>;
  /** Starts to read what the handler will need, while the idempotency key is claimed (`pipelined`). */
  prefetch?(ctx: CallContext<C>, db: Database): Promise<void>;
}

/** One handler for every call of the contract. A missing one fails at compile time and at start. */
export type Handlers = { readonly [Name in CallName]: Handler<Calls[Name]> };
/** The handlers of one module. */
export type ModuleHandlers<Name extends CallName> = Pick<Handlers, Name>;
