import type { ReceivedOf } from "@guichet/client/ticket-api.ts";
import { monthClosableAfterHours } from "@guichet/contract/limits/finance-limits.ts";
import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import type { MonthClosing, verifyMonthClosing } from "@guichet/contract/office/finance.ts";
import { Button } from "@guichet/ui/button.tsx";
import { type Fact, Facts } from "@guichet/ui/facts.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { Joined } from "@guichet/ui/joined.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form, useNavigation } from "react-router";
import { href } from "../paths.ts";
import { useFormats, useMay, useNetwork } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import { digestKind } from "./finance-pages.tsx";
import type { FinanceMonth } from "./month-figures.tsx";

type Verified = ReceivedOf<typeof verifyMonthClosing>;

interface ClosingSheetProps {
  figures: FinanceMonth;
  /** The result of a verification; null: none was asked for. */
  verified: Verified | null;
  /** The reason of a refused form. */
  typed: string;
  wrong: { field: string | null; text: string } | null;
}

/** The closing of a month with its digest, or the form that closes it. */
export function ClosingSheet({ figures, verified, typed, wrong }: ClosingSheetProps) {
  const t = useT();
  const may = useMay();
  const { closing } = figures;
  if (closing !== null) return <Closed closing={closing} verified={verified} />;
  return (
    <Sheet id="closing" title={t("finance.closing")}>
      {figures.closable === "yes" && may("finance.close") ? (
        <CloseForm figures={figures} typed={typed} error={wrong?.field === "reason" ? wrong.text : undefined} />
      ) : (
        <NotClosable figures={figures} />
      )}
    </Sheet>
  );
}

function NotClosable({ figures: { closable, firstOpenMonth } }: { figures: FinanceMonth }) {
  const t = useT();
  const formats = useFormats();
  const { id } = useNetwork();
  if (closable !== "first-open" || firstOpenMonth === null)
    return (
      <p>
        {closable === "yes"
          ? t("finance.closing.open")
          : t("finance.closing.not-over", { hours: monthClosableAfterHours })}
      </p>
    );
  return (
    <p>
      {t("finance.closing.first-open")}{" "}
      <TextLink href={`${href("finance", { network: id })}?month=${firstOpenMonth}`}>
        {formats.month(firstOpenMonth)}
      </TextLink>
    </p>
  );
}

function CloseForm({ figures, typed, error }: { figures: FinanceMonth; typed: string; error: string | undefined }) {
  const t = useT();
  const busy = useNavigation().formMethod === "POST" && t("finance.busy");
  const { month, differenceCount, firstOpenMonth } = figures;
  return (
    <Form method="post">
      <input type="hidden" name="month" value={month} />
      <input type="hidden" name="differenceCount" value={differenceCount} />
      <Stack>
        <p>{t("finance.closing.text")}</p>
        {firstOpenMonth === null && <p>{t("finance.closing.first")}</p>}
        {differenceCount > 0 && (
          <TextArea
            name="reason"
            label={t("finance.closing.reason")}
            hint={t("finance.closing.reason.hint", { count: differenceCount })}
            error={error}
            defaultValue={typed}
            rows={3}
            maxLength={auditReasonMaxLength}
            required
          />
        )}
        <Button variant="danger" busy={busy}>
          {t("finance.closing.do")}
        </Button>
      </Stack>
    </Form>
  );
}

function Closed({ closing, verified }: { closing: MonthClosing; verified: Verified | null }) {
  const t = useT();
  const formats = useFormats();
  const { state, formMethod } = useNavigation();
  const busy = state === "loading" && formMethod === "GET" && t("finance.busy");
  const { month, entryCount, lineCount, turnover, digest, chain, previousMonth, reason, closedBy, closedAt } = closing;
  const facts: Fact[] = [
    {
      term: t("finance.closed-at"),
      value: <Joined parts={[formats.shortInstant(closedAt), closedBy]} />,
    },
    { term: t("finance.entries"), value: t("finance.entries.of", { entries: entryCount, lines: lineCount }) },
    { term: t("finance.turnover"), value: formats.money(turnover) },
    ...(reason === null ? [] : [{ term: t("finance.closing.reason"), value: <bdi>{reason}</bdi> }]),
    { term: t("finance.digest", { kind: digestKind }), value: <Digest>{digest}</Digest>, long: true },
    { term: t("finance.chain"), value: <Digest>{chain}</Digest>, long: true },
    ...(previousMonth === null ? [] : [{ term: t("finance.previous"), value: formats.month(previousMonth) }]),
  ];
  return (
    <Sheet id="closing" title={t("finance.closing.done")}>
      {verified !== null && <Verification verified={verified} />}
      <Facts facts={facts} wide />
      <Form method="get">
        <input type="hidden" name="month" value={month} />
        <Button name="verify" value="1" busy={busy}>
          {t("finance.verify")}
        </Button>
      </Form>
    </Sheet>
  );
}

/** A digest of 64 digits, which wraps. */
const Digest = ({ children }: { children: string }) => (
  <span className="digest">
    <Figures>{children}</Figures>
  </span>
);

function Verification({ verified }: { verified: Verified }) {
  const t = useT();
  const { isSame, isChained, digest, entryCount, lineCount } = verified;
  if (isSame)
    return (
      <Notice tone="ok" role="status">
        {t("finance.verify.same")}
      </Notice>
    );
  return (
    <Notice tone="bad" role="alert" title={t("finance.verify.different")}>
      {isChained ? (
        <>
          <p>{t("finance.verify.today", { entries: entryCount, lines: lineCount })}</p>
          <Digest>{digest}</Digest>
        </>
      ) : (
        <p>{t("finance.verify.unchained")}</p>
      )}
    </Notice>
  );
}
