import type { MandateText } from "@guichet/contract/payments.ts";
import { Facts } from "@guichet/ui/facts.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import type { ReactNode } from "react";
import type { z } from "zod";
import { useT } from "../texts/texts.tsx";

export type Mandate = z.infer<typeof MandateText>;

/** Full mandate with its signature below. */
export function MandateSheet({ mandate, children }: { mandate: Mandate; children: ReactNode }) {
  const t = useT();
  return (
    <Sheet id="mandate" title={t("payments.mandate")}>
      <Facts
        wide
        facts={[
          { term: t("payments.mandate.creditor"), value: <bdi>{mandate.creditor.name}</bdi> },
          { term: t("payments.mandate.creditor-id"), value: <Figures>{mandate.creditor.id}</Figures> },
          { term: t("payments.mandate.creditor-address"), value: <bdi>{mandate.creditor.address}</bdi> },
          {
            term: t("payments.mandate.reference"),
            value: mandate.referenceFollows ? (
              t("payments.mandate.reference-follows")
            ) : (
              <Figures>{mandate.reference}</Figures>
            ),
          },
        ]}
      />
      <p>{mandate.wording}</p>
      {children}
    </Sheet>
  );
}
