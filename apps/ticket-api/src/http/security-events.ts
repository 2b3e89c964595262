import type { CallName, Calls } from "@guichet/contract/calls.ts";
import { type ErrorCode, refusalStatus } from "@guichet/contract/error-codes.ts";
import type { Result } from "@guichet/contract/result.ts";
import type { SecurityEvent } from "../security-log/security-log.ts";
import type { CallContext, HandlerValue } from "./call-handler.ts";

/** What an answered call says for the security log; the rest of the line is of every call. */
type Told = Pick<SecurityEvent, "event"> & Partial<Pick<SecurityEvent, "actor" | "subject">>;
type Teller<Name extends CallName> = (
  ctx: CallContext<Calls[Name]>,
  outcome: Result<HandlerValue<Calls[Name]>>,
) => Told | undefined;

/** An event that happened when the call did, and that was refused when it was refused with one of these codes. */
const told =
  (event: Told["event"], ...refusedWith: readonly ErrorCode[]) =>
  (_ask: unknown, outcome: Result<unknown>): Told | undefined =>
    outcome.ok || refusedWith.includes(outcome.code) ? { event } : undefined;

/** By call: the event that its answer is. What has no event is work like any other. */
const callEvents: { readonly [Name in CallName]?: Teller<Name> } = {
  login: ({ request }, outcome) => {
    const user = outcome.ok && "user" in outcome.value ? outcome.value.user : undefined;
    if (user !== undefined) {
      return {
        event: request.authAsGuest === true ? "guest-session.begin" : "session.begin",
        actor: { customer: user.userId },
      };
    }
    return outcome.ok ? undefined : told("session.begin", "TOKEN_INVALID")(undefined, outcome);
  },
  // A sign-in that was let in is told where it is known whose it is (`authenticate.ts`).
  authenticate: (_, outcome) => (outcome.ok ? undefined : told("sign-in", "TOKEN_INVALID")(undefined, outcome)),
  exchangeAuthorizationCode: (_, outcome) =>
    outcome.ok ? undefined : told("sign-in", "AUTHORIZATION_STATE_INVALID", "TOKEN_INVALID")(undefined, outcome),
  revokeSession: told("session.revoked"),
  reauthenticate: told("step-up", "PASSWORD_WRONG", "TOKEN_INVALID"),
  createIdentity: told("identity.linked", "REAUTHENTICATION_REQUIRED", "TOKEN_INVALID", "IDENTITY_LINKED_ELSEWHERE"),
  deleteIdentity: told("identity.unlinked", "REAUTHENTICATION_REQUIRED", "LAST_IDENTITY"),
  resetPassword: ({ request }, { ok }) =>
    ok ? { event: "password.reset-asked", actor: { email: request.email } } : undefined,
  useCode: ({ request, session }, outcome) => {
    const actor = outcome.ok && outcome.value.email !== undefined ? { email: outcome.value.email } : undefined;
    const by = actor && session === null ? { actor } : {};
    if (request.action === "LEGACY_ACCOUNT_ANONYMIZATION") {
      const seen = told("deletion.asked", "CODE_INVALID", "CODE_EXPIRED")(undefined, outcome);
      return seen && { ...seen, ...by };
    }
    if (request.password === undefined) return undefined;
    const seen = told("password.reset", "CODE_INVALID", "CODE_EXPIRED")(undefined, outcome);
    return seen && { ...seen, ...by };
  },
  updateAccount: ({ request }, outcome) => {
    const subject = request.userId === undefined ? {} : { subject: { customer: request.userId } };
    if (request.email !== undefined)
      return told("email.changed", "PASSWORD_WRONG", "REAUTHENTICATION_REQUIRED")(undefined, outcome);
    const seen = told("password.changed", "PASSWORD_WRONG")(undefined, outcome);
    return request.travellerPassword === undefined || seen === undefined ? undefined : { ...seen, ...subject };
  },
  requestDeletion: ({ request }, outcome) =>
    request.checkOnly === true
      ? undefined
      : told("deletion.asked", "PASSWORD_WRONG", "REAUTHENTICATION_REQUIRED")(undefined, outcome),
  reactivate: told("deletion.withdrawn"),
  exportData: told("data.exported"),
  officeLogin: ({ request }, outcome) => {
    const seen = told("staff.sign-in", "CREDENTIALS_INVALID")(undefined, outcome);
    const subject = { email: request.email };
    if (outcome.ok) return { event: "staff.sign-in", actor: { staff: outcome.value.staff.staffId }, subject };
    return seen && { ...seen, actor: subject };
  },
  giveSecondFactor: ({ request }, outcome) =>
    told(request.recoveryCode === undefined ? "staff.second-factor" : "staff.recovery-code", "SECOND_FACTOR_WRONG")(
      undefined,
      outcome,
    ),
  confirmSecondFactor: told("staff.second-factor-set-up", "SECOND_FACTOR_WRONG"),
  renewRecoveryCodes: told("staff.recovery-codes-renewed", "PASSWORD_WRONG"),
  removeSecondFactor: told("staff.second-factor-removed", "PASSWORD_WRONG"),
  changeStaffPassword: told("staff.password-changed", "PASSWORD_WRONG"),
};

/** Tells the security log of an answered call: its own event, or that it was asked more often than it may be. */
export function logHandlerEvents<Name extends CallName>(
  name: Name,
  ctx: CallContext<Calls[Name]>,
  outcome: Result<HandlerValue<Calls[Name]>>,
): void {
  const isTooOften = !outcome.ok && refusalStatus(outcome.code) === 429;
  const seen: Told | undefined = isTooOften ? { event: "limit.reached" } : callEvents[name]?.(ctx, outcome);
  if (seen !== undefined) ctx.tell({ ...seen, ...(outcome.ok ? {} : { refusedWith: outcome.code }) });
}
