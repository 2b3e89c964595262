import { isCommonPassword } from "@guichet/rules/common-passwords.ts";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Or } from "@guichet/ui/or.tsx";
import { Page, PageHead } from "@guichet/ui/page.tsx";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { useCheckedForm } from "../shell/checked-form.tsx";
import { useT } from "../shell/texts.tsx";
import { Title } from "../shell/title.tsx";
import { faultsOf, sentBack, typedOf } from "../shell/typed.ts";
import { visitOf } from "../shell/visit.ts";
import { formFaultField } from "./fault-fields.ts";
import { formText } from "./form-texts.ts";
import { nextIn, withNext } from "./next.ts";
import { register } from "./register.server.ts";
import { RegistrationForm } from "./registration-form.tsx";
import { reached } from "./sign-in.server.ts";
import { readRegistration } from "./sign-in-forms.ts";
import { todayIn, useToday } from "./today.ts";

export const loader = ({ request }: LoaderFunctionArgs) => ({ next: nextIn(new URL(request.url).searchParams) });

/** Makes the account, signs in, sends the letter that verifies the address, and says so. */
export async function action({ context, request }: ActionFunctionArgs) {
  const visit = visitOf(context);
  const typed = typedOf(await request.formData());
  const read = readRegistration(typed, todayIn(visit.network.timeZone, new Date()), isCommonPassword);
  if (!read.ok) return data(sentBack(read.faults, typed), { status: 422 });
  const made = await reached(() => register(visit, read.value));
  if (!made.ok) {
    return data(sentBack([{ code: made.code, field: formFaultField(made.code, "register") }], typed), { status: 422 });
  }
  const next = nextIn(new URL(request.url).searchParams);
  return redirect(withNext("unverifiedAccount", next, { sent: String(made.retryAfterSeconds) }), { status: 303 });
}

export default function Register() {
  const t = useT();
  const today = useToday();
  const { next } = useLoaderData<typeof loader>();
  const form = useCheckedForm({
    check: (typed) => faultsOf(readRegistration(typed, today())),
    words: (fault) => formText(t, fault),
    answer: useActionData<typeof action>(),
  });
  return (
    <Page narrow>
      <Title faulty={form.faulty}>{t("identity.register.title")}</Title>
      {form.summary}
      <PageHead title={t("identity.register.title")}>{t("identity.register.text")}</PageHead>
      <RegistrationForm form={form} />
      <Or>{t("identity.register.have")}</Or>
      <LinkButton href={withNext("login", next)}>{t("identity.login.submit")}</LinkButton>
    </Page>
  );
}
