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

/** What came of taking a traveller out of use is not known: the other side broke. */
export class ProfileNotDisabled extends Breakage {
  override name = "ProfileNotDisabled";
  constructor(cause: Breakage) {
    super("The profile could not be disabled", cause.status, cause.requestId);
    this.cause = cause;
  }
}

/** What came of taking a transport card from the account is not known: the other side broke. */
export class MediaNotDisabled extends Breakage {
  override name = "MediaNotDisabled";
  constructor(cause: Breakage) {
    super("The media could not be disabled", cause.status, cause.requestId);
    this.cause = cause;
  }
}

/** A picture was to be sent, and what was given is no file. */
export class PictureNotFile extends Error {
  override name = "PictureNotFile";
  constructor() {
    super("Picture needs to be of type File");
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

/** A token was introspected and does not hold (§4 "Startup check"). */
export class TokenInvalid extends Error {
  override name = "TokenInvalid";
  constructor() {
    super("Token is invalid");
  }
}

/** The token holds, but whose it is is not there any more. */
export class UserNotFound extends Error {
  override name = "UserNotFound";
  constructor() {
    super("user not found");
  }
}

/** Something was asked in a user's name, and nobody is signed in. */
export class UserNotConnected extends Error {
  override name = "UserNotConnected";
  constructor() {
    super("User not connected");
  }
}

/** A sign-in or reset by e-mail was asked for without an address. */
export class UserMailMissing extends Error {
  override name = "UserMailMissing";
  constructor() {
    super("Usermail not given");
  }
}

/** The national federation was asked for in a network that does not offer it. */
export class FederationMissing extends Error {
  override name = "FederationMissing";
  constructor() {
    super("There is no FranceConnect provider");
  }
}

/** The network's default provider has no slug by which to name it. */
export class DefaultSlugMissing extends Error {
  override name = "DefaultSlugMissing";
  constructor() {
    super("Network default provider slug is not defined");
  }
}

/** The general message of a failure that says nothing of itself (§8). */
export const requestFailed = "Request failed with error";
