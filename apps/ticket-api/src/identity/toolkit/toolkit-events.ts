import type { SecurityEvent } from "../../security-log/security-log.ts";
import type { ToolkitResult } from "./faults.ts";
import type { ToolkitBody } from "./requests.ts";

type ToolkitEvent = Pick<SecurityEvent, "event" | "actor" | "outcome"> &
  Partial<Pick<SecurityEvent, "subject" | "reason">>;

/** Faults for a reached limit. */
const limitFaults = ["TOO_MANY_ATTEMPTS_TRY_LATER", "RESET_PASSWORD_EXCEED_LIMIT"];
const credentialFaults = ["INVALID_LOGIN_CREDENTIALS", "EMAIL_NOT_FOUND", "INVALID_PASSWORD"];
const codeFaults = ["INVALID_OOB_CODE", "EXPIRED_OOB_CODE"];

/** The security events of a toolkit call, by the last part of its path and its result. */
export function toolkitEvents(call: string, body: ToolkitBody, result: ToolkitResult): ToolkitEvent[] {
  const { email } = body;
  const typed = email === undefined || email === "" ? ("unknown" as const) : { email };
  if ("fault" in result) {
    const reason = result.fault.split(" ")[0] ?? "";
    const refused = (event: ToolkitEvent["event"]): ToolkitEvent[] => [
      { event, actor: typed, outcome: "refused", reason },
    ];
    if (limitFaults.includes(reason)) return refused("limit.reached");
    if (call === "signInWithPassword" && credentialFaults.includes(reason)) return refused("sign-in");
    if (call === "resetPassword" && body.newPassword !== undefined && codeFaults.includes(reason))
      return refused("password.reset");
    return [];
  }
  const { localId, email: known } = result.answer;
  const actor = typeof localId === "string" ? { signIn: localId } : typed;
  const succeeded = (event: ToolkitEvent["event"], more: Partial<ToolkitEvent> = {}): ToolkitEvent => ({
    event,
    actor,
    outcome: "ok",
    ...more,
  });
  const subject = typed === "unknown" ? {} : { subject: typed };
  if (call === "signUp") return [succeeded("sign-up", subject)];
  if (call === "signInWithPassword") return [succeeded("sign-in", subject)];
  if (call === "sendOobCode" && body.requestType === "PASSWORD_RESET") return [succeeded("password.reset-asked")];
  if (call === "resetPassword" && body.newPassword !== undefined)
    return [succeeded("password.reset", typeof known === "string" ? { actor: { email: known } } : {})];
  if (call !== "update" || body.oobCode !== undefined) return [];
  return [
    ...(body.email === undefined ? [] : [succeeded("email.changed")]),
    ...(body.password === undefined ? [] : [succeeded("password.changed")]),
  ];
}
