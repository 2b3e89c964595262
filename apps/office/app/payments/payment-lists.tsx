import { ChipLink, Chips } from "@guichet/ui/chip.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
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
