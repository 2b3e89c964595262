import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { typedOf } from "../forms/form-values.ts";
import { requestContextOf } from "../request-context/request-context.ts";
import { noStore } from "../request-context/sign-out.server.ts";
import { type LineProof, proveLine, readLineProof } from "./line-proof.server.ts";

/** Answer to a form: an error has a code, and the field if it has one. */
export type Proved = { ok: true } | { ok: false; code: string; field?: string };

const subjectOf = (request: Request) => {
  const query = new URL(request.url).searchParams;
  return { item: query.get("item") ?? "", userId: query.get("for") ?? "" };
};

/** Returns what a cart line needs as proof, `?item=&for=`; null without an account, traveller or article. */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<Response> {
  const ctx = requestContextOf(context);
  const holder = await ctx.session.holder();
  const proof: LineProof | null = holder ? ((await readLineProof(ctx, subjectOf(request))) ?? null) : null;
  return Response.json(proof, { headers: noStore });
}

/** Confirms or declares the right of a line's traveller, without leaving the cart. */
export async function action({ context, request }: ActionFunctionArgs): Promise<Response> {
  const ctx = requestContextOf(context);
  if ((await ctx.session.holder()) === undefined) return Response.json(refused("USER_NOT_CONNECTED"), { status: 401 });
  const done = await proveLine(ctx, subjectOf(request), typedOf(await request.formData()));
  if (done.ok) return Response.json({ ok: true } satisfies Proved, { headers: noStore });
  return Response.json(refused(done.code, done.field), { status: 422, headers: noStore });
}

const refused = (code: string, field?: string): Proved => ({
  ok: false,
  code,
  ...(field === undefined ? {} : { field }),
});
