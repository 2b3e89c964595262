import { dayIn } from "@guichet/rules/dates/days.ts";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Split, Stack } from "@guichet/ui/page/page.tsx";
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useSearchParams,
} from "react-router";
import { ActHistory } from "../audit-log/act-history.tsx";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useMay, useNetwork } from "../shell/page-context.tsx";
import { refused } from "../shell/refusals.ts";
import { actionNetworkOf, networkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { ChangedByOthers } from "./agency-changes.tsx";
import { AgencyFacts, AgencyWorkSheet } from "./agency-facts.tsx";
import { AgencyStamp } from "./agency-stamp.tsx";
import { changeAgencyBy } from "./change-agency.ts";
import { ClosingForms } from "./closing-forms.tsx";
import { MovesForm } from "./moves-form.tsx";
import { useRefusal } from "./refusal-words.ts";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const outcome = await ctx.call("getAgency", { agencyId: params.id ?? "" }, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return { ...outcome.value, today: dayIn(ctx.now(), network.timeZone) };
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const answer = await changeAgencyBy(ctx, network.id, params.id ?? "", await request.formData());
  return answer instanceof Response ? answer : refused(answer.code, answer);
}

/** One agency: what waits there, its hours and slots, its history, and what closes it. */
export default function Agency() {
  const t = useT();
  const may = useMay();
  const network = useNetwork();
  const { agency, history, toMove, today } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const wrong = useRefusal(answer);
  const { agencyId, version, details, closedAt } = agency;
  const page = {
    title: details.label,
    stamp: <AgencyStamp agency={agency} />,
    back: { href: href("agencies", { network: network.id }), label: t("agencies.title") },
    refused: wrong?.text,
  };
  if (answer?.preview)
    return (
      <OfficePage {...page}>
        <MovesForm agencyId={agencyId} answer={answer} preview={answer.preview} />
      </OfficePage>
    );
  const seen = { version, details, isClosed: closedAt !== null };
  return (
    <OfficePage {...page} flash={<Done />}>
      {answer?.refusal === "changed" && <ChangedByOthers changes={answer.others} />}
      <Split
        aside={
          <Stack>
            <AgencyWorkSheet agency={agency} />
            {may("agencies.manage") && (
              <>
                <LinkButton href={href("changeAgency", { network: network.id, id: agencyId })}>
                  {t("agencies.change")}
                </LinkButton>
                <ClosingForms seen={seen} today={today} answer={answer} wrong={wrong} toMove={toMove} />
              </>
            )}
          </Stack>
        }
      >
        <AgencyFacts agency={agency} />
        <ActHistory history={history} />
      </Split>
    </OfficePage>
  );
}

const outcomes = ["added", "changed", "closed", "reopened"] as const;

/** Confirmation of the last action. */
function Done() {
  const t = useT();
  const [query] = useSearchParams();
  const done = outcomes.find((one) => one === query.get("done"));
  const moved = Number(query.get("moved")) || 0;
  const texts = [
    ...(done === undefined ? [] : [t(`agencies.done.${done}`)]),
    ...(moved > 0 ? [t("agencies.done.moved", { count: moved })] : []),
  ];
  if (texts.length === 0) return null;
  return (
    <Notice tone="ok" role="status">
      {texts.join(" ")}
    </Notice>
  );
}
