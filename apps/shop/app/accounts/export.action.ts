import { type ActionFunctionArgs, redirect } from "react-router";
import { typedOf } from "../forms/form-values.ts";
import { withNext } from "../identity/return-path.ts";
import { href } from "../paths.ts";
import { type RequestContext, requestContextOf } from "../request-context/request-context.ts";
import { reauthenticateAtProvider, reauthenticateByPassword } from "./step-up-authentication.server.ts";

/**
 * Returns an archive of all data stored for the account. Users who have not signed in recently must first reauthenticate on a page
 * that posts to this action. When the archive is requested too often, the account page shows an error.
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  if (!ctx.session.open) return redirect(withNext("auth", href("account")), { status: 303 });
  const typed = typedOf(await request.formData());
  if (typed.what === "prove-at-provider") {
    const led = await reauthenticateAtProvider(ctx, proving());
    return redirect(led.ok ? led.to : proving(led.faults[0]?.code), { status: 303 });
  }
  if (typed.what === "prove") {
    const reauthenticated = await reauthenticateByPassword(ctx, typed);
    if (!reauthenticated.ok) return redirect(proving(reauthenticated.faults[0]?.code), { status: 303 });
  }
  return archiveOf(ctx);
}

const proving = (refused?: string): string =>
  href("account", undefined, { edit: "export", ...(refused === undefined ? {} : { refused }) });

async function archiveOf(ctx: RequestContext): Promise<Response> {
  const archive = await ctx.file("exportData", {});
  if (!archive.ok) {
    const isOld = archive.code === "REAUTHENTICATION_REQUIRED";
    return redirect(isOld ? proving() : href("account", undefined, { refused: "export" }), { status: 303 });
  }
  const { bytes, mediaType } = archive.value;
  const name = `${ctx.network.id}-${ctx.now().slice(0, 10)}.zip`;
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": mediaType,
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "private, no-store",
    },
  });
}

export function loader() {
  return redirect(href("account"));
}
