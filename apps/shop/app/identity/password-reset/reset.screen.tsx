import { isCommonPassword } from "@guichet/rules/persons/common-passwords.ts";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page } from "@guichet/ui/page/page.tsx";
import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { sentBack, type Typed, typedOf } from "../../forms/form-values.ts";
import { href } from "../../paths.ts";
import { type RequestContext, requestContextOf } from "../../request-context/request-context.ts";
import { noStore } from "../../request-context/sign-out.server.ts";
import { useT } from "../../texts/texts.tsx";
import { formFaultField } from "../forms/fault-fields.ts";
import { readNewPassword, readResetRequest } from "../forms/sign-in-forms.ts";
import { nextIn, withNext } from "../return-path.ts";
import { reached, toolkitFormCode } from "../sign-in.server.ts";
import { NewPassword } from "./new-password.tsx";
import { ResetRequestForm, ResetSent } from "./reset-request.tsx";

/** Shows the form to request a link or, with a link's code, to set a new password. Opening the link changes nothing. */
export function loader({ request }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams;
  const step = search.get("code") ? "choose" : search.has("sent") ? "sent" : "ask";
  return data({ step, next: nextIn(search) } as const, { headers: noStore });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const search = new URL(request.url).searchParams;
  const typed = typedOf(await request.formData());
  const code = search.get("code");
  return code ? choose(ctx, code, typed) : ask(ctx, typed, nextIn(search));
}

async function ask(ctx: RequestContext, typed: Typed, next: string | undefined) {
  const read = readResetRequest(typed);
  if (!read.ok) return data(sentBack(read.faults, typed), { status: 422 });
  const sent = await reached(async () => (await ctx.toolkit()).sendPasswordReset(read.value.email));
  if (sent.ok) return redirect(withNext("reset", next, { sent: "1" }), { status: 303 });
  const refused = sent.code === "UNAVAILABLE" ? sent.code : toolkitFormCode[sent.code];
  return data(sentBack([{ code: refused, field: formFaultField(refused, "reset") }], typed), { status: 422 });
}

/** Sets the new password and ends all sessions of the account, including this browser's. */
async function choose(ctx: RequestContext, code: string, typed: Typed) {
  const read = readNewPassword(typed, isCommonPassword);
  if (!read.ok) return data(sentBack(read.faults, typed), { status: 422 });
  const use = { code: code.slice(0, 200), action: "LEGACY_PASSWORD_CHANGE" as const, password: read.value.password };
  const changed = await reached(() => ctx.call("useCode", use));
  if (changed.ok) {
    if (ctx.session.open) ctx.session.leave();
    const flash = changed.value.separated ? "separated" : "password";
    return redirect(href("login", undefined, { flash }), { status: 303 });
  }
  return data(sentBack([{ code: changed.code, field: formFaultField(changed.code, "reset") }], typed), { status: 422 });
}

export default function Reset() {
  const t = useT();
  const { step, next } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <Page narrow>
      <BackLink href={withNext("login", next)} label={t("identity.reset.back")} />
      {step === "ask" && <ResetRequestForm answer={answer} />}
      {step === "sent" && <ResetSent next={next} />}
      {step === "choose" && <NewPassword answer={answer} />}
    </Page>
  );
}
