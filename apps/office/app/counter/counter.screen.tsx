import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Split, Stack } from "@guichet/ui/page/page.tsx";
import { useActionData, useLoaderData } from "react-router";
import { href } from "../paths.ts";
import { useKeys } from "../shell/keys.tsx";
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import { ArticleList } from "./article-list.tsx";
import type { action } from "./counter-action.ts";
import type { loader } from "./counter-loader.ts";
import { CustomerSheet } from "./customer-sheet.tsx";
import { PayForm } from "./pay-form.tsx";
import { SaleLines } from "./sale-lines.tsx";
import { saleRefusalText, wrongField } from "./sale-refusals.ts";

export { action } from "./counter-action.ts";
export { loader } from "./counter-loader.ts";

/** The counter: what is sold, to whom, and how it is paid. */
export default function Counter() {
  const t = useT();
  const { counter, draft, quote, chosen } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  useKeys({ "/": "q", c: "customer", e: "givenAmount" });
  const refusal = answer && saleRefusalText(t, answer.code, answer.details);
  const unquoted = quote?.ok === false ? saleRefusalText(t, quote.code, quote.details) : undefined;
  return (
    <OfficePage title={t("counter.title")} text={t("counter.text")} refused={refusal ?? unquoted}>
      <DrawerNotice />
      <Split
        aside={
          <Stack>
            <SaleLines />
            <CustomerSheet />
            {quote?.ok && draft.lines.length > 0 && (
              <PayForm
                key={draft.key}
                quote={quote.value}
                articles={chosen}
                typed={answer?.typed ?? null}
                wrong={answer === undefined ? null : { field: wrongField(answer.details), text: refusal ?? "" }}
                hasDrawer={counter.drawer !== null}
              />
            )}
          </Stack>
        }
      >
        <ArticleList />
      </Split>
    </OfficePage>
  );
}

/** The open cash drawer, or the hint that cash needs one. */
function DrawerNotice() {
  const t = useT();
  const network = useNetwork();
  const formats = useFormats();
  const { counter } = useLoaderData<typeof loader>();
  const own = href("ownDrawer", { network: network.id });
  return (
    <div className="row">
      {counter.drawer === null ? (
        <Notice tone="wait">{t("counter.drawer.none")}</Notice>
      ) : (
        <p className="soft">
          {t("counter.drawer.open", {
            agency: counter.drawer.agency,
            amount: formats.money(counter.drawer.expectedAmount),
          })}
        </p>
      )}
      <LinkButton href={own}>{t(counter.drawer === null ? "counter.drawer.open.do" : "counter.drawer.see")}</LinkButton>
    </div>
  );
}
