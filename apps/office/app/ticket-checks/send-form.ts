/** How long the page waits for the server before it checks by itself. */
const answerMaxMs = 4_000;

/** The status of the answer to a form that somebody else has opened than who is signed in. */
export const otherStaffStatus = 409;

/** The answer to a form: JSON, or why there is none. */
export type Sent<Answer> = { was: "answered"; answer: Answer } | { was: "offline" | "signed-out" | "other-staff" };

/** Sends a form of the check by script. An answer that does not come in time counts as no connection. */
export async function sendForm<Answer>(
  path: string,
  values: URLSearchParams,
  maxMs = answerMaxMs,
): Promise<Sent<Answer>> {
  try {
    const signal = AbortSignal.timeout(maxMs);
    const response = await fetch(path, { method: "POST", body: values, redirect: "manual", signal });
    // To the sign-in.
    if (response.type === "opaqueredirect") return { was: "signed-out" };
    if (response.status === otherStaffStatus) return { was: "other-staff" };
    if (response.status >= 500) return { was: "offline" };
    return { was: "answered", answer: await response.json() };
  } catch {
    return { was: "offline" };
  }
}
