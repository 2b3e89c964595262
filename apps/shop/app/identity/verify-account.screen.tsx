import { Button } from "@guichet/ui/button.tsx";
import { ErrorSummary } from "@guichet/ui/error-summary.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Page, PageHead } from "@guichet/ui/page.tsx";
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
import { href } from "../paths.ts";
import { useShell } from "../shell/shell.tsx";
import { notKept } from "../shell/sign-out.server.ts";
import { useT } from "../shell/texts.tsx";
import { Title } from "../shell/title.tsx";
import { typedOf } from "../shell/typed.ts";
import { visitOf } from "../shell/visit.ts";
import { formText } from "./form-texts.ts";
import { reached } from "./sign-in.server.ts";

/** The code of the letter stands in the form; opening the link changes nothing. */
export function loader({ request }: LoaderFunctionArgs) {
  return data({ code: new URL(request.url).searchParams.get("code") ?? "" }, { headers: notKept });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** Confirms the address; who is signed in comes to their account, others to the sign-in. */
export async function action({ context, request }: ActionFunctionArgs) {
  const visit = visitOf(context);
  const { code = "" } = typedOf(await request.formData());
  const verified = await reached(() => visit.call("verifyEmail", { code: code.slice(0, 200) }));
  if (!verified.ok && verified.code !== "ALREADY_VERIFIED") return data({ code: verified.code }, { status: 422 });
  const place = (await visit.session.holder()) ? "account" : "login";
  return redirect(href(place, undefined, { told: "verified" }), { status: 303 });
}

export default function VerifyAccount() {
  const t = useT();
  const { user } = useShell();
  const { code } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const busy = useNavigation().formMethod === "POST";
  const fault = refused?.code ?? (code === "" ? "CODE_INVALID" : undefined);
  const isOthers = fault === "ACCOUNT_SESSION_REQUIRED";
  const again =
    user && !user.isGuest ? href("unverifiedAccount") : href("auth", undefined, { next: href("unverifiedAccount") });
  return (
    <Page narrow>
      <Title faulty={fault && t("shell.form.faulty")}>{t("identity.verify.title")}</Title>
      {fault && <ErrorSummary title={t("shell.form.problem")} errors={[{ message: formText(t, { code: fault }) }]} />}
      <PageHead title={t("identity.verify.title")}>{!fault && t("identity.verify.text")}</PageHead>
      {isOthers ? (
        <LinkButton
          look="main"
          big
          href={href("auth", undefined, { next: href("verifyAccount", undefined, { code }) })}
        >
          {t("identity.verify.sign-in")}
        </LinkButton>
      ) : fault && fault !== "UNAVAILABLE" ? (
        <LinkButton look="main" big href={again}>
          {t("identity.verify.again")}
        </LinkButton>
      ) : (
        <Form method="post">
          <input type="hidden" name="code" value={code} />
          <Button look="main" big busy={busy && t("identity.busy")}>
            {t("identity.verify.submit")}
          </Button>
        </Form>
      )}
    </Page>
  );
}
