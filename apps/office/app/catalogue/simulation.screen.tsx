import type { ReceivedOf } from "@guichet/client/ticket-api.ts";
import type { simulateCatalogueDraft } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Facts } from "@guichet/ui/facts.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { FilterIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { monthChoices, monthIn } from "../finance/finance-months.ts";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useMay, useNetwork } from "../shell/page-context.tsx";
import { networkOf, requestContextOf } from "../shell/request-context.ts";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";
import { DraftStamp } from "./draft-stamp.tsx";
import { useDifference } from "./price-difference.ts";
import { ArticleDifferences } from "./simulated-articles.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const draftId = params.id ?? "";
  const today = dayIn(ctx.now(), network.timeZone);
  const month = monthIn(ctx.url.searchParams, today);
  const [found, simulated] = await Promise.all([
    ctx.call("getCatalogueDraft", { draftId }, network.id),
    ctx.call("simulateCatalogueDraft", { draftId, month }, network.id),
  ]);
  // A draft with faults is no catalogue that could have sold something.
  const isFaulty = !simulated.ok && simulated.code === "TRANSITION_NOT_ALLOWED";
  if (!found.ok || !(simulated.ok || isFaulty)) {
    const isForbidden = [found, simulated].some((outcome) => !outcome.ok && outcome.code === "ROLE_NOT_ALLOWED");
    throw new Response(null, { status: isForbidden ? 403 : 404 });
  }
  return { draft: found.value.draft, figures: simulated.ok ? simulated.value : null, month, today };
}

/** What the purchases of a month would have cost with a draft. */
export default function SimulationPage() {
  const t = useT();
  const network = useNetwork();
  const { draft, figures } = useLoaderData<typeof loader>();
  return (
    <OfficePage
      title={t("catalogue.simulation")}
      text={t("catalogue.simulation.text", { name: draft.name })}
      stamp={<DraftStamp draft={draft} />}
      back={{ href: href("catalogueDraft", { network: network.id, id: draft.draftId }), label: draft.name }}
    >
      {figures === null ? (
        <Notice tone="bad">{t("catalogue.simulation.faults")}</Notice>
      ) : (
        <>
          <MonthForm />
          {figures.orders === 0 ? <Notice>{t("catalogue.simulation.none")}</Notice> : <Outcome figures={figures} />}
        </>
      )}
    </OfficePage>
  );
}

type Simulated = ReceivedOf<typeof simulateCatalogueDraft>;

function Outcome({ figures }: { figures: Simulated }) {
  const t = useT();
  return (
    <>
      <Totals figures={figures} />
      <p className="small soft">{t("catalogue.simulation.note")}</p>
      <ArticleDifferences articles={figures.articles} />
      <Examples examples={figures.examples} />
    </>
  );
}

function MonthForm() {
  const t = useT();
  const formats = useFormats();
  const { month, today } = useLoaderData<typeof loader>();
  return (
    <Form className="search" key={month}>
      <Select
        label={t("catalogue.simulation.month")}
        name="month"
        defaultValue={month}
        options={monthChoices(month, today).map((value) => ({ value, label: formats.month(value) }))}
      />
      <Button icon={<FilterIcon size="s" />}>{t("catalogue.simulation.show")}</Button>
    </Form>
  );
}

function Totals({ figures }: { figures: Simulated }) {
  const t = useT();
  const formats = useFormats();
  const difference = useDifference();
  const { orders, total, cheaper, dearer, unsold } = figures;
  const money = (amount: { amount: number; currency: string }) => <Figures>{formats.money(amount)}</Figures>;
  const some = (count: number, sum: typeof total.paid) => (
    <>
      {t("catalogue.simulation.orders", { count })} · {money(sum)}
    </>
  );
  return (
    <Sheet id="totals" title={t("catalogue.simulation.totals", { count: orders })}>
      <Facts
        facts={[
          { term: t("catalogue.simulation.paid"), value: money(total.paid) },
          { term: t("catalogue.simulation.live"), value: money(total.live) },
          { term: t("catalogue.simulation.draft"), value: money(total.draft) },
          { term: t("catalogue.simulation.difference"), value: <Figures>{difference(total)}</Figures> },
          { term: t("catalogue.simulation.cheaper"), value: some(cheaper.orders, cheaper.amount) },
          { term: t("catalogue.simulation.dearer"), value: some(dearer.orders, dearer.amount) },
          ...(unsold.quantity === 0
            ? []
            : [
                {
                  term: t("catalogue.simulation.unsold"),
                  value: (
                    <>
                      {t("catalogue.simulation.pieces", { count: unsold.quantity })} · {money(unsold.amount)}
                    </>
                  ),
                },
              ]),
        ]}
      />
    </Sheet>
  );
}

/** The orders with the largest differences; a link for who may look up orders. */
function Examples({ examples }: Pick<Simulated, "examples">) {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const difference = useDifference();
  const mayRead = useMay()("orders.read");
  if (examples.length === 0) return null;
  return (
    <section aria-labelledby="examples">
      <h2 id="examples">{t("catalogue.simulation.examples")}</h2>
      <TableFrame label={t("catalogue.simulation.examples")}>
        <thead>
          <tr>
            <th scope="col">{t("catalogue.simulation.order")}</th>
            {(["paid", "live", "draft", "difference"] as const).map((name) => (
              <th key={name} scope="col" className="money">
                {t(`catalogue.simulation.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {examples.map((order) => (
            <tr key={order.orderId}>
              <th scope="row">
                {mayRead ? (
                  <TextLink href={href("order", { network: network.id, id: order.orderId })}>
                    <Figures>{order.number}</Figures>
                  </TextLink>
                ) : (
                  <Figures>{order.number}</Figures>
                )}
              </th>
              {[order.paid, order.live, order.draft].map((amount, place) => (
                <td key={["paid", "live", "draft"][place]} className="money">
                  {formats.money(amount)}
                </td>
              ))}
              <td className="money">{difference(order)}</td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </section>
  );
}
