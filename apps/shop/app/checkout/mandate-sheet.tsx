import { Facts } from "@guichet/ui/facts.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import type { ReactNode } from "react";
import { useT } from "../texts/texts.tsx";
import type { Mandate } from "./checkout-client.ts";

/** A mandate in full, with its signature below. */
export function MandateSheet({ mandate, children }: { mandate: Mandate; children: ReactNode }) {
  const t = useT();
  return (
    <Sheet id="mandate" title={t("checkout.debit.mandate")}>
      <Facts
        facts={[
          { term: t("checkout.debit.creditor"), value: <bdi>{mandate.creditor.name}</bdi> },
          { term: t("checkout.debit.creditor-id"), value: <Figures>{mandate.creditor.id}</Figures> },
          { term: t("checkout.debit.creditor-address"), value: <bdi>{mandate.creditor.address}</bdi> },
          { term: t("checkout.debit.reference"), value: <Figures>{mandate.reference}</Figures> },
        ]}
      />
      <p>{mandate.wording}</p>
      {children}
    </Sheet>
  );
}
