import { type ActionFunctionArgs, redirect } from "react-router";
import { href } from "../paths.ts";
import { visitOf } from "../shell/visit.ts";

/** The archive of everything that is kept of the account; asked for too often, the account's page says so. */
export async function action({ context }: ActionFunctionArgs) {
  const visit = visitOf(context);
  if (!visit.session.open) return redirect(href("auth", undefined, { next: href("account") }), { status: 303 });
  const archive = await visit.file("exportData", {});
  if (!archive.ok) return redirect(href("account", undefined, { refused: "export" }), { status: 303 });
  const { bytes, mediaType } = archive.value;
  const name = `${visit.network.id}-${visit.now().slice(0, 10)}.zip`;
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
