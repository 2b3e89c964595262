import { voucherMaxLength } from "@guichet/contract/limits/cart-limits.ts";
import { type BatchVoucher, type VoucherBatch, VoucherState } from "@guichet/contract/office/vouchers.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import type { Tone } from "@guichet/ui/ink.ts";
import { TextLink } from "@guichet/ui/link.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { FilterIcon } from "@guichet/ui/more-icons.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { Form, useSearchParams } from "react-router";
import { href } from "../paths.ts";
import { nextPage } from "../shell/next-page.ts";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { TableFrame } from "../shell/table-frame.tsx";
import { useT } from "../shell/texts.tsx";
import { BlockForm } from "./batch-facts.tsx";

/** The form that was refused last: the code that it was to block, and the reason as it was typed. */
type Before = { blocked: string; reason: string } | null;

interface BatchCodesProps {
  batch: VoucherBatch;
  items: readonly BatchVoucher[];
  nextCursor: string | undefined;
  before: Before;
}

/** The codes of a batch, by state or one by its text. */
export function BatchCodes({ batch, items, nextCursor, before }: BatchCodesProps) {
  const t = useT();
  const network = useNetwork();
  const [query] = useSearchParams();
  const after = nextPage(query, "after", nextCursor);
  return (
    <section>
      <Stack>
        <h2>{t("vouchers.codes")}</h2>
        <Form className="search" key={query.toString()}>
          <Field
            label={t("vouchers.code")}
            name="code"
            type="search"
            defaultValue={query.get("code") ?? ""}
            maxLength={voucherMaxLength}
            autoComplete="off"
          />
          <Select
            label={t("vouchers.state")}
            name="state"
            defaultValue={query.get("state") ?? ""}
            options={[
              { value: "", label: t("vouchers.state.all") },
              ...VoucherState.options.map((value) => ({ value, label: t(`vouchers.state.${value}`) })),
            ]}
          />
          <Button icon={<FilterIcon size="s" />}>{t("vouchers.filter")}</Button>
        </Form>
        {items.length === 0 ? (
          <Notice>{t("vouchers.codes.none")}</Notice>
        ) : (
          <CodeTable batch={batch} items={items} before={before} />
        )}
        {nextCursor !== undefined && (
          <LinkButton href={`${href("voucherBatch", { network: network.id, id: batch.batchId })}?${after}`}>
            {t("vouchers.more")}
          </LinkButton>
        )}
      </Stack>
    </section>
  );
}

function CodeTable({ batch, items, before }: Pick<BatchCodesProps, "batch" | "items" | "before">) {
  const t = useT();
  return (
    <TableFrame label={t("vouchers.codes")}>
      <thead>
        <tr>
          <th scope="col">{t("vouchers.code")}</th>
          <th scope="col">{t("vouchers.state")}</th>
          <th scope="col">{t("vouchers.last-use")}</th>
          <th scope="col">{t("vouchers.actions")}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <CodeRow
            key={item.code}
            item={item}
            limit={batch.limit}
            reason={before?.blocked === item.code ? before.reason : ""}
          />
        ))}
      </tbody>
    </TableFrame>
  );
}

const tones: Record<VoucherState, Tone> = { unused: "wait", used: "ok", blocked: "bad" };

function CodeRow({ item, limit, reason }: { item: BatchVoucher; limit: number; reason: string }) {
  const t = useT();
  const formats = useFormats();
  const network = useNetwork();
  const { code, uses, lastUsedAt, blockedAt } = item;
  const state = blockedAt !== null ? "blocked" : uses > 0 ? "used" : "unused";
  return (
    <tr>
      <th scope="row" className="reference">
        <Figures>{code}</Figures>
      </th>
      <td>
        <Stamp tone={tones[state]}>{t(`vouchers.one.${state}`)}</Stamp>
        <span className="fine act-note">
          {t("vouchers.uses-of", { uses: formats.number(uses), limit: formats.number(limit) })}
        </span>
      </td>
      <td>
        {lastUsedAt === null ? (
          "–"
        ) : (
          <TextLink href={`${href("search", { network: network.id })}?${new URLSearchParams({ q: code })}`}>
            {formats.shortInstant(lastUsedAt)}
          </TextLink>
        )}
      </td>
      <td>
        {blockedAt === null ? (
          <Disclosure summary={t("vouchers.block")} open={reason !== ""}>
            <BlockForm code={code} reason={reason} />
          </Disclosure>
        ) : (
          t("vouchers.blocked-on", { at: formats.shortInstant(blockedAt) })
        )}
      </td>
    </tr>
  );
}
