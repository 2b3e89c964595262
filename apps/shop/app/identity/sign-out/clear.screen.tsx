import { Button } from "@guichet/ui/button.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
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
import { requestContextOf } from "../../request-context/request-context.ts";
import { clearsSite, isOwnPost, noStore, signOut } from "../../request-context/sign-out.server.ts";
import { useT } from "../../texts/texts.tsx";
import { LeaveCleared } from "./leave-cleared.tsx";

/** Clears immediately on requests from this site; asks first if another site linked here (decisions on signing out). */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  if (!isOwnPost(ctx, request)) return data({ done: false }, { headers: noStore });
  await signOut(ctx);
  return data({ done: true }, { headers: clearsSite });
}

export async function action({ context }: ActionFunctionArgs) {
  await signOut(requestContextOf(context));
  return redirect(href("clear", undefined, { done: "1" }));
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

export default function Clear() {
  const t = useT();
  const { done } = useLoaderData<typeof loader>();
  return (
    <Page narrow>
      <Title>{t("shell.clear.title")}</Title>
      {done && <LeaveCleared />}
      <PageHead title={t("shell.clear.title")}>{t(done ? "shell.clear.done" : "shell.clear.ask")}</PageHead>
      {!done && (
        <Form method="post">
          <Button variant="main">{t("shell.clear.confirm")}</Button>
        </Form>
      )}
    </Page>
  );
}
