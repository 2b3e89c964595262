/** How long the page waits for the server before it checks by itself. */
const answerMaxMs = 4_000;

/** The answer to a form: JSON, or why there is none. */
export type Sent<Answer> = { was: "answered"; answer: Answer } | { was: "offline" | "signed-out" };

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
    if (response.status >= 500) return { was: "offline" };
    return { was: "answered", answer: await response.json() };
  } catch {
    return { was: "offline" };
  }
}
