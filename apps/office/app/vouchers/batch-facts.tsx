import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import type { VoucherBatch } from "@guichet/contract/office/vouchers.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { type Fact, Facts } from "@guichet/ui/facts.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { Joined } from "@guichet/ui/joined.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { DownloadIcon } from "@guichet/ui/more-icons.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form, useNavigation } from "react-router";
import { href } from "../paths.ts";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import { useDiscount } from "./batch-words.ts";

interface BatchFactsProps {
  batch: VoucherBatch;
  /** The names of its articles, by id. */
  articleNames: Record<string, string>;
}

/** The terms of a batch, and how many of its codes were used. */
export function BatchFacts({ batch, articleNames }: BatchFactsProps) {
  const t = useT();
  const formats = useFormats();
  const discount = useDiscount();
  const { articles, minimumAmount, validFrom, validUntil, limit, limitPerAccount, combinable, createdBy } = batch;
  const { codeCount, usedCount, useCount, blockedCount, createdAt, blockedAt } = batch;
  const terms: Fact[] = [
    { term: t("vouchers.discount"), value: discount(batch) },
    ...(articles.length === 0
      ? []
      : [{ term: t("vouchers.articles"), value: formats.list(articles.map((id) => articleNames[id] ?? id)) }]),
    ...(minimumAmount === null ? [] : [{ term: t("vouchers.minimum"), value: formats.money(minimumAmount) }]),
    {
      term: t("vouchers.days"),
      value: t("vouchers.from-until", { from: formats.shortDay(validFrom), until: formats.shortDay(validUntil) }),
    },
    { term: t("vouchers.limit"), value: formats.number(limit) },
    ...(limitPerAccount === null
      ? []
      : [{ term: t("vouchers.limit-per-account"), value: formats.number(limitPerAccount) }]),
    { term: t("vouchers.combinable"), value: t(combinable ? "vouchers.yes" : "vouchers.no") },
    { term: t("vouchers.codes"), value: formats.number(codeCount) },
    { term: t("vouchers.used"), value: formats.number(usedCount) },
    { term: t("vouchers.uses"), value: formats.number(useCount) },
    { term: t("vouchers.state.blocked"), value: formats.number(blockedCount) },
    {
      term: t("vouchers.created"),
      value: <Joined parts={[createdBy, formats.shortInstant(createdAt)]} />,
    },
    ...(blockedAt === null ? [] : [{ term: t("vouchers.blocked-at"), value: formats.shortInstant(blockedAt) }]),
  ];
  return (
    <Sheet id="terms" title={t("vouchers.terms")}>
      <Facts facts={terms} />
    </Sheet>
  );
}

/** The CSV of a batch, and the form that blocks all of it. */
export function BatchActions({ batch: { batchId, blockedAt }, reason }: { batch: VoucherBatch; reason: string }) {
  const t = useT();
  const network = useNetwork();
  return (
    <Sheet id="actions" title={t("vouchers.actions")}>
      <Stack>
        <LinkButton
          href={href("vouchersCsv", { network: network.id, id: batchId })}
          icon={<DownloadIcon size="s" />}
          download
        >
          {t("vouchers.csv")}
        </LinkButton>
        {blockedAt === null && (
          <Disclosure summary={t("vouchers.block-batch")} open={reason !== ""}>
            <BlockForm code={null} reason={reason} />
          </Disclosure>
        )}
      </Stack>
    </Sheet>
  );
}

/** Blocks a code, or without one the whole batch, with a reason. */
export function BlockForm({ code, reason }: { code: string | null; reason: string }) {
  const t = useT();
  const isBusy = useNavigation().formData?.get("code") === (code ?? "");
  return (
    <Form method="post">
      <input type="hidden" name="code" value={code ?? ""} />
      <Stack gap="m">
        <TextArea
          id={`block-${code ?? "batch"}`}
          name="reason"
          label={t("vouchers.reason")}
          hint={t("vouchers.reason.hint")}
          defaultValue={reason}
          rows={2}
          maxLength={auditReasonMaxLength}
          required
        />
        <Button variant="danger" busy={isBusy && t("vouchers.busy")}>
          {t(code === null ? "vouchers.block-batch.do" : "vouchers.block.do")}
        </Button>
      </Stack>
    </Form>
  );
}
