import type { CallName, Calls } from "@guichet/contract/calls.ts";
import { type ErrorCode, refusalStatus } from "@guichet/contract/error-codes.ts";
import type { StaffAccessAction } from "@guichet/contract/office/staff-management.ts";
import type { Result } from "@guichet/contract/result.ts";
import type { SecurityEvent } from "../security-log/security-log.ts";
import type { CallContext, HandlerValue } from "./call-handler.ts";

/** The call-specific fields of a security event. */
type LoggedEvent = Pick<SecurityEvent, "event"> & Partial<Pick<SecurityEvent, "actor" | "subject">>;
type EventOf<Name extends CallName> = (
  ctx: CallContext<Calls[Name]>,
  outcome: Result<HandlerValue<Calls[Name]>>,
) => LoggedEvent | undefined;

/** Logs an event when the call succeeds, or is refused with one of these codes. */
const eventUnless =
  (event: LoggedEvent["event"], ...refusedWith: readonly ErrorCode[]) =>
  (_ask: unknown, outcome: Result<unknown>): LoggedEvent | undefined =>
    outcome.ok || refusedWith.includes(outcome.code) ? { event } : undefined;

const refusedMembers = ["STAFF_OWN_ACCOUNT", "STAFF_OF_ANOTHER_NETWORK"] as const;
const ofMember = (staff: string, event: LoggedEvent | undefined): LoggedEvent | undefined =>
  event && { ...event, subject: { staff } };
const accessEvents = {
  disable: "staff.disabled",
  enable: "staff.enabled",
  "end-sessions": "staff.sessions-ended",
  "reset-second-factor": "staff.second-factor-reset",
  "invite-again": "staff.invited",
} as const satisfies Record<StaffAccessAction, LoggedEvent["event"]>;

/** The security event of each call. Calls without an entry are not logged. */
const callEvents: { readonly [Name in CallName]?: EventOf<Name> } = {
  login: ({ request }, outcome) => {
    const user = outcome.ok && "user" in outcome.value ? outcome.value.user : undefined;
    if (user !== undefined) {
      return {
        event: request.authAsGuest === true ? "guest-session.begin" : "session.begin",
        actor: { customer: user.userId },
      };
    }
    return outcome.ok ? undefined : eventUnless("session.begin", "TOKEN_INVALID")(undefined, outcome);
  },
  // A successful sign-in is logged where its account is known (`authenticate.ts`).
  authenticate: (_, outcome) => (outcome.ok ? undefined : eventUnless("sign-in", "TOKEN_INVALID")(undefined, outcome)),
  exchangeAuthorizationCode: (_, outcome) =>
    outcome.ok ? undefined : eventUnless("sign-in", "AUTHORIZATION_STATE_INVALID", "TOKEN_INVALID")(undefined, outcome),
  revokeSession: eventUnless("session.revoked"),
  reauthenticate: eventUnless("step-up", "PASSWORD_WRONG", "TOKEN_INVALID"),
  createIdentity: eventUnless(
    "identity.linked",
    "REAUTHENTICATION_REQUIRED",
    "TOKEN_INVALID",
    "IDENTITY_LINKED_ELSEWHERE",
  ),
  deleteIdentity: eventUnless("identity.unlinked", "REAUTHENTICATION_REQUIRED", "LAST_IDENTITY"),
  resetPassword: ({ request }, { ok }) =>
    ok ? { event: "password.reset-asked", actor: { email: request.email } } : undefined,
  useCode: ({ request, session }, outcome) => {
    const actor = outcome.ok && outcome.value.email !== undefined ? { email: outcome.value.email } : undefined;
    const by = actor && session === null ? { actor } : {};
    if (request.action === "LEGACY_ACCOUNT_ANONYMIZATION") {
      const seen = eventUnless("deletion.asked", "CODE_INVALID", "CODE_EXPIRED")(undefined, outcome);
      return seen && { ...seen, ...by };
    }
    if (request.password === undefined) return undefined;
    const seen = eventUnless("password.reset", "CODE_INVALID", "CODE_EXPIRED")(undefined, outcome);
    return seen && { ...seen, ...by };
  },
  requestTermination: ({ request }, { ok }) =>
    ok ? { event: "termination.requested", actor: { email: request.email } } : undefined,
  confirmTermination: eventUnless("termination.confirmed", "CODE_INVALID", "CODE_EXPIRED"),
  updateAccount: ({ request }, outcome) => {
    const subject = request.userId === undefined ? {} : { subject: { customer: request.userId } };
    if (request.email !== undefined)
      return eventUnless("email.changed", "PASSWORD_WRONG", "REAUTHENTICATION_REQUIRED")(undefined, outcome);
    const seen = eventUnless("password.changed", "PASSWORD_WRONG")(undefined, outcome);
    return request.travellerPassword === undefined || seen === undefined ? undefined : { ...seen, ...subject };
  },
  requestDeletion: ({ request }, outcome) =>
    request.checkOnly === true
      ? undefined
      : eventUnless("deletion.asked", "PASSWORD_WRONG", "REAUTHENTICATION_REQUIRED")(undefined, outcome),
  reactivate: eventUnless("deletion.withdrawn"),
  exportData: eventUnless("data.exported"),
  officeLogin: ({ request }, outcome) => {
    const seen = eventUnless("staff.sign-in", "CREDENTIALS_INVALID")(undefined, outcome);
    const subject = { email: request.email };
    if (outcome.ok) return { event: "staff.sign-in", actor: { staff: outcome.value.staff.staffId }, subject };
    return seen && { ...seen, actor: subject };
  },
  giveSecondFactor: ({ request }, outcome) =>
    eventUnless(
      request.recoveryCode === undefined ? "staff.second-factor" : "staff.recovery-code",
      "SECOND_FACTOR_WRONG",
    )(undefined, outcome),
  confirmSecondFactor: eventUnless("staff.second-factor-set-up", "SECOND_FACTOR_WRONG"),
  renewRecoveryCodes: eventUnless("staff.recovery-codes-renewed", "PASSWORD_WRONG"),
  removeSecondFactor: eventUnless("staff.second-factor-removed", "PASSWORD_WRONG"),
  inviteStaff: (_, outcome) =>
    outcome.ok ? { event: "staff.invited", subject: { staff: outcome.value.staffId } } : undefined,
  setStaffRoles: ({ request }, outcome) =>
    ofMember(request.staffId, eventUnless("staff.roles-given", ...refusedMembers)(undefined, outcome)),
  changeStaffAccess: ({ request }, outcome) => {
    const event = accessEvents[request.action];
    return ofMember(request.staffId, eventUnless(event, ...refusedMembers)(undefined, outcome));
  },
  // An accepted one is logged where its person is known (`invitation-handlers.ts`).
  acceptInvitation: (_, outcome) =>
    outcome.ok
      ? undefined
      : eventUnless("staff.invitation-accepted", "CODE_INVALID", "CODE_EXPIRED")(undefined, outcome),
  changeStaffPassword: eventUnless("staff.password-changed", "PASSWORD_WRONG"),
};

/** Logs the event of a call, or that it reached its rate limit. */
export function logHandlerEvents<Name extends CallName>(
  name: Name,
  ctx: CallContext<Calls[Name]>,
  outcome: Result<HandlerValue<Calls[Name]>>,
): void {
  const isTooOften = !outcome.ok && refusalStatus(outcome.code) === 429;
  const seen: LoggedEvent | undefined = isTooOften ? { event: "limit.reached" } : callEvents[name]?.(ctx, outcome);
  if (seen !== undefined) ctx.tell({ ...seen, ...(outcome.ok ? {} : { refusedWith: outcome.code }) });
}
