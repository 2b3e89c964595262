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

/** Bytes instead of an envelope. */
export interface File {
  bytes: Uint8Array;
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

/** What an answer is given: everything about the asking is checked already. */
export interface CallContext<C extends Call> {
  deps: Dependencies;
  request: RequestOf<C>;
  common: CommonFields;
  /** The language asked for, cut to what the network offers. */
  language: Language;
  network: NetworkFor<C>;
  client: Client;
  session: SessionFor<C["session"]>;
  /** The user token as given, whether it holds or not. */
  token: string | undefined;
  /** The customer's own address, as the calling server passed it on. */
  address: string;
  /** The caller's key, of calls that take one. */
  idempotencyKey: string | undefined;
  /** The key came before with another body: nothing new may be made (`answersReusedKey`). */
  isKeyReused: boolean;
  /** The values as received, before parsing. */
  received: Readonly<Record<string, unknown>>;
  /** What the signature covers: the values, with the time of clients with replay protection. */
  signedValues: Readonly<Record<string, unknown>>;
  /** Why the signature does not hold; null: it does. Only `tests/request` is answered all the same. */
  signatureRefusal: "SIGNATURE_INVALID" | "TIMESTAMP_EXPIRED" | null;
  /** The file that came with them, of calls that take one. */
  upload: Upload | undefined;
  log: FastifyBaseLogger;
  /** Writes an event into the security log, with what is known of this asking; the actor is who is signed in, unless told. */
  tell(event: CallEvent): void;
}

/** What an asking says of itself for the security log. */
export type CallEvent = Pick<SecurityEvent, "event"> &
  Partial<Pick<SecurityEvent, "actor" | "subject">> & { refusedWith?: ErrorCode };

/** Codes that any answer may refuse with beside its own: those of every call are answered before it is asked. */
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
  /** Begins to read what the answer will need, while the key is claimed (`readingAhead`). */
  prefetch?(ctx: CallContext<C>, db: Database): Promise<void>;
}

/** One answer for every call of the contract: a missing one does not compile, and does not start. */
export type Handlers = { readonly [Name in CallName]: Handler<Calls[Name]> };
/** The answers of one room. */
export type ModuleHandlers<Name extends CallName> = Pick<Handlers, Name>;
