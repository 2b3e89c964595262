import type { SavedPaymentMethod } from "@guichet/contract/payments.ts";
import { useState } from "react";
import type { Mandate } from "../payments/mandate-sheet.tsx";
import { useT } from "../texts/texts.tsx";
import type { Payment } from "./checkout-client.ts";

/** Letters and digits of an IBAN in groups of four, as they are typed or pasted. */
export const inGroups = (typed: string): string =>
  typed
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^A-Z\d]/g, "")
    .replace(/^IBAN/, "")
    .slice(0, 34)
    .replace(/(.{4})(?=.)/g, "$1 ");

type Problem = { field: "iban" | "holder" | "sign"; message: string };

/** Which account is debited, a kept one (the favourite first) or one that is typed, and whether its mandate is signed. */
export function useDebitChoice(accounts: readonly SavedPaymentMethod[], name: string) {
  const t = useT();
  const [picked, setPicked] = useState<string>();
  const [iban, setIban] = useState("");
  const [holder, setHolder] = useState(name);
  const [signature, setSignature] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const first = (accounts.find((account) => account.IS_BOOKMARKED) ?? accounts[0])?.ID ?? null;
  const cardId = picked === undefined ? first : (accounts.find(({ ID }) => ID === picked)?.ID ?? null);

  const wrong = (): Problem | undefined => {
    // A shape at first glance; whether it is an account is the server's to say.
    if (cardId === null && inGroups(iban).replaceAll(" ", "").length < 15)
      return { field: "iban", message: t("checkout.debit.iban.wrong") };
    if (cardId === null && holder.trim().length < 2)
      return { field: "holder", message: t("checkout.debit.holder.wrong") };
    return signature ? undefined : { field: "sign", message: t("checkout.debit.sign.wrong") };
  };
  return {
    accounts,
    cardId,
    iban,
    holder,
    signature,
    problem,
    pick: setPicked,
    setIban: (typed: string) => setIban(inGroups(typed)),
    setHolder,
    setSignature,
    /** Is everything there to order? What is not is said. */
    check: (): boolean => {
      const found = wrong();
      setProblem(found);
      return found === undefined;
    },
    signed: ({ reference, digest }: Mandate): Pick<Payment, "cardId" | "account" | "mandate"> => ({
      cardId,
      account: cardId === null ? { iban, holder: holder.trim() } : null,
      mandate: { reference, digest },
    }),
  };
}
export type DebitState = ReturnType<typeof useDebitChoice>;
