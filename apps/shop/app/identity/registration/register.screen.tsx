import { isCommonPassword } from "@guichet/rules/persons/common-passwords.ts";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Or } from "@guichet/ui/or.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { useCheckedForm } from "../../forms/checked-form.tsx";
import { faultsOf, sentBack, type Typed, typedOf } from "../../forms/form-values.ts";
import { Title } from "../../page/title.tsx";
import { type RequestContext, requestContextOf } from "../../request-context/request-context.ts";
import { todayIn, useToday } from "../../request-context/today.ts";
import { useT } from "../../texts/texts.tsx";
import { formFaultField } from "../forms/fault-fields.ts";
import { formText } from "../forms/form-texts.ts";
import { readGuestPassword, readRegistration } from "../forms/sign-in-forms.ts";
import { nextIn, withNext } from "../return-path.ts";
import { reached } from "../sign-in.server.ts";
import { GuestAccount } from "./guest-account.tsx";
import { register, registerGuest } from "./register.server.ts";
import { RegistrationForm } from "./registration-form.tsx";

export const loader = ({ request }: LoaderFunctionArgs) => ({ next: nextIn(new URL(request.url).searchParams) });

/** Creates the account of a guest after an order, or returns the password field with its error. */
async function actionOfGuest(ctx: RequestContext, typed: Typed) {
  const read = readGuestPassword(typed, isCommonPassword);
  const guest = (await ctx.session.account())?.user.userMail ?? "";
  if (!read.ok) return data({ ...sentBack(read.faults, typed), guest }, { status: 422 });
  const made = await reached(() => registerGuest(ctx, read.value.password));
  if (!made.ok) {
    const field = made.code === "EMAIL_EXISTS" ? undefined : formFaultField(made.code, "register");
    return data({ ...sentBack([{ code: made.code, field }], typed), guest }, { status: 422 });
  }
  return redirect(withNext("unverifiedAccount", undefined, { sent: String(made.retryAfterSeconds) }), { status: 303 });
}

/** Creates the account, signs in and sends the verification e-mail, then shows the confirmation. */
export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const typed = typedOf(await request.formData());
  if (typed.what === "guest") return actionOfGuest(ctx, typed);
  const read = readRegistration(typed, todayIn(ctx.network.timeZone, new Date(ctx.now())), isCommonPassword);
  if (!read.ok) return data({ ...sentBack(read.faults, typed), guest: null }, { status: 422 });
  const made = await reached(() => register(ctx, read.value));
  if (!made.ok) {
    const faults = [{ code: made.code, field: formFaultField(made.code, "register") }];
    return data({ ...sentBack(faults, typed), guest: null }, { status: 422 });
  }
  const next = nextIn(new URL(request.url).searchParams);
  return redirect(withNext("unverifiedAccount", next, { sent: String(made.retryAfterSeconds) }), { status: 303 });
}

export default function Register() {
  const t = useT();
  const today = useToday();
  const { next } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const form = useCheckedForm({
    check: (typed) => faultsOf(readRegistration(typed, today())),
    words: (fault) => formText(t, fault),
    answer,
  });
  if (answer?.guest) {
    return (
      <Page narrow>
        <Title faulty={t("shell.form.faulty")}>{t("identity.register.title")}</Title>
        <PageHead title={t("identity.register.title")} />
        <GuestAccount email={answer.guest} answer={answer} />
        <Or>{t("identity.register.have")}</Or>
        <LinkButton href={withNext("login", next)}>{t("identity.login.submit")}</LinkButton>
      </Page>
    );
  }
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
