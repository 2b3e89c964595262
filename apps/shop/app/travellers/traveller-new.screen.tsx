import { Button } from "@guichet/ui/button.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
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
} from "react-router";
import { useCheckedForm } from "../forms/checked-form.tsx";
import { faultsOf, sentBack, typedOf } from "../forms/form-values.ts";
import { DataProtection } from "../identity/forms/data-protection.tsx";
import { nextIn } from "../identity/return-path.ts";
import { reached } from "../identity/sign-in.server.ts";
import { usePageContext } from "../page/page-context.tsx";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { requestContextOf } from "../request-context/request-context.ts";
import { noStore } from "../request-context/sign-out.server.ts";
import { useToday } from "../request-context/today.ts";
import { useT } from "../texts/texts.tsx";
import { usePhoneReader } from "./contact-fields.tsx";
import { readTraveller } from "./read-traveller.ts";
import { tariffStatuses } from "./tariff-status.server.ts";
import { addTraveller } from "./traveller.server.ts";
import { TravellerFields } from "./traveller-fields.tsx";
import { travellerText } from "./traveller-texts.ts";

/** Loads the form for a new traveller; `next` is the page to return to. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const next = nextIn(new URL(request.url).searchParams);
  // Idempotency key: a form submitted twice adds one traveller.
  const key = crypto.randomUUID();
  return data({ next, key, statuses: await tariffStatuses(ctx) }, { headers: noStore });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

export async function action({ context, request }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const typed = typedOf(await request.formData());
  const added = await reached(() => addTraveller(ctx, typed));
  if (!added.ok) {
    const faults = "faults" in added ? added.faults : [{ code: added.code }];
    return data(sentBack(faults, typed), { status: 422 });
  }
  const next = nextIn(new URL(request.url).searchParams);
  return redirect(next ?? href("traveller", { id: added.userId }, { flash: "added" }), { status: 303 });
}

export default function TravellerNewScreen() {
  const t = useT();
  const today = useToday();
  const readPhone = usePhoneReader();
  const { hideBirthDate } = usePageContext().network.specific;
  const { next, key, statuses } = useLoaderData<typeof loader>();
  const form = useCheckedForm({
    check: (typed) => faultsOf(readTraveller(typed, { today: today(), hideBirthDate, readPhone })),
    words: (fault) => travellerText(t, fault),
    answer: useActionData<typeof action>(),
  });
  return (
    <Page narrow>
      <Title faulty={form.faulty}>{t("travellers.new")}</Title>
      <BackLink
        href={next ?? href("account")}
        label={t(next === undefined ? "travellers.back" : "travellers.new.back")}
      />
      {form.summary}
      <PageHead title={t("travellers.new")}>{t("travellers.new.text")}</PageHead>
      <Form method="post" {...form.props} className="stack">
        <input type="hidden" name="key" value={form.value("key") ?? key} />
        <TravellerFields form={form} statuses={statuses} />
        <DataProtection />
        <Button variant="main" big busy={form.busy && t("identity.busy")}>
          {t("travellers.new.submit")}
        </Button>
      </Form>
    </Page>
  );
}
