import type { SavedPaymentMethod } from "@guichet/contract/payments.ts";
import { useState } from "react";
import type { Mandate } from "../payments/mandate-sheet.tsx";
import { useT } from "../texts/texts.tsx";
import type { Payment } from "./payment.ts";

/** Formats an IBAN, typed or pasted, in groups of four characters. */
export const inGroups = (typed: string): string =>
  typed
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^A-Z\d]/g, "")
    .replace(/^IBAN/, "")
    .slice(0, 34)
    .replace(/(.{4})(?=.)/g, "$1 ");

type Problem = { field: "iban" | "holder" | "sign"; message: string };

/** State of a direct debit: the saved account (the favourite first) or a new one, and whether the mandate is signed. */
export function useDebitChoice(accounts: readonly SavedPaymentMethod[], name: string) {
  const t = useT();
  const [picked, setPicked] = useState<string>();
  const [iban, setIban] = useState("");
  const [holder, setHolder] = useState(name);
  const [signature, setSignature] = useState(false);
  const [problems, setProblems] = useState<Problem[]>([]);
  const first = (accounts.find((account) => account.IS_BOOKMARKED) ?? accounts[0])?.ID ?? null;
  const cardId = picked === undefined ? first : (accounts.find(({ ID }) => ID === picked)?.ID ?? null);

  const allProblems = (): Problem[] => {
    // Checks only the length; the server validates the account.
    const isShort = cardId === null && inGroups(iban).replaceAll(" ", "").length < 15;
    const isNameless = cardId === null && holder.trim().length < 2;
    return [
      ...(isShort ? [{ field: "iban", message: t("checkout.debit.iban.wrong") } as const] : []),
      ...(isNameless ? [{ field: "holder", message: t("checkout.debit.holder.wrong") } as const] : []),
      ...(signature ? [] : [{ field: "sign", message: t("checkout.debit.sign.wrong") } as const]),
    ];
  };
  return {
    accounts,
    cardId,
    iban,
    holder,
    signature,
    problems,
    pick: setPicked,
    setIban: (typed: string) => setIban(inGroups(typed)),
    setHolder,
    setSignature,
    /** Validates the debit choice and reports everything that is missing. */
    check: (): boolean => {
      const found = allProblems();
      setProblems(found);
      return found.length === 0;
    },
    signed: ({ reference, digest }: Mandate): Pick<Payment, "cardId" | "account" | "mandate"> => ({
      cardId,
      account: cardId === null ? { iban, holder: holder.trim() } : null,
      mandate: { reference, digest },
    }),
  };
}
export type DebitState = ReturnType<typeof useDebitChoice>;
