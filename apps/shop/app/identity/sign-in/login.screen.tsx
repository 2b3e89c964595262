import { Notice } from "@guichet/ui/notice.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from "react-router";
import { useCheckedForm } from "../../forms/checked-form.tsx";
import { faultsOf, sentBack, typedOf } from "../../forms/form-values.ts";
import { Title } from "../../page/title.tsx";
import { href } from "../../paths.ts";
import { requestContextOf } from "../../request-context/request-context.ts";
import { noStore } from "../../request-context/sign-out.server.ts";
import { useT } from "../../texts/texts.tsx";
import { formFaultField } from "../forms/fault-fields.ts";
import { formText } from "../forms/form-texts.ts";
import { readLogin } from "../forms/sign-in-forms.ts";
import { nextIn, withNext } from "../return-path.ts";
import { reached, signIn } from "../sign-in.server.ts";
import { LoginForm } from "./login-form.tsx";
import { pick, picks } from "./profile-choice.server.ts";
import { ProfileChoice } from "./profile-choice.tsx";

/** Loads the profiles to pick from, with `choose` and while a sign-in is pending. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const next = nextIn(searchParams);
  if (!searchParams.has("choose")) return { next };
  const people = await picks(requestContextOf(context));
  if (people === undefined) throw redirect(withNext("login", next));
  return data({ next, people }, { headers: noStore });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** Signs in and redirects to the requested page. */
export async function action({ context, request }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const ctx = requestContextOf(context);
  const next = nextIn(new URL(request.url).searchParams);
  if (typed.what === "choose") {
    const picked = await reached(() => pick(ctx, typed.userId ?? ""));
    if (!picked.ok) return data(sentBack([{ code: picked.code }], typed), { status: 422 });
    return redirect(next ?? href("account"), { status: 303 });
  }
  const read = readLogin(typed);
  if (!read.ok) return data(sentBack(read.faults, typed), { status: 422 });
  const { email, password } = read.value;
  const signed = await reached(() => signIn(ctx, email, password, typed.choose !== undefined));
  if (signed.ok) return redirect(next ?? href("account"), { status: 303 });
  if (signed.code === "PICK") return redirect(withNext("login", next, { choose: "1" }), { status: 303 });
  const seconds = "seconds" in signed ? signed.seconds : undefined;
  const fault = { code: signed.code, field: formFaultField(signed.code, "login"), seconds };
  return data(sentBack([fault], typed), { status: 422 });
}

export default function Login() {
  const t = useT();
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { next } = loaded;
  const [search] = useSearchParams();
  const form = useCheckedForm({
    check: (typed) => faultsOf(readLogin(typed)),
    words: (fault) => formText(t, fault),
    answer,
  });
  if ("people" in loaded) return <ProfileChoice people={loaded.people} next={next} failed={answer !== undefined} />;
  const flash = search.get("flash");
  return (
    <Page narrow>
      <Title faulty={form.faulty}>{t("identity.login.title")}</Title>
      {form.summary}
      {flash === "password" && <Notice tone="ok" role="status" title={t("identity.reset.done")} />}
      {flash === "separated" && (
        <Notice tone="ok" role="status" title={t("identity.reset.done")}>
          {t("identity.reset.separated")}
        </Notice>
      )}
      {flash === "verified" && <Notice tone="ok" role="status" title={t("identity.verify.done")} />}
      <PageHead title={t("identity.login.title")}>{t("identity.login.text")}</PageHead>
      <LoginForm form={form} next={next} />
    </Page>
  );
}
