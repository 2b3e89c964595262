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
import { actOn, readOne } from "./submission.server.ts";

const AllSubmissions = lazyPage(() => import("./all-submissions.tsx").then((module) => module.AllSubmissions));
const OneSubmission = lazyPage(() => import("./one-submission.tsx").then((module) => module.OneSubmission));

/** Loads a page of open or (`show=past`) decided submissions; `request`: one submission with its history. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const query = new URL(request.url).searchParams;
  const flash = query.get("flash");
  const one = query.get("request");
  if (one !== null) {
    const found = await readOne(ctx, one);
    if (found === undefined) throw data(null, { status: 404 });
    return data({ view: "one", ...found, flash, asks: query.get("ask") === "cancel" } as const, { headers: noStore });
  }
  const scope = query.get("show") === "past" ? "past" : "current";
  const cursor = query.get("after");
  const found = await ctx.call("getUserDocumentSubmissions", { scope, ...(cursor === null ? {} : { cursor }) });
  if (!found.ok) throw data(null, { status: found.code === "CURSOR_INVALID" ? 404 : 503 });
  const { items, nextCursor = null } = found.value;
  const account = await ctx.session.account();
  const names = Object.fromEntries((account?.profiles ?? []).map(({ userId, userName }) => [userId, userName]));
  return data({ view: "all", items, nextCursor, names, scope } as const, { headers: noStore });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** Uploads a document, completes the submission or cancels it. */
export async function action({ context, request }: ActionFunctionArgs) {
  const form = await request.formData();
  const typed = typedOf(form);
  const id = new URL(request.url).searchParams.get("request") ?? "";
  const done = await actOn(requestContextOf(context), id, typed, form);
  if (done.ok) return redirect(href("submissions", undefined, { request: id, flash: done.flash }), { status: 303 });
  const field = typed.type === undefined ? undefined : `document-${typed.type}`;
  return data(sentBack([{ code: done.code, field }], typed), { status: 422 });
}

/** The page that tracks document submissions (§2 "validation request tracking"). */
export default function Submissions() {
  const shown = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (shown.view === "one") return <OneSubmission {...shown} answer={answer} />;
  return <AllSubmissions {...shown} />;
}
