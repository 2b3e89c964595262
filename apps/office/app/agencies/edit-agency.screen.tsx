import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import { Button } from "@guichet/ui/button.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
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
import { ChangedByOthers } from "./agency-changes.tsx";
import { AgencyFields } from "./agency-form.tsx";
import { changeAgencyBy } from "./change-agency.ts";
import { MovesForm } from "./moves-form.tsx";
import { useRefusal } from "./refusal-words.ts";
import { typedOf } from "./typed-agency.ts";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await permittedNetworkOf(ctx, params.network, "agencies.manage");
  const outcome = await ctx.call("getAgency", { agencyId: params.id ?? "" }, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  const { agencyId, version, details, closedAt } = outcome.value.agency;
  return { agencyId, seen: { version, details, isClosed: closedAt !== null } };
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const answer = await changeAgencyBy(ctx, network.id, params.id ?? "", await request.formData());
  return answer instanceof Response ? answer : refused(answer.code, answer);
}

/** Changes an agency. What this closes is shown, with the orders to move, before it takes effect. */
export default function EditAgency() {
  const t = useT();
  const network = useNetwork();
  const { agencyId, seen } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const wrong = useRefusal(answer);
  const busy = useNavigation().formMethod === "POST" && t("agencies.busy");
  // If the confirmation was refused, the form keeps what was typed.
  const typed = answer && answer.draft === null ? answer.typed : typedOf(answer?.draft?.details ?? seen.details);
  return (
    <OfficePage
      title={t("agencies.change.title", { label: seen.details.label })}
      text={t("agencies.change.text")}
      back={{ href: href("agency", { network: network.id, id: agencyId }), label: seen.details.label }}
      refused={wrong?.text}
    >
      {answer?.preview ? (
        <MovesForm agencyId={agencyId} answer={answer} preview={answer.preview} />
      ) : (
        <>
          {answer?.refusal === "changed" && <ChangedByOthers changes={answer.others} />}
          <Form method="post" className="office-form agency-form">
            <input type="hidden" name="what" value="change" />
            <input type="hidden" name="seen" value={JSON.stringify(seen)} />
            <Stack>
              <AgencyFields typed={typed} wrong={wrong} />
              <TextArea
                name="reason"
                label={t("agencies.reason")}
                error={wrong?.field === "reason" ? wrong.text : undefined}
                defaultValue={answer?.typed.reason ?? ""}
                rows={2}
                maxLength={auditReasonMaxLength}
                required
              />
              <Button variant="main" big busy={busy}>
                {t("agencies.save")}
              </Button>
            </Stack>
          </Form>
        </>
      )}
    </OfficePage>
  );
}
