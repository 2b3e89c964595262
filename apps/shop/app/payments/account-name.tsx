import type { SavedPaymentMethod } from "@guichet/contract/payments.ts";
import { Figures } from "@guichet/ui/figures.tsx";

/** Display name of a bank account: country and last four characters, always left to right. */
export const accountName = ({ country, EXTRA }: Pick<SavedPaymentMethod, "country" | "EXTRA">): string =>
  `${country ?? ""}•• •••• ${EXTRA.NUM}`;

export function AccountName({ account }: { account: SavedPaymentMethod }) {
  return <Figures>{accountName(account)}</Figures>;
}
