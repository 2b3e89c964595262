import { Button } from "@guichet/ui/button.tsx";
import { Page, PageHead } from "@guichet/ui/page.tsx";
import { useEffect } from "react";
import {
  type ActionFunctionArgs,
  data,
  Form,
  type HeadersArgs,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
} from "react-router";
import { href } from "../paths.ts";
import { clearBrowser } from "./clear-browser.ts";
import { useFrame } from "./frame.tsx";
import { useT } from "./texts.tsx";
import { Title } from "./title.tsx";
import { type Visit, visitOf } from "./visit.ts";

const kept = { "cache-control": "no-store" };
/** Browsers that know it clear even without script. */
const cleared = { ...kept, "clear-site-data": '"cache", "storage"' };

/** Clears at once when asked from here; asks first when another site led here (decisions on signing out). */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const visit = visitOf(context);
  const asked = new URL(request.url).searchParams.has("done");
  if (visit.site !== "own" && !asked) return data({ done: false }, { headers: kept });
  await signOut(visit);
  return data({ done: true }, { headers: cleared });
}

export async function action({ context }: ActionFunctionArgs) {
  await signOut(visitOf(context));
  return redirect(href("clear", undefined, { done: "1" }));
}

export const headers = ({ loaderHeaders }: HeadersArgs) => loaderHeaders;

async function signOut(visit: Visit): Promise<void> {
  if (!visit.session.open) return;
  await visit.call("logout", {}).catch(() => undefined);
  visit.session.leave();
}

export default function Clear() {
  const t = useT();
  const { prefix } = useFrame();
  const { done } = useLoaderData<typeof loader>();
  useEffect(() => {
    if (done) void clearBrowser().then(() => location.replace(`${prefix}/`));
  }, [done, prefix]);
  return (
    <Page narrow>
      <Title>{t("shell.clear.title")}</Title>
      {done && <meta httpEquiv="refresh" content={`3;url=${prefix}/`} />}
      <PageHead title={t("shell.clear.title")}>{t(done ? "shell.clear.done" : "shell.clear.ask")}</PageHead>
      {!done && (
        <Form method="post">
          <Button look="main">{t("shell.clear.confirm")}</Button>
        </Form>
      )}
    </Page>
  );
}
