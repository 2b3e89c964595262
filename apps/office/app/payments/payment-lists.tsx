import { ChipLink, Chips } from "@guichet/ui/chip.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { DownloadIcon } from "@guichet/ui/more-icons.tsx";
import { useSearchParams } from "react-router";
import { href } from "../paths.ts";
import { useNetwork } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";

const lists = ["payments", "paymentSubscriptions", "unresolvedPayments", "discrepancies", "refundAccounts"] as const;

/** Links between the lists of payments. */
export function PaymentLists({ current }: { current: (typeof lists)[number] }) {
  const t = useT();
  const { id } = useNetwork();
  return (
    <nav aria-label={t("payments.lists")}>
      <Chips label={t("payments.lists")}>
        {lists.map((name) => (
          <ChipLink key={name} href={href(name, { network: id })} current={name === current}>
            {t(`payments.list.${name}`)}
          </ChipLink>
        ))}
      </Chips>
    </nav>
  );
}

/** The number of an order as link to its page. */
export function OrderLink({ id, number }: { id: string; number: string }) {
  const network = useNetwork();
  return (
    <TextLink href={href("order", { network: network.id, id })}>
      <Figures>{number}</Figures>
    </TextLink>
  );
}

/** The filter by payment method. */
export function MethodSelect({ method }: { method: "CARD" | "TRANSFER" | undefined }) {
  const t = useT();
  return (
    <Select
      label={t("payments.method")}
      name="method"
      defaultValue={method ?? ""}
      options={[
        { value: "", label: t("payments.method.all") },
        { value: "CARD", label: t("payments.method.CARD") },
        { value: "TRANSFER", label: t("payments.method.TRANSFER") },
      ]}
    />
  );
}

/** The link to the whole list as a file, by the filter of the page. */
export function ListFile({ name }: { name: "paymentsCsv" | "paymentSubscriptionsCsv" }) {
  const t = useT();
  const { id } = useNetwork();
  const [query] = useSearchParams();
  const filter = new URLSearchParams(query);
  filter.delete("after");
  return (
    <div className="row">
      <LinkButton href={`${href(name, { network: id })}?${filter}`} icon={<DownloadIcon size="s" />} download>
        {t("payments.csv")}
      </LinkButton>
    </div>
  );
}
