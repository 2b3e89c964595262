import type { ProfileChoice } from "@guichet/contract/identity.ts";
import type { z } from "zod";

/** Exceptions of the client (§8 "Client messages"). Their messages are for developers; error codes are never exceptions. */

/** The server could not be reached. */
export class ConnectionFailure extends Error {
  override name = "ConnectionFailure";
}

/** The server did not respond in time. */
export class TimeoutFailure extends Error {
  override name = "TimeoutFailure";
}

/** The server failed, or its response does not match the contract. */
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

/** The result of deactivating a traveller is unknown: the server failed. */
export class ProfileNotDisabled extends Breakage {
  override name = "ProfileNotDisabled";
  constructor(cause: Breakage) {
    super("The profile could not be disabled", cause.status, cause.requestId);
    this.cause = cause;
  }
}

/** The result of unlinking a transport card is unknown: the server failed. */
export class MediaNotDisabled extends Breakage {
  override name = "MediaNotDisabled";
  constructor(cause: Breakage) {
    super("The media could not be disabled", cause.status, cause.requestId);
    this.cause = cause;
  }
}

/** The given picture is not a file. */
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

/** The sign-in matches several travellers, of whom one must be chosen (§4). */
export class ProfilesToPick extends Error {
  override name = "ProfilesToPick";
  readonly profiles: readonly z.infer<typeof ProfileChoice>[];
  constructor(profiles: readonly z.infer<typeof ProfileChoice>[]) {
    super("The sign-in matches several profiles");
    this.profiles = profiles;
  }
}

/** A sign-in response contains no user (§4). */
export class UserMissing extends Error {
  override name = "UserMissing";
  constructor() {
    super("The response did not contain the user");
  }
}

/** An introspected token is invalid (§4 "Startup check"). */
export class TokenInvalid extends Error {
  override name = "TokenInvalid";
  constructor() {
    super("Token is invalid");
  }
}

/** The token is valid, but its user no longer exists. */
export class UserNotFound extends Error {
  override name = "UserNotFound";
  constructor() {
    super("user not found");
  }
}

/** A request in a user's name was made without a signed-in user. */
export class UserNotConnected extends Error {
  override name = "UserNotConnected";
  constructor() {
    super("User not connected");
  }
}

/** A sign-in or reset by e-mail was requested without an address. */
export class UserMailMissing extends Error {
  override name = "UserMailMissing";
  constructor() {
    super("Usermail not given");
  }
}

/** The national federation was requested in a network that does not offer it. */
export class FederationMissing extends Error {
  override name = "FederationMissing";
  constructor() {
    super("There is no FranceConnect provider");
  }
}

/** The network's default provider has no slug. */
export class DefaultSlugMissing extends Error {
  override name = "DefaultSlugMissing";
  constructor() {
    super("Network default provider slug is not defined");
  }
}

/** General message of a failure without a message of its own (§8). */
export const requestFailed = "Request failed with error";
