import type { User } from "@guichet/contract/accounts.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { useCheckedForm } from "../../forms/checked-form.tsx";
import { faultsOf, sentBack, typedOf } from "../../forms/form-values.ts";
import { Title } from "../../page/title.tsx";
import { href } from "../../paths.ts";
import { requestContextOf } from "../../request-context/request-context.ts";
import { todayIn, useToday } from "../../request-context/today.ts";
import { useT } from "../../texts/texts.tsx";
import { EmailField } from "../forms/email-field.tsx";
import { formFaultField } from "../forms/fault-fields.ts";
import { formText } from "../forms/form-texts.ts";
import { birthDateParts } from "../forms/person-fields.ts";
import { BirthDateField, NameFields } from "../forms/person-form.tsx";
import { type CompletionAsks, readCompletion } from "../forms/sign-in-forms.ts";
import { SynchronisedFacts } from "../forms/synchronised-facts.tsx";
import { nextIn } from "../return-path.ts";
import { reached } from "../sign-in.server.ts";

/** Loads the missing data of the account: first name, last name and e-mail (§4); a complete account is redirected. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const user = await requestContextOf(context).session.holder();
  if (user?.isComplete) throw redirect(nextIn(new URL(request.url).searchParams) ?? href("account"));
  const { userName: firstName = "", userLastname: lastName = "", userBirthday: birthDate = null } = user ?? {};
  return { asks: asksOf(user), known: { firstName, lastName, birthDate } };
}

const asksOf = (user: User | undefined): CompletionAsks => ({
  synchronised: user?.synchronisedFields ?? [],
  email: user?.userMail === "",
});

export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const typed = typedOf(await request.formData());
  const asks = asksOf(await ctx.session.holder());
  const read = readCompletion(typed, todayIn(ctx.network.timeZone, new Date(ctx.now())), asks);
  if (!read.ok) return data(sentBack(read.faults, typed), { status: 422 });
  const saved = await reached(() => ctx.call("updateAccount", read.value));
  if (!saved.ok) {
    const form = asks.email && saved.code.startsWith("EMAIL_") ? "email" : "person";
    return data(sentBack([{ code: saved.code, field: formFaultField(saved.code, form) }], typed), { status: 422 });
  }
  return redirect(nextIn(new URL(request.url).searchParams) ?? href("account"), { status: 303 });
}

/** Form for the data that an account needs before it can buy. */
export default function Finalize() {
  const t = useT();
  const today = useToday();
  const { asks, known } = useLoaderData<typeof loader>();
  const start = { firstName: known.firstName, lastName: known.lastName, ...birthDateParts(known.birthDate) };
  const namesAreAsked = !asks.synchronised.includes("lastName");
  const form = useCheckedForm({
    check: (typed) => faultsOf(readCompletion(typed, today(), asks)),
    words: (fault) => formText(t, fault),
    answer: useActionData<typeof action>(),
    what: "finalize",
  });
  return (
    <Page narrow>
      <Title faulty={form.faulty}>{t("identity.finalize.title")}</Title>
      {form.summary}
      <PageHead title={t("identity.finalize.title")}>
        {t(asks.email ? "identity.finalize.text.email" : "identity.finalize.text")}
      </PageHead>
      <Form method="post" {...form.props} className="stack">
        <input type="hidden" name="what" value="finalize" />
        <SynchronisedFacts fields={asks.synchronised} values={known} />
        {namesAreAsked && <NameFields form={form} start={start} />}
        {asks.email && <EmailField form={form} hint={t("identity.finalize.email")} />}
        {!asks.synchronised.includes("birthDate") && <BirthDateField form={form} start={start} />}
        <Button variant="main" big busy={form.busy && t("identity.busy")}>
          {t("identity.finalize.submit")}
        </Button>
      </Form>
      <Form method="post" action={href("logout")}>
        <Button variant="quiet" big>
          {t("identity.logout.confirm")}
        </Button>
      </Form>
    </Page>
  );
}
