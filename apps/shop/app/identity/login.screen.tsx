import { Notice } from "@guichet/ui/notice.tsx";
import { Page, PageHead } from "@guichet/ui/page.tsx";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from "react-router";
import { href } from "../paths.ts";
import { useCheckedForm } from "../shell/checked-form.tsx";
import { useT } from "../shell/texts.tsx";
import { Title } from "../shell/title.tsx";
import { faultsOf, sentBack, typedOf } from "../shell/typed.ts";
import { visitOf } from "../shell/visit.ts";
import { formFaultField } from "./fault-fields.ts";
import { formText } from "./form-texts.ts";
import { LoginForm } from "./login-form.tsx";
import { nextIn } from "./next.ts";
import { reached, signIn } from "./sign-in.server.ts";
import { readLogin } from "./sign-in-forms.ts";

export const loader = ({ request }: LoaderFunctionArgs) => ({ next: nextIn(new URL(request.url).searchParams) });

/** Signs in and goes back to the page asked for. */
export async function action({ context, request }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const read = readLogin(typed);
  if (!read.ok) return data(sentBack(read.faults, typed), { status: 422 });
  const visit = visitOf(context);
  const signed = await reached(() => signIn(visit, read.value.email, read.value.password));
  if (!signed.ok) {
    return data(sentBack([{ code: signed.code, field: formFaultField(signed.code, "login") }], typed), { status: 422 });
  }
  return redirect(nextIn(new URL(request.url).searchParams) ?? href("account"), { status: 303 });
}

export default function Login() {
  const t = useT();
  const { next } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const form = useCheckedForm({
    check: (typed) => faultsOf(readLogin(typed)),
    words: (fault) => formText(t, fault),
    answer: useActionData<typeof action>(),
  });
  const told = search.get("told");
  return (
    <Page narrow>
      <Title faulty={form.faulty}>{t("identity.login.title")}</Title>
      {form.summary}
      {told === "password" && <Notice tone="ok" role="status" title={t("identity.reset.done")} />}
      {told === "verified" && <Notice tone="ok" role="status" title={t("identity.verify.done")} />}
      <PageHead title={t("identity.login.title")}>{t("identity.login.text")}</PageHead>
      <LoginForm form={form} next={next} />
    </Page>
  );
}
