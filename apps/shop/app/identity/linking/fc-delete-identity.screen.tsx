import { federationOf } from "@guichet/client/providers.ts";
import { ErrorSummary } from "@guichet/ui/forms/error-summary.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { Title } from "../../page/title.tsx";
import { href } from "../../paths.ts";
import { requestContextOf } from "../../request-context/request-context.ts";
import { useT } from "../../texts/texts.tsx";
import { formText } from "../forms/form-texts.ts";
import { beginAtProvider } from "../providers/provider-begin.server.ts";
import { providersOf } from "../providers/providers.server.ts";
import { ReauthenticateAtFederation } from "./add-email.tsx";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const user = await requestContextOf(context).session.holder();
  const refused = new URL(request.url).searchParams.get("refused")?.slice(0, 60) ?? null;
  return { isLast: (user?.identities.length ?? 0) < 2, refused };
}

/** Redirects to the federation for reauthentication; on return the identity is unlinked. */
export async function action({ context }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const { id } = federationOf(await providersOf(ctx));
  const begun = await beginAtProvider(ctx, { providerId: id, purpose: "unlink", place: "fcDeleteIdentity" });
  return begun.ok ? redirect(begun.value, { status: 303 }) : data({ refused: begun.code }, { status: 422 });
}

/**
 * Page to unlink the national federation: the consequences and the reauthentication. The last sign-in method cannot be removed;
 * the page explains what to do.
 */
export default function FcDeleteIdentity() {
  const t = useT();
  const { isLast, refused: before } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>()?.refused ?? before;
  const isSaid = isLast && refused === "LAST_IDENTITY";
  return (
    <Page narrow>
      <Title faulty={refused ? t("shell.form.faulty") : undefined}>{t("identity.unlink.title")}</Title>
      <BackLink href={href("account", undefined, { edit: "sign-in-methods" })} label={t("identity.add.back")} />
      {refused && !isSaid && (
        <ErrorSummary title={t("shell.form.problem")} errors={[{ message: formText(t, { code: refused }) }]} />
      )}
      <PageHead title={t("identity.unlink.title")}>{t("identity.unlink.text")}</PageHead>
      {isLast ? (
        <>
          <Notice tone="wait" title={t("identity.unlink.last.title")}>
            {t("identity.unlink.last.text")}
          </Notice>
          <LinkButton variant="main" big href={href("identityReplace")}>
            {t("identity.unlink.last.replace")}
          </LinkButton>
        </>
      ) : (
        <ReauthenticateAtFederation submit={t("identity.unlink.submit")} />
      )}
    </Page>
  );
}
