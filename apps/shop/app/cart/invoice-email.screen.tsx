import { BackLink } from "@guichet/ui/back-link.tsx";
import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/field.tsx";
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
} from "react-router";
import { formText } from "../identity/form-texts.ts";
import { readInvoiceEmail } from "../identity/sign-in-forms.ts";
import { href } from "../paths.ts";
import { useCheckedForm } from "../shell/checked-form.tsx";
import { notKept } from "../shell/sign-out.server.ts";
import { useT } from "../shell/texts.tsx";
import { Title } from "../shell/title.tsx";
import { faultsOf, sentBack, typedOf } from "../shell/typed.ts";
import { visitOf } from "../shell/visit.ts";

/** For guests: whoever has an account gets the invoice there. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { session, cookies } = visitOf(context);
  if (await session.holder()) throw redirect(href("checkout"));
  const guest = (await session.account())?.user;
  if (!guest) throw redirect(href("inviteLogin"));
  return data({ email: cookies.get("invoiceEmail") ?? guest.userMail }, { headers: notKept });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** Kept in a cookie of this session until the order is placed. */
export async function action({ context, request }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const read = readInvoiceEmail(typed);
  if (!read.ok) return data(sentBack(read.faults, typed), { status: 422 });
  visitOf(context).cookies.set("invoiceEmail", read.value.email);
  return redirect(href("checkout"), { status: 303 });
}

/** Where a guest's invoice and tickets go, filled in with what is known (WCAG 3.3.7). */
export default function InvoiceEmail() {
  const t = useT();
  const { email } = useLoaderData<typeof loader>();
  const form = useCheckedForm({
    check: (typed) => faultsOf(readInvoiceEmail(typed)),
    words: (fault) => formText(t, fault),
    answer: useActionData<typeof action>(),
  });
  return (
    <Page narrow>
      <Title faulty={form.faulty}>{t("identity.invoice.title")}</Title>
      <BackLink href={href("inviteLogin", undefined, { guest: "1" })} label={t("identity.guest.back")} />
      {form.summary}
      <PageHead title={t("identity.invoice.title")}>{t("identity.invoice.text")}</PageHead>
      <Form method="post" {...form.props} className="stack">
        <Field
          name="email"
          type="email"
          label={t("identity.invoice.email")}
          error={form.error("email")}
          defaultValue={form.value("email") ?? email}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          required
        />
        <Button look="main" big busy={form.busy && t("identity.busy")}>
          {t("identity.continue")}
        </Button>
      </Form>
    </Page>
  );
}
