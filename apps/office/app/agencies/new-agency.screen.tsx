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
import { actionNetworkOf, permittedNetworkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { AgencyFields } from "./agency-form.tsx";
import { useRefusal } from "./refusal-words.ts";
import { detailsOf, emptyAgency, typedIn } from "./typed-agency.ts";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  await permittedNetworkOf(ctx, params.network, "agencies.manage");
  // The same form sent twice is one agency.
  return { idempotencyKey: crypto.randomUUID() };
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const form = await request.formData();
  const typed = typedIn(form);
  const details = detailsOf(typed);
  const outcome = details.ok
    ? await ctx.call("addAgency", { details: details.value }, network.id, {
        idempotencyKey: `${form.get("key") ?? ""}`,
      })
    : details;
  if (!outcome.ok) {
    const field = typeof outcome.details?.field === "string" ? outcome.details.field : null;
    return refused(outcome.code, { field, typed, refusal: null, preview: null });
  }
  const { agencyId } = outcome.value;
  return redirect(`${href("agency", { network: network.id, id: agencyId })}?done=added`, { status: 303 });
}

/** A new agency. */
export default function NewAgency() {
  const t = useT();
  const network = useNetwork();
  const { idempotencyKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const wrong = useRefusal(answer);
  const busy = useNavigation().formMethod === "POST" && t("agencies.busy");
  return (
    <OfficePage
      title={t("agencies.new")}
      text={t("agencies.new.text")}
      back={{ href: href("agencies", { network: network.id }), label: t("agencies.title") }}
      refused={wrong?.text}
    >
      <Form method="post" className="office-form agency-form">
        <input type="hidden" name="key" value={idempotencyKey} />
        <Stack>
          <AgencyFields typed={answer?.typed ?? emptyAgency} wrong={wrong} />
          <Button variant="main" big busy={busy}>
            {t("agencies.add")}
          </Button>
        </Stack>
      </Form>
    </OfficePage>
  );
}
