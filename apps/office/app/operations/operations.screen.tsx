import type { ReceivedOf } from "@guichet/client/ticket-api.ts";
import { DropRefusal, type getOperations } from "@guichet/contract/office/operations.ts";
import { Facts } from "@guichet/ui/facts.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
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
import { useFormats } from "../shell/page-context.tsx";
import { refusalText, refused } from "../shell/refusals.ts";
import { actionNetworkOf, networkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { FailedJobs } from "./failed-jobs.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const query = ctx.url.searchParams;
  const kind = query.get("kind") || undefined;
  const cursor = query.get("after") ?? undefined;
  const failing = query.get("show") === "failing";
  const values = {
    ...(kind === undefined ? {} : { kind }),
    ...(failing ? { failing } : {}),
    ...(cursor === undefined ? {} : { cursor }),
  };
  const [state, jobs] = await Promise.all([
    ctx.call("getOperations", {}, network.id),
    ctx.call("listFailedJobs", values, network.id),
  ]);
  const failed = [state, jobs].find(({ ok }) => !ok);
  if (!state.ok || !jobs.ok)
    throw new Response(null, { status: failed?.ok === false && failed.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return { state: state.value, jobs: jobs.value, kind: kind ?? null, failing };
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const form = await request.formData();
  const given = (name: string) => `${form.get(name) ?? ""}`.trim();
  const jobId = given("jobId");
  const back = (query: Record<string, string>) =>
    redirect(`${href("operations", { network: network.id })}?${new URLSearchParams(query)}`, { status: 303 });
  if (given("what") === "drop") {
    const reason = given("reason");
    const again = { refusal: null, jobId, reason };
    if (reason === "") return refused("FIELD_REQUIRED", again);
    const outcome = await ctx.call("dropFailedJob", { jobId, reason }, network.id);
    if (outcome.ok) return back({ done: "dropped" });
    return refused(outcome.code, {
      ...again,
      refusal: DropRefusal.safeParse(outcome.details?.reason).data ?? null,
    });
  }
  const which = given("what") === "retry-kind" ? { kind: given("kind") } : { jobId };
  const outcome = await ctx.call("retryFailedJobs", which, network.id);
  if (!outcome.ok) return refused(outcome.code, { refusal: null, jobId, reason: "" });
  return back({ done: "retried", count: `${outcome.value.retried}` });
}

/** Failed e-mails and jobs, unreachable parties, and the state of the installation. */
export default function Operations() {
  const t = useT();
  const { state, ...list } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const why = answer?.refusal == null ? undefined : t(`operations.undroppable.${answer.refusal}`);
  return (
    <OfficePage
      title={t("operations.title")}
      text={t(state.seesInstallation ? "operations.text.all" : "operations.text")}
      flash={<Done />}
      refused={why ?? (answer?.code && refusalText(t, answer.code))}
    >
      <Parties unreachable={state.unreachable} />
      <FailedJobs {...list} state={state} before={answer === undefined ? null : answer} />
      <Installation state={state} />
    </OfficePage>
  );
}

type State = ReceivedOf<typeof getOperations>;

/** Outside parties that cannot be reached, or that all can. */
function Parties({ unreachable }: Pick<State, "unreachable">) {
  const t = useT();
  const formats = useFormats();
  if (unreachable.length === 0) return <Notice tone="ok">{t("operations.reachable")}</Notice>;
  return (
    <Notice tone="bad" title={t("operations.unreachable")}>
      <ul>
        {unreachable.map(({ party, since, retryAt }) => (
          <li key={party}>
            {t(`operations.party.${party}`)} ·{" "}
            {t("operations.unreachable.since", {
              since: formats.shortInstant(since),
              retry: formats.shortInstant(retryAt),
            })}
          </li>
        ))}
      </ul>
      <p>{t("operations.unreachable.text")}</p>
    </Notice>
  );
}

function Installation({ state: { version, database } }: { state: State }) {
  const t = useT();
  const formats = useFormats();
  const { migration, migratedAt, pending } = database;
  const facts = [
    { term: t("operations.version"), value: version },
    { term: t("operations.postgresql"), value: database.version },
    { term: t("operations.migration"), value: migration ?? "–" },
    ...(migratedAt === null ? [] : [{ term: t("operations.migrated"), value: formats.shortInstant(migratedAt) }]),
    {
      term: t("operations.pending"),
      value: pending.length === 0 ? t("operations.pending.none") : formats.list(pending),
    },
  ];
  return (
    <section>
      <h2>{t("operations.installation")}</h2>
      <Facts facts={facts} />
    </section>
  );
}

/** Confirmation of the last action. */
function Done() {
  const t = useT();
  const [query] = useSearchParams();
  const done = (["retried", "dropped"] as const).find((one) => one === query.get("done"));
  if (done === undefined) return null;
  const count = Number.parseInt(query.get("count") ?? "0", 10) || 0;
  return (
    <Notice tone="ok" role="status">
      {done === "dropped" ? t("operations.done.dropped") : t("operations.done.retried", { count })}
    </Notice>
  );
}
