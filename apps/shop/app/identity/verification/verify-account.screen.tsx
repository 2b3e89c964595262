import { isCommonPassword } from "@guichet/rules/persons/common-passwords.ts";
import { Button } from "@guichet/ui/button.tsx";
import { ErrorSummary } from "@guichet/ui/forms/error-summary.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import {
  type ActionFunctionArgs,
  data,
  Form,
  type HeadersArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { sentBack, type Typed, typedOf } from "../../forms/form-values.ts";
import { usePageContext } from "../../page/page-context.tsx";
import { Title } from "../../page/title.tsx";
import { href } from "../../paths.ts";
import { type RequestContext, requestContextOf } from "../../request-context/request-context.ts";
import { noStore } from "../../request-context/sign-out.server.ts";
import { useT } from "../../texts/texts.tsx";
import { formFaultField } from "../forms/fault-fields.ts";
import { formText } from "../forms/form-texts.ts";
import { readNewPassword } from "../forms/sign-in-forms.ts";
import { placeIn, withNext } from "../return-path.ts";
import { reached } from "../sign-in.server.ts";
import { TakeAddress } from "./confirm-with-password.tsx";

/** Fills the form with the code of the e-mail; opening the link changes nothing. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const code = new URL(request.url).searchParams.get("code") ?? "";
  const isSignedIn = (await requestContextOf(context).session.holder()) !== undefined;
  return data({ code, isSignedIn }, { headers: noStore });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/**
 * Confirms the address in the account's own session, and continues the purchase that waited for it. Without that session, a new password takes over the address: the reader of
 * the e-mail may not be the person who created the account (decision record 101).
 */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const typed = typedOf(await request.formData());
  const code = (typed.code ?? "").slice(0, 200);
  return typed.what === "take" ? take(ctx, code, typed) : confirm(ctx, code, typed);
}

async function confirm(ctx: RequestContext, code: string, typed: Typed) {
  const verified = await reached(() => ctx.call("verifyEmail", { code }));
  if (!verified.ok && verified.code !== "ALREADY_VERIFIED") {
    return data(sentBack([{ code: verified.code }], typed), { status: 422 });
  }
  const next = placeIn(ctx.cookies.get("afterVerification"));
  ctx.cookies.clear("afterVerification");
  if (!(await ctx.session.holder())) return redirect(withNext("login", next, { flash: "verified" }), { status: 303 });
  return redirect(next ?? href("account", undefined, { flash: "verified" }), { status: 303 });
}

/** Takes over the address; ends all sessions of the account, and this browser's session even if it belongs to another account. */
async function take(ctx: RequestContext, code: string, typed: Typed) {
  const read = readNewPassword(typed, isCommonPassword);
  if (!read.ok) return data(sentBack(read.faults, typed), { status: 422 });
  const use = { code, action: "LEGACY_EMAIL_VERIFICATION" as const, password: read.value.password };
  const taken = await reached(() => ctx.call("useCode", use));
  if (!taken.ok && taken.code !== "ALREADY_VERIFIED") {
    const field = formFaultField(taken.code, "reset");
    return data(sentBack([{ code: taken.code, field }], typed), { status: 422 });
  }
  if (ctx.session.open) ctx.session.leave();
  const flash = taken.ok && taken.value.separated ? "separated" : "verified";
  return redirect(href("login", undefined, { flash }), { status: 303 });
}

/** Errors that a new link resolves. */
const spent: ReadonlySet<string> = new Set(["CODE_INVALID", "CODE_EXPIRED", "EMAIL_EXISTS"]);

export default function VerifyAccount() {
  const t = useT();
  const { user } = usePageContext();
  const { code, isSignedIn } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const busy = useNavigation().formMethod === "POST";
  const [first] = answer?.faults ?? [];
  const fault = first?.code ?? (code === "" ? "CODE_INVALID" : undefined);
  const isSpent = fault !== undefined && spent.has(fault);
  const isOthers = fault === "ACCOUNT_SESSION_REQUIRED";
  if (!isSpent && (isOthers || !isSignedIn)) return <TakeAddress code={code} answer={answer} isOthers={isOthers} />;
  const again =
    user && !user.isGuest ? href("unverifiedAccount") : href("auth", undefined, { next: href("unverifiedAccount") });
  return (
    <Page narrow>
      <Title faulty={fault && t("shell.form.faulty")}>{t("identity.verify.title")}</Title>
      {fault && <ErrorSummary title={t("shell.form.problem")} errors={[{ message: formText(t, { code: fault }) }]} />}
      <PageHead title={t("identity.verify.title")}>{!fault && t("identity.verify.text")}</PageHead>
      {isSpent ? (
        <LinkButton variant="main" big href={again}>
          {t("identity.verify.again")}
        </LinkButton>
      ) : (
        <Form method="post">
          <input type="hidden" name="code" value={code} />
          <Button variant="main" big busy={busy && t("identity.busy")}>
            {t("identity.verify.submit")}
          </Button>
        </Form>
      )}
    </Page>
  );
}
