import type { ListedDiscrepancy } from "@guichet/contract/office/payment-lists.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
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
import { PaymentDiscrepancies } from "../orders/payment-discrepancies.tsx";
import { href } from "../paths.ts";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { QueuePage } from "../shell/queue-page.tsx";
import { refusalText, refused } from "../shell/refusals.ts";
import { actionNetworkOf, networkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { OrderLink, PaymentLists } from "./payment-lists.tsx";

const lists = ["open", "closed"] as const;
const listIn = (query: URLSearchParams) => lists.find((one) => one === query.get("list")) ?? "open";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const query = ctx.url.searchParams;
  const cursor = query.get("after") ?? undefined;
  const values = { open: listIn(query) === "open", ...(cursor === undefined ? {} : { cursor }) };
  const outcome = await ctx.call("listDiscrepancies", values, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const form = await request.formData();
  const given = (name: string) => `${form.get(name) ?? ""}`.trim();
  const closing = { discrepancyId: given("discrepancyId"), reason: given("reason") };
  if (closing.reason === "") return refused("FIELD_REQUIRED");
  const outcome = await ctx.call("settleDiscrepancy", closing, network.id);
  if (!outcome.ok) return refused(outcome.code);
  return redirect(`${href("discrepancies", { network: network.id })}?done=settled`, { status: 303 });
}

/** Differences between what was asked of the payment provider or the bank and what they did; by default those to close. */
export default function Discrepancies() {
  const t = useT();
  const { id } = useNetwork();
  const [query] = useSearchParams();
  const { items, nextCursor } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const list = listIn(query);
  return (
    <QueuePage
      words={{
        title: t("payments.discrepancies"),
        text: t("payments.discrepancies.text"),
        none: t(`payments.discrepancies.none.${list}`),
        more: t("payments.more"),
      }}
      flash={
        query.get("done") === "settled" && (
          <Notice tone="ok" role="status">
            {t("payments.done.settled")}
          </Notice>
        )
      }
      refused={answer && refusalText(t, answer.code)}
      filter={
        <>
          <PaymentLists current="discrepancies" />
          <Form className="search" key={list}>
            <Select
              label={t("payments.state")}
              name="list"
              defaultValue={list}
              options={lists.map((value) => ({ value, label: t(`payments.discrepancies.list.${value}`) }))}
            />
            <Button icon={<FilterIcon size="s" />}>{t("payments.filter")}</Button>
          </Form>
        </>
      }
      href={href("discrepancies", { network: id })}
      nextCursor={nextCursor}
    >
      {items.length === 0 ? null : (
        <Stack>
          {items.map((item) => (
            <OneDiscrepancy key={item.discrepancyId} item={item} />
          ))}
        </Stack>
      )}
    </QueuePage>
  );
}

function OneDiscrepancy({ item }: { item: ListedDiscrepancy }) {
  const t = useT();
  const formats = useFormats();
  const { orderId, orderNumber, foundAt, account, providerReference } = item;
  return (
    <section>
      <h2>
        {orderId === null || orderNumber === null ? (
          t("payments.saved-card")
        ) : (
          <OrderLink id={orderId} number={orderNumber} />
        )}
      </h2>
      <p className="small soft">
        {t("payments.found", { at: formats.shortInstant(foundAt) })}
        {account !== null && ` · ${account}`}
        {providerReference !== null && (
          <>
            {" · "}
            <Figures>{providerReference}</Figures>
          </>
        )}
      </p>
      <PaymentDiscrepancies order={{ discrepancies: [item] }} />
    </section>
  );
}
