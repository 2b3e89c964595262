import { EvidenceRefusal, type StaffDispute } from "@guichet/contract/office/disputes.ts";
import type { Money } from "@guichet/contract/values.ts";
import { Facts } from "@guichet/ui/facts.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Split, Stack } from "@guichet/ui/page/page.tsx";
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from "react-router";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { refusalText, refused } from "../shell/refusals.ts";
import { actionNetworkOf, networkOf, type RequestContext, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { DecideDispute } from "./decide-dispute.tsx";
import { DisputeStamp } from "./dispute-stamp.tsx";
import { EvidenceToSubmit } from "./evidence-to-submit.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const outcome = await ctx.call("getDispute", { disputeId: params.id ?? "" }, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const disputeId = params.id ?? "";
  const form = await request.formData();
  if (form.get("what") === "decide") return decide(ctx, network, disputeId, form);
  if (form.get("sure") === null) return { code: "FIELD_REQUIRED" as const, refusal: null };
  const outcome = await ctx.call("submitDisputeEvidence", { disputeId }, network.id);
  if (!outcome.ok) {
    const refusal = EvidenceRefusal.safeParse(outcome.details?.reason).data ?? null;
    return refused(outcome.code, { refusal });
  }
  return redirect(`${href("dispute", { network: network.id, id: disputeId })}?done=submitted`, { status: 303 });
}

/** Records what the bank decided. */
async function decide(ctx: RequestContext, network: { id: string }, disputeId: string, form: FormData) {
  const outcome = (["won", "lost"] as const).find((one) => one === form.get("outcome"));
  const reason = `${form.get("reason") ?? ""}`.trim();
  if (outcome === undefined || reason === "") return { code: "FIELD_REQUIRED" as const, refusal: null };
  const decided = await ctx.call("decideDispute", { disputeId, outcome, reason }, network.id);
  if (!decided.ok) return refused(decided.code, { refusal: null });
  return redirect(`${href("dispute", { network: network.id, id: disputeId })}?done=decided`, { status: 303 });
}

const dones = ["submitted", "recorded", "decided"] as const;

/** One dispute: what the payment provider reports, the money that it moved, and the evidence for the bank. */
export default function Dispute() {
  const t = useT();
  const network = useNetwork();
  const [query] = useSearchParams();
  const { dispute, movements, evidenceRefusal, isDecidedHere } = useLoaderData<typeof loader>();
  const done = dones.find((one) => one === query.get("done"));
  const answer = useActionData<typeof action>();
  const why = answer?.refusal == null ? undefined : t(`disputes.refusal.${answer.refusal}`);
  return (
    <OfficePage
      title={t("disputes.one", { number: dispute.orderNumber })}
      stamp={<DisputeStamp dispute={dispute} />}
      back={{ href: href("disputes", { network: network.id }), label: t("disputes.back") }}
      flash={
        done !== undefined && (
          <Notice tone="ok" role="status">
            {t(`disputes.done.${done}`)}
          </Notice>
        )
      }
      refused={why ?? (answer?.code && refusalText(t, answer.code))}
    >
      <Split
        aside={
          <Stack>
            {isDecidedHere && dispute.decidedAt === null && <DecideDispute />}
            <EvidenceToSubmit dispute={dispute} refusal={evidenceRefusal} />
          </Stack>
        }
      >
        <Notice title={t(`disputes.means.${dispute.state}.title`)}>{t(`disputes.means.${dispute.state}`)}</Notice>
        <DisputeFacts dispute={dispute} />
        <Movements movements={movements} />
      </Split>
    </OfficePage>
  );
}

/** What the payment provider reports. */
function DisputeFacts({ dispute }: { dispute: StaffDispute }) {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const { orderId, orderNumber, reason, amount, withdrawn, fees, openedAt, evidenceDueAt, decidedAt } = dispute;
  const facts = [
    {
      term: t("disputes.order"),
      value: (
        <TextLink href={href("order", { network: network.id, id: orderId })}>
          <Figures>{orderNumber}</Figures>
        </TextLink>
      ),
    },
    { term: t("disputes.reason"), value: t(`disputes.reason.${reason}`) },
    { term: t("disputes.amount"), value: formats.money(amount) },
    { term: t("disputes.withdrawn"), value: formats.money(withdrawn) },
    { term: t("disputes.fees"), value: formats.money(fees) },
    { term: t("disputes.opened"), value: formats.shortInstant(openedAt) },
    ...(evidenceDueAt === null ? [] : [{ term: t("disputes.due"), value: formats.shortInstant(evidenceDueAt) }]),
    ...(decidedAt === null ? [] : [{ term: t("disputes.decided"), value: formats.shortInstant(decidedAt) }]),
    { term: t("disputes.tickets"), value: t(`disputes.tickets.${dispute.tickets}`) },
    { term: t("disputes.reference"), value: <Figures>{dispute.providerReference}</Figures> },
  ];
  return <Facts facts={facts} />;
}

/** What the bank has taken back and reinstated. */
function Movements({
  movements,
}: {
  movements: readonly { at: string; kind: "withdrawn" | "reinstated"; amount: Money }[];
}) {
  const t = useT();
  const formats = useFormats();
  return (
    <section>
      <h2>{t("disputes.movements")}</h2>
      {movements.length === 0 ? (
        <p className="soft">{t("disputes.movements.none")}</p>
      ) : (
        <ol className="history">
          {movements.map(({ at, kind, amount }) => (
            <li key={`${at} ${kind} ${amount.amount}`}>
              <span>{formats.shortInstant(at)}</span>
              <span>{t(`disputes.movement.${kind}`, { amount: formats.money(amount) })}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
