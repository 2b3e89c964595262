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
import { runDocumentAction } from "./document-actions.server.ts";
import { readDocumentsOverview } from "./documents-overview.server.ts";

// Loaded on demand so that other pages do not load this code.
const AllDocuments = lazyPage(() => import("./all-documents.tsx").then((module) => module.AllDocuments));
const RemoveDocument = lazyPage(() => import("./remove-document.tsx").then((module) => module.RemoveDocument));

const askedIn = (request: Request) => {
  const query = new URL(request.url).searchParams;
  return { query, userId: query.get("for") || null, item: query.get("item") };
};

/**
 * Loads the documents required for a traveller (`for`) and an article (`item`); `remove`: the document whose removal needs
 * confirmation.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const { query, ...asked } = askedIn(request);
  const overview = await readDocumentsOverview(ctx, asked);
  if (overview === undefined) throw data(null, { status: 404 });
  const remove = query.get("remove");
  if (remove === null) return data({ view: "all", overview, flash: query.get("flash") } as const, { headers: noStore });
  const found = overview.documents
    .flatMap(({ document, draft }) => [document, draft])
    .find((document) => document?.documentId === remove);
  if (found == null) throw data(null, { status: 404 });
  const document = { documentId: found.documentId, name: found.documentTypeName, status: found.status };
  return data({ view: "remove", document, userId: overview.userId } as const, { headers: noStore });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** Uploads, removes, asks a provider to confirm a right, or submits for review; forms without script are sent here. */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const form = await request.formData();
  const typed = typedOf(form);
  const asked = askedIn(request);
  const done = await runDocumentAction(ctx, typed, form, { userId: typed.for || asked.userId, item: asked.item });
  if (!done.ok) {
    const field = done.field ?? (typed.type === undefined ? undefined : `document-${typed.type}`);
    return data(sentBack([{ code: done.code, field }], typed), { status: 422 });
  }
  const back = { ...(typed.for ? { for: typed.for } : {}), ...(asked.item === null ? {} : { item: asked.item }) };
  return redirect(done.to ?? href("documents", undefined, { ...back, flash: done.flash }), { status: 303 });
}

/** The documents page of a traveller (§2 "/documents"). */
export default function Documents() {
  const shown = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (shown.view === "remove") return <RemoveDocument {...shown} answer={answer} />;
  return <AllDocuments overview={shown.overview} flash={shown.flash} answer={answer} />;
}
