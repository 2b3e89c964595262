import { dayIn } from "@guichet/rules/dates/days.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { FilterIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Split, Stack } from "@guichet/ui/page/page.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
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
import { OfficePage } from "../shell/office-page.tsx";
import { useFormats } from "../shell/page-context.tsx";
import { actionNetworkOf, networkOf, requestContextOf } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { closeFrom, closingRefusal } from "./close-action.ts";
import { ClosingSheet } from "./closing-sheet.tsx";
import { monthChoices, monthIn } from "./finance-months.ts";
import { FinancePages } from "./finance-pages.tsx";
import { JournalSheet } from "./journal-sheet.tsx";
import { MonthFigures } from "./month-figures.tsx";
import { VatSection } from "./vat-section.tsx";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await networkOf(ctx, params.network);
  const today = dayIn(ctx.now(), network.timeZone);
  const month = monthIn(ctx.url.searchParams, today);
  const found = await ctx.call("getFinanceMonth", { month }, network.id);
  if (!found.ok) throw new Response(null, { status: found.code === "ROLE_NOT_ALLOWED" ? 403 : 404 });
  const isVerified = ctx.url.searchParams.has("verify") && found.value.closing !== null;
  const verified = isVerified ? await ctx.call("verifyMonthClosing", { month }, network.id) : null;
  return { today, figures: found.value, verified: verified?.ok ? verified.value : null };
}

export async function action({ context, request, params }: ActionFunctionArgs) {
  const ctx = requestContextOf(context);
  const network = await actionNetworkOf(ctx, params.network);
  const form = await request.formData();
  const answer = await closeFrom(ctx, network.id, form);
  if (answer !== null) return answer;
  const query = new URLSearchParams({ month: `${form.get("month") ?? ""}`, done: "closed" });
  return redirect(`${href("finance", { network: network.id })}?${query}`, { status: 303 });
}

/** A month of the network's finances: VAT, ledger and documents, its journal, and its closing. */
export default function Month() {
  const t = useT();
  const formats = useFormats();
  const [query] = useSearchParams();
  const { figures, verified } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const wrong = answer === undefined ? null : closingRefusal(t, answer.code, answer.details);
  const { month, isOver, differenceCount } = figures;
  return (
    <OfficePage
      title={t("finance.of", { month: formats.month(month) })}
      text={t("finance.text")}
      stamp={<MonthStamp />}
      flash={
        query.get("done") === "closed" && (
          <Notice tone="ok" role="status">
            {t("finance.done.closed")}
          </Notice>
        )
      }
      refused={wrong?.text}
    >
      <FinancePages current="finance" />
      <MonthForm />
      {!isOver && <Notice tone="wait">{t("finance.running")}</Notice>}
      {differenceCount === 0 ? (
        <Notice tone="ok">{t("finance.agree")}</Notice>
      ) : (
        <Notice tone="bad">{t("finance.differ", { count: differenceCount })}</Notice>
      )}
      <Split
        aside={
          <Stack>
            <JournalSheet figures={figures} />
            <ClosingSheet figures={figures} verified={verified} typed={answer?.reason ?? ""} wrong={wrong} />
          </Stack>
        }
      >
        <VatSection figures={figures} />
        <MonthFigures figures={figures} />
      </Split>
    </OfficePage>
  );
}

function MonthStamp() {
  const t = useT();
  const { closing, isOver } = useLoaderData<typeof loader>().figures;
  if (closing !== null) return <Stamp tone="ok">{t("finance.state.closed")}</Stamp>;
  return <Stamp tone="wait">{t(isOver ? "finance.state.open" : "finance.state.running")}</Stamp>;
}

function MonthForm() {
  const t = useT();
  const formats = useFormats();
  const { today, figures } = useLoaderData<typeof loader>();
  const { month } = figures;
  return (
    <Form className="search" key={month}>
      <Select
        label={t("finance.month")}
        name="month"
        defaultValue={month}
        options={monthChoices(month, today).map((value) => ({ value, label: formats.month(value) }))}
      />
      <Button icon={<FilterIcon size="s" />}>{t("finance.show")}</Button>
    </Form>
  );
}
