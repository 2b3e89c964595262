import { type StaffTermination, TerminationRefusal } from "@guichet/contract/office/terminations.ts";
import { TerminationEffect } from "@guichet/contract/subscriptions.ts";
import { Facts } from "@guichet/ui/facts.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Split, Stack } from "@guichet/ui/page/page.tsx";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from "react-router";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useMay, useNetwork } from "../shell/page-context.tsx";
import { refusalText, refused } from "../shell/refusals.ts";
import { actionNetworkOf, networkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { MatchForms } from "./match-forms.tsx";
import { RefuseForm } from "./refuse-form.tsx";

const queryMax = 200;

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const query = (ctx.url.searchParams.get("q") ?? "").trim().slice(0, queryMax);
  const values = { requestId: params.id ?? "", ...(query === "" ? {} : { query }) };
  const outcome = await ctx.call("officeTermination", values, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return { ...outcome.value, query };
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const requestId = params.id ?? "";
  const form = await request.formData();
  const given = (name: string) => `${form.get(name) ?? ""}`.trim();
  const done = (what: string) =>
    redirect(`${href("terminations", { network: network.id })}?${new URLSearchParams({ done: what })}`, {
      status: 303,
    });
  if (form.get("what") === "refuse") {
    const refusal = TerminationRefusal.safeParse(form.get("refusal")).data;
    const remark = given("remark");
    if (refusal === undefined || (refusal === "other" && remark === "")) return { code: "FIELD_REQUIRED" as const };
    const values = { requestId, refusal, ...(remark === "" ? {} : { remark }) };
    const outcome = await ctx.call("refuseTermination", values, network.id);
    return outcome.ok ? done("refused") : refused(outcome.code);
  }
  const effect = TerminationEffect.safeParse(form.get("effect")).data;
  const reason = given("reason");
  if (effect === undefined) return { code: "FIELD_INVALID" as const };
  if (reason === "") return { code: "FIELD_REQUIRED" as const };
  const values = { requestId, subscriptionId: given("subscription"), effect, lastDay: given("lastDay"), reason };
  const outcome = await ctx.call("matchTermination", values, network.id);
  return outcome.ok ? done("matched") : refused(outcome.code);
}

/** One termination: what was typed, the contracts that match, and the decision. */
export default function TerminationRequest() {
  const t = useT();
  const network = useNetwork();
  const { termination, query } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const mayDecide = useMay()("terminations.decide");
  const isOpen = termination.state !== "CONFIRMED" && termination.state !== "REFUSED";
  return (
    <OfficePage
      title={t("terminations.one", { reference: termination.reference })}
      back={{ href: href("terminations", { network: network.id }), label: t("terminations.back") }}
      refused={answer?.code && refusalText(t, answer.code)}
    >
      <Split
        aside={
          <Stack>
            <Typed termination={termination} />
            {isOpen && (mayDecide ? <RefuseForm /> : <Notice>{t("shell.read-only")}</Notice>)}
          </Stack>
        }
      >
        <Decided termination={termination} />
        {isOpen && mayDecide && <MatchForms termination={termination} query={query} />}
      </Split>
      <History acts={termination.acts} />
    </OfficePage>
  );
}

/** What the sender typed. */
function Typed({ termination }: { termination: StaffTermination }) {
  const t = useT();
  const formats = useFormats();
  const { sender, email, number, contract, requestedAt, endOn, reason, state } = termination;
  const facts = [
    { term: t("terminations.state"), value: t(`terminations.state.${state}`) },
    { term: t("terminations.received"), value: formats.shortInstant(requestedAt) },
    { term: t("terminations.sender"), value: <bdi>{sender}</bdi> },
    { term: t("terminations.email"), value: <bdi dir="ltr">{email}</bdi> },
    { term: t("terminations.number"), value: <Figures>{number}</Figures> },
    { term: t("terminations.contract"), value: <bdi>{contract}</bdi> },
    { term: t("terminations.end-on"), value: endOn === null ? t("terminations.earliest") : formats.shortDay(endOn) },
    ...(reason === null ? [] : [{ term: t("terminations.reason"), value: <bdi>{reason}</bdi> }]),
  ];
  return <Facts facts={facts} />;
}

/** The outcome of a decided request, or why it waits. */
function Decided({ termination: { state, confirmed, refusal, remark } }: { termination: StaffTermination }) {
  const t = useT();
  const formats = useFormats();
  if (confirmed !== null) {
    return (
      <Notice tone="ok">
        {t("terminations.confirmed", { name: confirmed.name, day: formats.shortDay(confirmed.lastDay) })}
      </Notice>
    );
  }
  if (refusal === null)
    return (
      <Notice tone="wait">
        {t(`terminations.waits.${state === "SENT" ? "SENT" : state === "ENDED" ? "ENDED" : "OPEN"}`)}
      </Notice>
    );
  return <Notice title={t(`terminations.refusal.${refusal}`)}>{remark !== null && <bdi>{remark}</bdi>}</Notice>;
}

function History({ acts }: Pick<StaffTermination, "acts">) {
  const t = useT();
  const formats = useFormats();
  if (acts.length === 0) return null;
  return (
    <section>
      <h2>{t("terminations.history")}</h2>
      <ol className="history">
        {acts.map(({ act, at, by, reason }) => (
          <li key={`${at} ${act}`}>
            <span>{formats.shortInstant(at)}</span>
            <span>
              {t(act === "termination.match" ? "terminations.act.match" : "terminations.act.refuse", {
                name: by ?? "–",
              })}
              {reason !== null && (
                <span className="fine act-note">
                  <bdi>{reason}</bdi>
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
