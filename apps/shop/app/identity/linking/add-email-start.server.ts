import { type RouterContextProvider, redirect } from "react-router";
import type { SentBack } from "../../forms/form-values.ts";
import { href } from "../../paths.ts";
import { requestContextOf } from "../../request-context/request-context.ts";

/** Initial data of both screens; an account that already has e-mail sign-in is redirected to unlink the federation. */
export async function addEmailStart(
  context: Readonly<RouterContextProvider>,
  request: Request,
  what: "add" | "replace",
): Promise<{ reauthenticated: boolean; email: string; refused: SentBack | undefined }> {
  const user = await requestContextOf(context).session.holder();
  const hasPassword = user?.identities.some(({ providerId }) => providerId === "password");
  if (what === "replace" && hasPassword) throw redirect(href("fcDeleteIdentity"));
  const search = new URL(request.url).searchParams;
  return { reauthenticated: search.has("reauthenticated"), email: user?.userMail ?? "", refused: refusedIn(search) };
}

/** Converts the error of a provider sign-in into form errors. */
export function refusedIn(search: URLSearchParams): SentBack | undefined {
  const code = search.get("refused");
  return code === null ? undefined : { faults: [{ code: code.slice(0, 60) }], typed: {} };
}
