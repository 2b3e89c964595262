import type { BookDifference, BookDifferenceKind } from "@guichet/contract/office/finance.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { RefreshIcon } from "@guichet/ui/icons.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Form, type LoaderFunctionArgs, useLoaderData, useNavigation } from "react-router";
import { href } from "../paths.ts";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { permittedNetworkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { commandFor, type Fix, fixes } from "./difference-fixes.ts";
import { FinancePages } from "./finance-pages.tsx";

/** Compares on request only: all books are read. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await permittedNetworkOf(ctx, params.network, "finance.read");
  if (!ctx.url.searchParams.has("compare")) return { compared: null };
  const outcome = await ctx.call("compareBooks", {}, network.id);
  if (!outcome.ok) throw new Response(null, { status: outcome.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  return { compared: outcome.value };
}

/** What disagrees in the books today, by kind, each with its fix. */
export default function Reconciliation() {
  const t = useT();
  const formats = useFormats();
  const { compared } = useLoaderData<typeof loader>();
  const busy = useNavigation().state === "loading" && t("finance.busy");
  return (
    <OfficePage title={t("finance.page.reconciliation")} text={t("finance.reconciliation.text")}>
      <FinancePages current="reconciliation" />
      <Form method="get">
        <Button name="compare" value="1" icon={<RefreshIcon size="s" />} busy={busy}>
          {t("finance.reconciliation.do")}
        </Button>
      </Form>
      {compared !== null && (
        <>
          {compared.count === 0 ? (
            <Notice tone="ok" role="status">
              {t("finance.reconciliation.none", { at: formats.shortInstant(compared.comparedAt) })}
            </Notice>
          ) : (
            <Notice tone="bad" role="status">
              {t("finance.reconciliation.found", {
                count: compared.count,
                at: formats.shortInstant(compared.comparedAt),
              })}
            </Notice>
          )}
          {[...Map.groupBy(compared.items, ({ kind }) => kind)].map(([kind, items]) => (
            <KindSection key={kind} kind={kind} items={items} />
          ))}
          {compared.count > compared.items.length && (
            <p className="small soft">
              {t("finance.reconciliation.more", { count: compared.count - compared.items.length })}
            </p>
          )}
        </>
      )}
    </OfficePage>
  );
}

function KindSection({ kind, items }: { kind: BookDifferenceKind; items: readonly BookDifference[] }) {
  const t = useT();
  return (
    <section>
      <h2>{t(`finance.kind.${kind}`)}</h2>
      <Stack gap="m">
        <p>
          {t(`finance.fix.${fixes[kind]}`)} <FixLink fix={fixes[kind]} />
        </p>
        <ul className="results">
          {items.map((item) => (
            <DifferenceRow key={`${item.subject} ${item.found}`} item={item} />
          ))}
        </ul>
      </Stack>
    </section>
  );
}

/** The screen where a difference is fixed, if there is one. */
function FixLink({ fix }: { fix: Fix }) {
  const t = useT();
  const { id } = useNetwork();
  if (fix === "discrepancy")
    return <TextLink href={href("discrepancies", { network: id })}>{t("finance.fix.to-discrepancies")}</TextLink>;
  if (fix === "settle")
    return <TextLink href={href("unresolvedPayments", { network: id })}>{t("finance.fix.to-unresolved")}</TextLink>;
  return fix === "month" ? (
    <TextLink href={href("closedMonths", { network: id })}>{t("finance.page.closedMonths")}</TextLink>
  ) : null;
}

function DifferenceRow({ item: { kind, orderId, orderNumber, subject, found } }: { item: BookDifference }) {
  const { id } = useNetwork();
  const command = commandFor(kind, subject);
  return (
    <li>
      {orderId !== null && orderNumber !== null ? (
        <TextLink href={href("order", { network: id, id: orderId })}>
          <Figures>{orderNumber}</Figures>
        </TextLink>
      ) : (
        <Figures>{subject}</Figures>
      )}
      <span className="result-facts" lang="en" dir="ltr">
        {found}
      </span>
      {command !== undefined && (
        <code className="small" dir="ltr">
          {command}
        </code>
      )}
    </li>
  );
}
