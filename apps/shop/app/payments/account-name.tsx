import type { SavedPaymentMethod } from "@guichet/contract/payments.ts";
import { Figures } from "@guichet/ui/figures.tsx";

/** What is shown of a bank account: its country and last four characters, read from the left. */
export const accountName = ({ country, EXTRA }: Pick<SavedPaymentMethod, "country" | "EXTRA">): string =>
  `${country ?? ""}•• •••• ${EXTRA.NUM}`;

export function AccountName({ account }: { account: SavedPaymentMethod }) {
  return <Figures>{accountName(account)}</Figures>;
}
