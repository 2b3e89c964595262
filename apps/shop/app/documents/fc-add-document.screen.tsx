import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { sentBack, typedOf } from "../forms/form-values.ts";
import { lazyPage } from "../page/lazy-page.tsx";
import { href } from "../paths.ts";
import { requestContextOf } from "../request-context/request-context.ts";
import { noStore } from "../request-context/sign-out.server.ts";
import { qualify } from "./document-actions.server.ts";
import { readDocumentsOverview } from "./documents-overview.server.ts";

const DocumentByFederation = lazyPage(() =>
  import("./document-by-federation.tsx").then((module) => module.DocumentByFederation),
);

/** Loads the rights that providers can confirm with the holder's federation identity; `type`: the document type. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const type = new URL(request.url).searchParams.get("type");
  const [overview, account] = await Promise.all([
    readDocumentsOverview(ctx, { userId: null, item: null }),
    ctx.session.account(),
  ]);
  const document = overview?.documents.find((each) => each.document_type_id === type);
  const providers = overview?.providers.filter(
    ({ id, identityInputs }) => identityInputs !== null && document?.qualificationProviderIds.includes(id),
  );
  if (!overview || !account || !document || !providers?.length) throw redirect(href("documents"));
  const { userId, userName, userLastname, userBirthday } = account.user;
  const person = { userId, name: `${userName} ${userLastname}`.trim(), birthday: userBirthday };
  return data({ person, type: document.document_type_id, name: document.name, providers }, { headers: noStore });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** Asks the provider; if that does not suffice, redirects to the upload of the document (§8). */
export async function action({ context, request }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const done = await qualify(requestContextOf(context), { ...typed, by: "identity" }, {});
  if (done.ok) return redirect(href("documents", undefined, { flash: "qualified" }), { status: 303 });
  return data(sentBack([{ code: done.code, field: done.field }], typed), { status: 422 });
}

/** The page to add a document with the national federation (§2 "/fc/add-document", empty layout). */
export default function FcAddDocument() {
  const shown = useLoaderData<typeof loader>();
  const fault = useActionData<typeof action>()?.faults[0];
  return <DocumentByFederation {...shown} fault={fault} />;
}
