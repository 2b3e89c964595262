import { type RefundByTransfer, RefundTransferState } from "@guichet/contract/office/refund-transfers.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { FilterIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useSearchParams,
} from "react-router";
import { href } from "../paths.ts";
import { useNetwork } from "../shell/page-context.tsx";
import { QueuePage } from "../shell/queue-page.tsx";
import { refusalText, refused } from "../shell/refusals.ts";
import { actionNetworkOf, networkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { PaymentLists } from "./payment-lists.tsx";
import { RefundAccount } from "./refund-account.tsx";

/** The lists: accounts to decide about, those in one state, and all. */
const lists = ["to-decide", ...RefundTransferState.options, "all"] as const;
type List = (typeof lists)[number];
const listIn = (query: URLSearchParams): List => lists.find((one) => one === query.get("list")) ?? "to-decide";

function filterOf(list: List) {
  if (list === "all") return {};
  return list === "to-decide" ? { toDecide: true } : { state: list };
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const query = ctx.url.searchParams;
  const cursor = query.get("after") ?? undefined;
  const values = { ...filterOf(listIn(query)), ...(cursor === undefined ? {} : { cursor }) };
  const outcome = await ctx.call("listRefundsByTransfer", values, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const form = await request.formData();
  const given = (name: string) => `${form.get(name) ?? ""}`.trim();
  const transferId = given("transferId");
  const before = { transferId, reason: given("reason"), isChanged: false };
  if (given("what") === "refuse") {
    if (before.reason === "") return refused("FIELD_REQUIRED", before);
    const values = { transferId, decision: "refuse", reason: before.reason } as const;
    const outcome = await ctx.call("decideRefundByTransfer", values, network.id);
    return outcome.ok ? back(network.id, "refused") : refused(outcome.code, before);
  }
  const values = { transferId, decision: "approve", enteredAt: given("enteredAt") } as const;
  const outcome = await ctx.call("decideRefundByTransfer", values, network.id);
  if (!outcome.ok)
    return refused(outcome.code, { ...before, isChanged: outcome.details?.reason === "ACCOUNT_CHANGED" });
  return back(network.id, outcome.value.transfer.state === "to-confirm" ? "to-confirm" : "approved");
}

const back = (network: string, done: string) =>
  redirect(`${href("refundAccounts", { network })}?done=${done}`, { status: 303 });

/** Bank accounts that customers entered after a card refused its refund; by default those to approve or to confirm. */
export default function RefundAccounts() {
  const t = useT();
  const { id } = useNetwork();
  const [query] = useSearchParams();
  const { items, nextCursor } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const list = listIn(query);
  const why = answer?.isChanged ? t("payments.account.changed") : undefined;
  return (
    <QueuePage
      words={{
        title: t("payments.accounts"),
        text: t("payments.accounts.text"),
        none: t(list === "to-decide" ? "payments.accounts.none.to-decide" : "payments.accounts.none"),
        more: t("payments.more"),
      }}
      flash={<Done />}
      refused={why ?? (answer && refusalText(t, answer.code))}
      filter={
        <>
          <PaymentLists current="refundAccounts" />
          <Filter list={list} />
        </>
      }
      href={href("refundAccounts", { network: id })}
      nextCursor={nextCursor}
    >
      {items.length === 0 ? null : (
        <Stack>
          {items.map((one: RefundByTransfer) => (
            <RefundAccount
              key={one.transferId}
              transfer={one}
              reason={answer?.transferId === one.transferId ? answer.reason : ""}
            />
          ))}
        </Stack>
      )}
    </QueuePage>
  );
}

function Filter({ list }: { list: List }) {
  const t = useT();
  return (
    <Form className="search" key={list}>
      <Select
        label={t("payments.state")}
        name="list"
        defaultValue={list}
        options={lists.map((value) => ({
          value,
          label:
            value === "to-decide" || value === "all" ? t(`payments.accounts.${value}`) : t(`payments.account.${value}`),
        }))}
      />
      <Button icon={<FilterIcon size="s" />}>{t("payments.filter")}</Button>
    </Form>
  );
}

const outcomes = ["approved", "to-confirm", "refused"] as const;

function Done() {
  const t = useT();
  const [query] = useSearchParams();
  const done = outcomes.find((one) => one === query.get("done"));
  if (done === undefined) return null;
  return (
    <Notice tone="ok" role="status">
      {t(`payments.account.done.${done}`)}
    </Notice>
  );
}
