import type { CashDrawer } from "@guichet/contract/office/counter.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { FilterIcon } from "@guichet/ui/more-icons.tsx";
import { Form, type LoaderFunctionArgs, useLoaderData, useSearchParams } from "react-router";
import { href } from "../paths.ts";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { QueuePage } from "../shell/queue-page.tsx";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";
import { DrawerStamp } from "./drawer-facts.tsx";

const states = ["open", "closed"] as const;

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const query = ctx.url.searchParams;
  const state = states.find((one) => one === query.get("state"));
  const cursor = query.get("after") ?? undefined;
  const values = {
    ...(state === undefined ? {} : { isOpen: state === "open" }),
    ...(cursor === undefined ? {} : { cursor }),
  };
  const outcome = await ctx.call("listDrawers", values, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return outcome.value;
}

/** Every cash drawer of the network with its figures, the newest first. */
export default function Drawers() {
  const t = useT();
  const network = useNetwork();
  const [query] = useSearchParams();
  const { items, nextCursor } = useLoaderData<typeof loader>();
  return (
    <QueuePage
      words={{
        title: t("counter.drawers.title"),
        text: t("counter.drawers.text"),
        none: t("counter.drawers.none"),
        more: t("counter.drawers.more"),
      }}
      filter={
        <Form className="search" key={query.toString()}>
          <Select
            label={t("counter.drawers.state")}
            name="state"
            defaultValue={query.get("state") ?? ""}
            options={[
              { value: "", label: t("counter.drawers.all") },
              ...states.map((value) => ({ value, label: t(`counter.drawer.state.${value}`) })),
            ]}
          />
          <Button icon={<FilterIcon size="s" />}>{t("counter.drawers.filter")}</Button>
        </Form>
      }
      href={href("drawers", { network: network.id })}
      nextCursor={nextCursor}
    >
      {items.length === 0 ? null : <DrawerTable items={items} />}
    </QueuePage>
  );
}

function DrawerTable({ items }: { items: readonly CashDrawer[] }) {
  const t = useT();
  return (
    <TableFrame label={t("counter.drawers.title")}>
      <thead>
        <tr>
          <th scope="col">{t("counter.drawer.opened-at")}</th>
          <th scope="col">{t("counter.sold-by")}</th>
          <th scope="col">{t("counter.drawers.state")}</th>
          <th scope="col" className="money">
            {t("counter.drawer.expected")}
          </th>
          <th scope="col" className="money">
            {t("counter.drawer.counted")}
          </th>
          <th scope="col" className="money">
            {t("counter.drawer.difference")}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((drawer) => (
          <DrawerRow key={drawer.drawerId} drawer={drawer} />
        ))}
      </tbody>
    </TableFrame>
  );
}

function DrawerRow({ drawer }: { drawer: CashDrawer }) {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const { drawerId, openedAt, staffName, agency, saleCount, expectedAmount, countedAmount, differenceAmount } = drawer;
  return (
    <tr>
      <th scope="row">
        <TextLink href={href("drawer", { network: network.id, id: drawerId })}>
          {formats.shortInstant(openedAt)}
        </TextLink>
      </th>
      <td>
        <bdi>{staffName}</bdi>
        <span className="fine act-note">{agency}</span>
      </td>
      <td>
        <DrawerStamp drawer={drawer} />
      </td>
      <td className="money">
        {formats.money(expectedAmount)}
        <span className="fine act-note">{t("counter.drawer.sales", { count: saleCount })}</span>
      </td>
      <td className="money">{countedAmount === null ? "–" : formats.money(countedAmount)}</td>
      <td className="money">{differenceAmount === null ? "–" : formats.money(differenceAmount)}</td>
    </tr>
  );
}
