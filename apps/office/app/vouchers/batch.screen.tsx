import { voucherMaxLength } from "@guichet/contract/limits/cart-limits.ts";
import { type VoucherBatch, VoucherState } from "@guichet/contract/office/vouchers.ts";
import { Notice } from "@guichet/ui/notice.tsx";
import { Split, Stack } from "@guichet/ui/page/page.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
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
import { useNetwork } from "../shell/page-context.tsx";
import { refusalText, refused } from "../shell/refusals.ts";
import { actionNetworkOf, networkOf, type RequestContext, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { BatchCodes } from "./batch-codes.tsx";
import { BatchActions, BatchFacts } from "./batch-facts.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const query = ctx.url.searchParams;
  const state = VoucherState.safeParse(query.get("state")).data;
  const code = query.get("code")?.trim().slice(0, voucherMaxLength);
  const cursor = query.get("after") ?? undefined;
  const values = {
    batchId: params.id ?? "",
    ...(state === undefined ? {} : { state }),
    ...(code ? { code } : {}),
    ...(cursor === undefined ? {} : { cursor }),
  };
  const outcome = await ctx.call("getVoucherBatch", values, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return { ...outcome.value, articleNames: await namesOf(ctx, network.id, outcome.value.batch) };
}

/** The names of a batch's articles, by id; what the catalogue no longer names keeps its id. */
async function namesOf(ctx: RequestContext, networkId: string, { articles }: VoucherBatch) {
  if (articles.length === 0) return {};
  const choices = await ctx.call("getCampaignChoices", {}, networkId);
  const named = choices.ok ? choices.value.articles.filter(({ id }) => articles.includes(id)) : [];
  return Object.fromEntries(named.map(({ id, name }) => [id, name]));
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const batchId = params.id ?? "";
  const form = await request.formData();
  const given = (name: string) => `${form.get(name) ?? ""}`.trim();
  const [code, reason] = [given("code"), given("reason")];
  if (reason === "") return refused("FIELD_REQUIRED", { blocked: code, reason });
  const values = { batchId, reason, ...(code === "" ? {} : { code }) };
  const outcome = await ctx.call("blockVouchers", values, network.id);
  if (!outcome.ok) return refused(outcome.code, { blocked: code, reason });
  const query = new URLSearchParams({ done: "blocked", count: `${outcome.value.blocked}` });
  return redirect(`${href("voucherBatch", { network: network.id, id: batchId })}?${query}`, { status: 303 });
}

/** A batch of vouchers: its terms, its redemption, its codes, and what blocks them. */
export default function Batch() {
  const t = useT();
  const network = useNetwork();
  const { batch, items, nextCursor, articleNames } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <OfficePage
      title={batch.name}
      stamp={batch.blockedAt !== null && <Stamp tone="bad">{t("vouchers.one.blocked")}</Stamp>}
      back={{ href: href("vouchers", { network: network.id }), label: t("vouchers.back") }}
      flash={<Done />}
      refused={answer && refusalText(t, answer.code)}
    >
      <Split
        aside={
          <Stack>
            <BatchFacts batch={batch} articleNames={articleNames} />
            <BatchActions batch={batch} reason={answer?.blocked === "" ? answer.reason : ""} />
          </Stack>
        }
      >
        <BatchCodes
          batch={batch}
          items={items}
          nextCursor={nextCursor}
          before={answer === undefined || answer.blocked === "" ? null : answer}
        />
      </Split>
    </OfficePage>
  );
}

/** Confirmation of the last action. */
function Done() {
  const t = useT();
  const [query] = useSearchParams();
  const done = (["created", "blocked"] as const).find((one) => one === query.get("done"));
  if (done === undefined) return null;
  return (
    <Notice tone="ok" role="status">
      {done === "created"
        ? t("vouchers.done.created")
        : t("vouchers.done.blocked", { count: Number(query.get("count")) || 0 })}
    </Notice>
  );
}
