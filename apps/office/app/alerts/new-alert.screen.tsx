import { Button } from "@guichet/ui/button.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useNetwork } from "../shell/page-context.tsx";
import { refused } from "../shell/refusals.ts";
import { actionLocaleOf, actionNetworkOf, permittedNetworkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { useRefusal, whyRefused } from "./alert-answer.ts";
import { AlertFields } from "./alert-form.tsx";
import { alertOf, emptyAlert, typedIn } from "./typed-alert.ts";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  await permittedNetworkOf(ctx, params.network, "alerts.manage");
  // The same form sent twice is one alert.
  return { idempotencyKey: crypto.randomUUID() };
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const locale = await actionLocaleOf(ctx, network.id);
  const form = await request.formData();
  const typed = typedIn(form, locale.languages);
  const details = alertOf(typed, locale);
  const outcome = details.ok
    ? await ctx.call("addAlert", { details: details.value }, network.id, {
        idempotencyKey: `${form.get("key") ?? ""}`,
      })
    : details;
  if (!outcome.ok) return refused(outcome.code, { ...whyRefused(outcome.details), typed });
  const { alertId } = outcome.value.alert;
  return redirect(`${href("alert", { network: network.id, id: alertId })}?done=added`, { status: 303 });
}

/** A new alert. */
export default function NewAlert() {
  const t = useT();
  const network = useNetwork();
  const { idempotencyKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const wrong = useRefusal(answer);
  const field = wrong?.field ? { field: wrong.field, text: wrong.text } : null;
  const busy = useNavigation().formMethod === "POST" && t("alerts.busy");
  return (
    <OfficePage
      title={t("alerts.new")}
      text={t("alerts.new.text")}
      back={{ href: href("alerts", { network: network.id }), label: t("alerts.title") }}
      refused={wrong?.text}
    >
      <Form method="post" className="office-form">
        <input type="hidden" name="key" value={idempotencyKey} />
        <Stack>
          <AlertFields typed={answer?.typed ?? emptyAlert} languages={network.languages} wrong={field} />
          <Button variant="main" big busy={busy}>
            {t("alerts.publish")}
          </Button>
        </Stack>
      </Form>
    </OfficePage>
  );
}
