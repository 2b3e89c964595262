import { BackLink } from "@guichet/ui/back-link.tsx";
import { ErrorSummary } from "@guichet/ui/error-summary.tsx";
import { Facts } from "@guichet/ui/facts.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Page, PageHead } from "@guichet/ui/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { href } from "../paths.ts";
import { useFormats } from "../shell/formats.ts";
import { refusalText } from "../shell/refusal-texts.ts";
import { notKept } from "../shell/sign-out.server.ts";
import { useT } from "../shell/texts.tsx";
import { Title } from "../shell/title.tsx";
import { sentBack, typedOf } from "../shell/typed.ts";
import { visitOf } from "../shell/visit.ts";
import { qualify } from "./acts.server.ts";
import { readDesk } from "./desk.server.ts";
import { QualifyForm } from "./qualify-form.tsx";

/** What providers vouch for by the identity that the federation told of the holder; `type`: the type of document. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const visit = visitOf(context);
  const type = new URL(request.url).searchParams.get("type");
  const [desk, account] = await Promise.all([readDesk(visit, { userId: null, item: null }), visit.session.account()]);
  const document = desk?.documents.find((each) => each.document_type_id === type);
  const providers = desk?.providers.filter(
    ({ id, identityInputs }) => identityInputs !== null && document?.qualificationProviderIds.includes(id),
  );
  if (!desk || !account || !document || !providers?.length) throw redirect(href("documents"));
  const { userId, userName, userLastname, userBirthday } = account.user;
  const person = { userId, name: `${userName} ${userLastname}`.trim(), birthday: userBirthday };
  return data({ person, type: document.document_type_id, name: document.name, providers }, { headers: notKept });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** Asks the provider; what does not suffice leads to sending the document in by hand (§8). */
export async function action({ context, request }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const done = await qualify(visitOf(context), { ...typed, by: "identity" }, {});
  if (done.ok) return redirect(href("documents", undefined, { told: "qualified" }), { status: 303 });
  return data(sentBack([{ code: done.code, field: done.field }], typed), { status: 422 });
}

/** A document by the national federation (§2 "/fc/add-document", empty layout). */
export default function FcAddDocument() {
  const t = useT();
  const formats = useFormats();
  const { person, type, name, providers } = useLoaderData<typeof loader>();
  const fault = useActionData<typeof action>()?.faults[0];
  const fields = ["FIELD_REQUIRED", "FIELD_INVALID"];
  const words = fault && (fields.includes(fault.code) ? t("documents.error.input") : refusalText(t, fault.code));
  const manually = `${href("documents")}#type-${type}`;
  return (
    <Page narrow>
      <Title faulty={fault ? t("shell.form.faulty") : undefined}>{t("documents.fc.title", { name })}</Title>
      <BackLink href={href("documents")} label={t("documents.title")} />
      {words && <ErrorSummary title={t("shell.form.problem")} errors={[{ field: fault.field, message: words }]} />}
      <PageHead title={t("documents.fc.title", { name })}>{t("documents.fc.text")}</PageHead>
      {fault?.code.startsWith("QUALIFICATION_") && (
        <Notice tone="wait" title={t("documents.fc.manually")}>
          <LinkButton look="main" href={manually}>
            {t("documents.add")}
          </LinkButton>
        </Notice>
      )}
      <Sheet title={t("documents.fc.identity")} id="identity">
        <Facts
          facts={[
            { term: t("documents.fc.name"), value: <bdi>{person.name}</bdi> },
            ...(person.birthday === null
              ? []
              : [{ term: t("documents.fc.birth-date"), value: formats.shortDay(person.birthday) }]),
          ]}
        />
      </Sheet>
      {providers.map((provider) => (
        <Sheet key={provider.id} title={provider.name} id={`provider-${provider.id}`}>
          <QualifyForm
            action={href("fcAddDocument", undefined, { type })}
            provider={provider}
            typeId={type}
            userId={person.userId}
            error={(field) => (fault?.field === field ? words : undefined)}
            by="identity"
          />
        </Sheet>
      ))}
      <LinkButton look="quiet" big href={manually}>
        {t("documents.fc.instead")}
      </LinkButton>
    </Page>
  );
}
