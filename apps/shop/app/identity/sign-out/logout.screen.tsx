import { Button } from "@guichet/ui/button.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Page, PageHead, Stack } from "@guichet/ui/page/page.tsx";
import {
  type ActionFunctionArgs,
  data,
  Form,
  type HeadersArgs,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
} from "react-router";
import { Title } from "../../page/title.tsx";
import { href } from "../../paths.ts";
import { type RequestContext, requestContextOf } from "../../request-context/request-context.ts";
import { clearsSite, isOwnPost, noStore, signOut } from "../../request-context/sign-out.server.ts";
import { useT } from "../../texts/texts.tsx";
import { writeProviderSignIn } from "../providers/provider-sign-in-state.ts";
import { LeaveCleared } from "./leave-cleared.tsx";

/** Signs out immediately on requests from this site; asks first if another site linked here (decisions on signing out). */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  if (!isOwnPost(ctx, request)) return data({ done: false }, { headers: noStore });
  const elsewhere = await signOut(ctx);
  if (elsewhere !== undefined) throw toProvider(ctx, elsewhere);
  return data({ done: true }, { headers: clearsSite });
}

export async function action({ context }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const elsewhere = await signOut(ctx);
  if (elsewhere !== undefined) return toProvider(ctx, elsewhere);
  return redirect(href("logout", undefined, { done: "1" }), { status: 303 });
}

/** Redirects the signed-out browser to the provider's sign-out, which returns to the confirmation page. */
function toProvider({ cookies, language, prefix }: RequestContext, address: string): Response {
  // The provider returns the state; a matching state completes the sign-out.
  const state = new URL(address).searchParams.get("state") ?? crypto.randomUUID();
  cookies.set(
    "authState",
    writeProviderSignIn({
      state,
      purpose: "signout",
      providerId: "",
      isOwn: false,
      next: undefined,
      language,
      prefix,
    }),
  );
  return redirect(address, { status: 303, headers: clearsSite });
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

/** Sign-out page: clears the shop's browser data (cart, tunnel, offline tickets); theme and language are preserved. */
export default function Logout() {
  const t = useT();
  const { done } = useLoaderData<typeof loader>();
  if (done) {
    return (
      <Page narrow>
        <Title>{t("identity.logout.done.title")}</Title>
        <LeaveCleared />
        <PageHead title={t("identity.logout.done.title")}>{t("identity.logout.done.text")}</PageHead>
      </Page>
    );
  }
  return (
    <Page narrow>
      <Title>{t("identity.logout.title")}</Title>
      <PageHead title={t("identity.logout.title")}>{t("identity.logout.text")}</PageHead>
      <Form method="post">
        <Stack gap="m">
          <Button variant="main" big>
            {t("identity.logout.confirm")}
          </Button>
          <LinkButton variant="quiet" big href={href("home")}>
            {t("identity.logout.stay")}
          </LinkButton>
        </Stack>
      </Form>
    </Page>
  );
}
