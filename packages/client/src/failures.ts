import type { ProfileChoice } from "@guichet/contract/identity.ts";
import type { z } from "zod";

/** The client's own exceptions (§8 "Client messages"). Nobody but developers sees their messages; a refusal is never one of them. */

/** The other side could not be reached at all. */
export class ConnectionFailure extends Error {
  override name = "ConnectionFailure";
}

/** The other side did not answer in time. */
export class TimeoutFailure extends Error {
  override name = "TimeoutFailure";
}

/** The other side broke, or answered something that is not its contract. */
export class Breakage extends Error {
  override name = "Breakage";
  readonly status: number;
  readonly requestId: string | undefined;
  constructor(message: string, status: number, requestId?: string) {
    super(message);
    this.status = status;
    this.requestId = requestId;
  }
}

/** The session is over and could not be renewed (§4 "Invalid-token response"). */
export class SessionOver extends Error {
  override name = "SessionOver";
  constructor() {
    super("Authentication token invalid");
  }
}

/** The sign-in matches several travellers: one is to be picked (§4). */
export class ProfilesToPick extends Error {
  override name = "ProfilesToPick";
  readonly profiles: readonly z.infer<typeof ProfileChoice>[];
  constructor(profiles: readonly z.infer<typeof ProfileChoice>[]) {
    super("The sign-in matches several profiles");
    this.profiles = profiles;
  }
}

/** A sign-in was answered without a user (§4). */
export class UserMissing extends Error {
  override name = "UserMissing";
  constructor() {
    super("The response did not contain the user");
  }
}

/** The general message of a failure that says nothing of itself (§8). */
export const requestFailed = "Request failed with error";
