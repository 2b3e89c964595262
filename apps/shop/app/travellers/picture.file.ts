import type { LoaderFunctionArgs } from "react-router";
import { idIn } from "../request-context/account-file.server.ts";
import { requestContextOf } from "../request-context/request-context.ts";

/** Serves the picture of a person of the account to the signed-in user; the browser never learns its storage address. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const userId = idIn(request.url, "person");
  const found = ctx.session.open ? await ctx.call("getUser", {}, { userId }) : undefined;
  const link = found?.ok ? found.value.user.userPictureUrl : null;
  const picture = link === null ? undefined : await ctx.linkedFile(link);
  if (picture === undefined) throw new Response(null, { status: 404 });
  const headers = { "content-type": picture.mediaType, "cache-control": "private, no-store" };
  return new Response(new Uint8Array(picture.bytes), { headers });
}
