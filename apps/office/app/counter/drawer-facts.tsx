import type { CashDrawer } from "@guichet/contract/office/counter.ts";
import { type Fact, Facts } from "@guichet/ui/facts.tsx";
import { Joined } from "@guichet/ui/joined.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";

/** Whether a drawer is open, closed, or closed with a difference. */
export function DrawerStamp({ drawer: { closedAt, differenceAmount } }: { drawer: CashDrawer }) {
  const t = useT();
  if (closedAt === null) return <Stamp tone="wait">{t("counter.drawer.state.open")}</Stamp>;
  return differenceAmount?.amount === 0 ? (
    <Stamp tone="ok">{t("counter.drawer.state.closed")}</Stamp>
  ) : (
    <Stamp tone="bad">{t("counter.drawer.state.difference")}</Stamp>
  );
}

/** The figures of a drawer: expected, counted, and the difference. */
export function DrawerFacts({ drawer }: { drawer: CashDrawer }) {
  const t = useT();
  const formats = useFormats();
  const { countedAmount, differenceAmount, closedAt, closedBy, closeReason } = drawer;
  const facts: Fact[] = [
    { term: t("counter.sold-by"), value: <bdi>{drawer.staffName}</bdi> },
    { term: t("counter.field.agencyId"), value: <bdi>{drawer.agency}</bdi> },
    { term: t("counter.drawer.opened-at"), value: formats.shortInstant(drawer.openedAt) },
    { term: t("counter.drawer.opening"), value: formats.money(drawer.openingAmount) },
    {
      term: t("counter.drawer.sales", { count: drawer.saleCount }),
      value: formats.money(drawer.salesAmount),
    },
    {
      term: t("counter.drawer.refunds", { count: drawer.refundCount }),
      value: formats.money(drawer.refundsAmount),
    },
    { term: t("counter.drawer.expected"), value: formats.money(drawer.expectedAmount) },
    ...(countedAmount === null ? [] : [{ term: t("counter.drawer.counted"), value: formats.money(countedAmount) }]),
    ...(differenceAmount === null
      ? []
      : [{ term: t("counter.drawer.difference"), value: formats.money(differenceAmount) }]),
    ...(closeReason === null ? [] : [{ term: t("counter.reason"), value: <bdi>{closeReason}</bdi> }]),
    ...(closedAt === null
      ? []
      : [
          {
            term: t("counter.drawer.closed-at"),
            value: <Joined parts={[formats.shortInstant(closedAt), closedBy]} />,
          },
        ]),
  ];
  return (
    <Sheet id="figures" title={t("counter.drawer.figures")}>
      <Facts facts={facts} wide />
    </Sheet>
  );
}
