import { terminationRefundDaysMax } from "@guichet/contract/limits/payment-limits.ts";
import type { TerminableContract } from "@guichet/contract/terminations.ts";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { useFormats } from "../formats/formats.ts";
import { ProratedCalculation } from "../subscriptions/prorated-calculation.tsx";
import { useT } from "../texts/texts.tsx";

export type Effect = Pick<TerminableContract, "effect" | "lastDay" | "refund" | "calculation">;

/** The effects of terminating a contract now. */
export function TerminationEffects({ effect, lastDay, refund, calculation }: Effect) {
  const t = useT();
  const formats = useFormats();
  return (
    <>
      <Sheet id="effects" title={t("terminations.effects")}>
        <ul className="list-disc ps-5 stack" data-gap="m">
          {effect === "REFUNDED" && <li>{t("terminations.effect.before-start")}</li>}
          {effect === "AT_ONCE" && <li>{t("terminations.effect.at-once")}</li>}
          {(effect === "AT_END" || effect === "REST_REFUNDED") && (
            <li>{t("terminations.effect.until", { day: formats.day(lastDay) })}</li>
          )}
          {effect === "AT_DATE" && <li>{t("terminations.effect.date", { day: formats.day(lastDay) })}</li>}
          {effect === "AT_DATE" && <li>{t("terminations.effect.renewed")}</li>}
          {effect !== "REFUNDED" && effect !== "AT_ONCE" && <li>{t("terminations.effect.tickets")}</li>}
          {refund !== null && refund.amount > 0 && (
            <li>
              {t("terminations.effect.refund", { amount: formats.money(refund), days: terminationRefundDaysMax })}
            </li>
          )}
          <li>{t(effect === "AT_DATE" ? "terminations.effect.no-more-then" : "terminations.effect.no-more")}</li>
          <li>{t("terminations.effect.email")}</li>
        </ul>
      </Sheet>
      {calculation !== undefined && <ProratedCalculation calculation={calculation} refund={refund} />}
    </>
  );
}
