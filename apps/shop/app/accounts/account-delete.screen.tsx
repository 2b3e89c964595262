import { Page } from "@guichet/ui/page/page.tsx";
import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
  useActionData,
  useLoaderData,
} from "react-router";
import { sentBack, typedOf } from "../forms/form-values.ts";
import { href } from "../paths.ts";
import { type RequestContext, requestContextOf } from "../request-context/request-context.ts";
import { noStore } from "../request-context/sign-out.server.ts";
import { hasPasswordOf } from "./account-overview.server.ts";
import { askByEmail, obstacle, requestByCode, requestOwn } from "./deletion.server.ts";
import { Confirm, ConfirmByCode, DeletionEmailSent, ReadFirst, RequestDeletionEmail } from "./deletion-steps.tsx";

/** Loads the current step of a deletion; signed-out users confirm by e-mail (§4). Opening the link in the e-mail changes nothing. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return data(await stepOf(requestContextOf(context), new URL(request.url).searchParams), { headers: noStore });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

async function stepOf(ctx: RequestContext, search: URLSearchParams) {
  const code = search.get("code");
  if (code) return { step: "code", code } as const;
  const user = await ctx.session.holder();
  if (!user) return { step: search.has("sent") ? "sent" : "ask" } as const;
  // A pending deletion can be withdrawn in the notice on every page.
  if (user.deletion !== null) throw redirect(href("account"));
  if (search.get("step") === "confirm" && user.isParent) {
    return { step: "confirm", hasPassword: hasPasswordOf(user) } as const;
  }
  const isHolder = user.isParent;
  return { step: "read", isHolder, obstacle: isHolder ? await obstacle(ctx) : null } as const;
}

export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const typed = typedOf(await request.formData());
  const ways = {
    request: requestOwn,
    ask: askByEmail,
    code: (to: RequestContext) => requestByCode(to, typed.code ?? ""),
  };
  const what = typed.what ?? "";
  if (what !== "request" && what !== "ask" && what !== "code") throw data(null, { status: 400 });
  const requested = await ways[what](ctx, typed);
  if (!requested.ok) {
    return data({ ...sentBack(requested.faults, typed), obstacle: requested.obstacle ?? null }, { status: 422 });
  }
  if (what === "ask") return redirect(href("accountDelete", undefined, { sent: "1" }), { status: 303 });
  const { erasesAt } = requested;
  // A full page load, because the next page clears the shop's data in the browser.
  return redirectDocument(href("deletionSuccess", undefined, erasesAt === null ? {} : { until: erasesAt }), {
    status: 303,
  });
}

export default function AccountDelete() {
  const shown = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <Page narrow>
      {shown.step === "read" && <ReadFirst obstacle={shown.obstacle} isHolder={shown.isHolder} />}
      {shown.step === "confirm" && <Confirm answer={answer} hasPassword={shown.hasPassword} />}
      {shown.step === "ask" && <RequestDeletionEmail answer={answer} />}
      {shown.step === "sent" && <DeletionEmailSent />}
      {shown.step === "code" && <ConfirmByCode code={shown.code} answer={answer} />}
    </Page>
  );
}
