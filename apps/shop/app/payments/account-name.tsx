import type { KeptMethod } from "@guichet/contract/payments.ts";
import { Figures } from "@guichet/ui/figures.tsx";

/** What is shown of a bank account: its country and last four characters, read from the left. */
export const accountName = ({ country, EXTRA }: Pick<KeptMethod, "country" | "EXTRA">): string =>
  `${country ?? ""}•• •••• ${EXTRA.NUM}`;

export function AccountName({ account }: { account: KeptMethod }) {
  return <Figures>{accountName(account)}</Figures>;
}
