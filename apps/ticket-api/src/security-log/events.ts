/**
 * Every event of the security log, by name. This is the only list: an unlisted event does not compile, and
 * `security-log.test.ts` makes each one happen.
 */
export const securityEvents = {
  "sign-up": "A customer chose an e-mail address and a password",
  "sign-in": "A customer's password or identity provider was checked",
  "session.begin": "A customer's session was opened by the identity token of a sign-in",
  "guest-session.begin": "A guest's session was opened",
  "sign-out": "A customer signed out",
  "session.revoked": "A customer ended other sessions from the list",
  "step-up": "A customer who is signed in proved again who they are",
  "password.changed": "A customer changed the password, or that of a traveller's own sign-in",
  "password.reset-asked": "Somebody asked for an e-mail with a code that resets the password",
  "password.reset": "A code was used to set a new password",
  "email.changed": "A customer changed the e-mail address of the account",
  "identity.linked": "A customer added a sign-in method",
  "identity.unlinked": "A customer removed a sign-in method",
  "deletion.asked": "A customer asked for the deletion of the account",
  "deletion.withdrawn": "A customer took the request for deletion back",
  "data.exported": "A customer downloaded everything that is kept of them",
  "staff.sign-in": "The password of somebody of the staff was checked",
  "staff.sign-out": "Somebody of the staff signed out",
  "staff.password-changed": "Somebody of the staff changed their own password",
  "staff.second-factor": "The code of an app of somebody of the staff was checked",
  "staff.recovery-code": "A recovery code of somebody of the staff was checked, in place of their app's",
  "staff.second-factor-set-up": "Somebody of the staff set up a second factor, or another one",
  "staff.recovery-codes-renewed": "Somebody of the staff made other recovery codes",
  "staff.second-factor-removed": "Somebody of the staff switched their second factor off",
  "staff.call-forbidden": "Somebody of the staff made a call that none of their roles allows",
  "staff.added": "A command wrote somebody of the staff down",
  "staff.roles-given": "A command gave somebody of the staff other roles",
  "staff.disabled": "A command shut somebody of the staff out",
  "staff.enabled": "A command let somebody of the staff in again",
  "staff.password-renewed": "A command gave somebody of the staff a new first password",
  "staff.second-factor-reset": "A command took the second factor of somebody of the staff away",
  "client.unknown": "A request named no client, or one that does not exist",
  "client.call-forbidden": "A client made a call for which it lacks the right",
  "signature.refused": "The signature of a request did not match",
  "timestamp.expired": "The signed time of a request was missing or too far off",
  "limit.reached": "Something was tried more often than it may be, and was not looked at",
} as const;

export type SecurityEventName = keyof typeof securityEvents;
