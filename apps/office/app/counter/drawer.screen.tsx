import type { CounterSale } from "@guichet/contract/office/counter.ts";
import { Joined } from "@guichet/ui/joined.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
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
import { nextPage } from "../shell/next-page.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useMay, useNetwork } from "../shell/page-context.tsx";
import { actionNetworkOf, networkOf, requestContextOf } from "../shell/request-context.ts";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";
import { CloseForm } from "./close-form.tsx";
import { closeFrom, drawerRefusal } from "./drawer-action.ts";
import { DrawerFacts, DrawerStamp } from "./drawer-facts.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const cursor = ctx.url.searchParams.get("after") ?? undefined;
  const values = { drawerId: params.id ?? "", ...(cursor === undefined ? {} : { cursor }) };
  const outcome = await ctx.call("getDrawer", values, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const answer = await closeFrom(ctx, network.id, await request.formData());
  const address = href("drawer", { network: network.id, id: params.id ?? "" });
  return answer ?? redirect(`${address}?done=closed`, { status: 303 });
}

/** A cash drawer with its figures and sales. */
export default function Drawer() {
  const t = useT();
  const network = useNetwork();
  const may = useMay();
  const formats = useFormats();
  const [query] = useSearchParams();
  const { drawer, items, nextCursor } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refusal = answer === undefined ? null : drawerRefusal(t, answer.code, answer.details);
  const after = nextPage(query, "after", nextCursor);
  return (
    <OfficePage
      title={t("counter.drawer.of", { name: drawer.staffName, at: formats.shortInstant(drawer.openedAt) })}
      stamp={<DrawerStamp drawer={drawer} />}
      back={{ href: href("drawers", { network: network.id }), label: t("counter.drawers.back") }}
      flash={query.get("done") === "closed" && <Notice tone="ok">{t("counter.drawer.done.closed")}</Notice>}
      refused={refusal?.text}
    >
      <Split
        aside={
          <Stack>
            <DrawerFacts drawer={drawer} />
            {drawer.closedAt === null && may("counter.sell") && (
              <CloseForm drawerId={drawer.drawerId} typed={answer?.typed ?? null} wrong={refusal} />
            )}
          </Stack>
        }
      >
        <h2>{t("counter.drawer.list")}</h2>
        {items.length === 0 ? <Notice>{t("counter.drawer.list.none")}</Notice> : <SaleTable items={items} />}
        {nextCursor !== undefined && (
          <LinkButton href={`${href("drawer", { network: network.id, id: drawer.drawerId })}?${after}`}>
            {t("counter.drawers.more")}
          </LinkButton>
        )}
      </Split>
    </OfficePage>
  );
}

function SaleTable({ items }: { items: readonly CounterSale[] }) {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const may = useMay();
  return (
    <TableFrame label={t("counter.drawer.list")}>
      <thead>
        <tr>
          <th scope="col">{t("counter.order")}</th>
          <th scope="col">{t("counter.sold-at")}</th>
          <th scope="col" className="money">
            {t("counter.total")}
          </th>
          <th scope="col">{t("counter.refunded")}</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ orderId, number, soldAt, amount, refundedAt, parts }) => (
          <tr key={orderId}>
            <th scope="row">
              <TextLink
                href={href(may("counter.sell") ? "counterSale" : "order", { network: network.id, id: orderId })}
              >
                {number}
              </TextLink>
            </th>
            <td>{formats.shortInstant(soldAt)}</td>
            <td className="money">{formats.money(amount)}</td>
            <td>
              {parts.length === 0 && refundedAt === null ? (
                "–"
              ) : (
                <Joined
                  parts={[
                    ...parts.flatMap((part) => [formats.money(part.amount), formats.shortInstant(part.refundedAt)]),
                    ...(refundedAt === null ? [] : [formats.shortInstant(refundedAt)]),
                  ]}
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
