import type { SecurityEvent } from "../../security-log/security-log.ts";
import type { ToolkitResult } from "./faults.ts";
import type { ToolkitBody } from "./requests.ts";

type Told = Pick<SecurityEvent, "event" | "actor" | "outcome"> & Partial<Pick<SecurityEvent, "subject" | "reason">>;

/** Faults that say: asked more often than it may be. */
const tooOften = ["TOO_MANY_ATTEMPTS_TRY_LATER", "RESET_PASSWORD_EXCEED_LIMIT"];
const credentialFaults = ["INVALID_LOGIN_CREDENTIALS", "EMAIL_NOT_FOUND", "INVALID_PASSWORD"];
const codeFaults = ["INVALID_OOB_CODE", "EXPIRED_OOB_CODE"];

/** What an answer of the identity toolkit says for the security log, by the last part of its path. */
export function toolkitEvents(call: string, body: ToolkitBody, end: ToolkitResult): Told[] {
  const { email } = body;
  const typed = email === undefined || email === "" ? ("unknown" as const) : { email };
  if ("fault" in end) {
    const reason = end.fault.split(" ")[0] ?? "";
    const refused = (event: Told["event"]): Told[] => [{ event, actor: typed, outcome: "refused", reason }];
    if (tooOften.includes(reason)) return refused("limit.reached");
    if (call === "signInWithPassword" && credentialFaults.includes(reason)) return refused("sign-in");
    if (call === "resetPassword" && body.newPassword !== undefined && codeFaults.includes(reason))
      return refused("password.reset");
    return [];
  }
  const { localId, email: known } = end.answer;
  const actor = typeof localId === "string" ? { signIn: localId } : typed;
  const happened = (event: Told["event"], more: Partial<Told> = {}): Told => ({ event, actor, outcome: "ok", ...more });
  const subject = typed === "unknown" ? {} : { subject: typed };
  if (call === "signUp") return [happened("sign-up", subject)];
  if (call === "signInWithPassword") return [happened("sign-in", subject)];
  if (call === "sendOobCode" && body.requestType === "PASSWORD_RESET") return [happened("password.reset-asked")];
  if (call === "resetPassword" && body.newPassword !== undefined)
    return [happened("password.reset", typeof known === "string" ? { actor: { email: known } } : {})];
  if (call !== "update" || body.oobCode !== undefined) return [];
  return [
    ...(body.email === undefined ? [] : [happened("email.changed")]),
    ...(body.password === undefined ? [] : [happened("password.changed")]),
  ];
}
