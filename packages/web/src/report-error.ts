/** Logs failures once, here, with the request id; errors that a visitor can act on are not failures. */
export function reportError(error: unknown, { url }: Pick<Request, "url">, requestId: string | undefined): void {
  const path = new URL(url).pathname;
  const { name, message, stack, cause } = error instanceof Error ? error : new Error(String(error));
  const err = { type: name, message, stack, cause: cause instanceof Error ? cause.message : undefined };
  console.error(JSON.stringify({ level: 50, time: Date.now(), requestId, path, err, msg: "a page broke" }));
}
