import type { PivotType } from "@guichet/contract/catalogue.ts";
import type { CartLine } from "@guichet/rules/cart.ts";
import { dayIn } from "@guichet/rules/dates/days.ts";
import { useCallback } from "react";
import { usePageContext } from "../page/page-context.tsx";
import { useT } from "../texts/texts.tsx";
import { useFormats } from "./formats.ts";

type Start = Pick<CartLine, "startingAt" | "startMonth">;

/** Returns a formatter of a ticket's start: day and time, week of a day, or month. */
export function useStartWords(): (pivotType: PivotType | null, start: Start) => string {
  const t = useT();
  const formats = useFormats();
  const { timeZone } = usePageContext().network;
  return useCallback(
    (pivotType, { startingAt, startMonth }) => {
      if (startMonth !== null) return formats.month(startMonth);
      if (startingAt === null) return "";
      const day = formats.shortDay(dayIn(startingAt, timeZone));
      if (pivotType === "WEEK_PIVOT") return t("shell.start.week", { day });
      return t("shell.start.at", { day, time: formats.time(startingAt) });
    },
    [t, formats, timeZone],
  );
}
