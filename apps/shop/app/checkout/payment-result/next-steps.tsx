import { History, type Stop } from "@guichet/ui/steps.tsx";
import { AddressLine } from "../../addresses/address-line.tsx";
import { useFormats } from "../../formats/formats.ts";
import { usePageContext } from "../../page/page-context.tsx";
import { useT } from "../../texts/texts.tsx";
import { momentOf } from "../collection/collect-choice.ts";
import type { ResultOrder } from "./payment-result.server.ts";

/** Next steps for a paid order with articles to ship or collect; renders nothing for tickets on the phone. */
export function NextSteps({ supports, arrival, collect }: Pick<ResultOrder, "supports" | "arrival" | "collect">) {
  const t = useT();
  const formats = useFormats();
  const { timeZone } = usePageContext().network;
  const ahead: Stop[] = [];
  if (supports.includes("SHIPPING")) {
    const when =
      arrival && t("checkout.arrival", { from: formats.nearDay(arrival.from), to: formats.nearDay(arrival.to) });
    const note = [when, t("checkout.result.next.shipped.text")].filter(Boolean).join(" ");
    ahead.push({ id: "shipped", name: t("checkout.result.next.shipped"), note, state: "here" });
  }
  if (collect) {
    const { label, startsAt } = collect;
    const ready = t("checkout.collect.ready", momentOf(startsAt, formats, timeZone));
    ahead.push({
      id: "collect",
      name: t("checkout.result.next.collect", { label }),
      note: (
        <>
          {ready} <AddressLine address={collect} />
          <br />
          {t("checkout.result.next.collect.text")}
        </>
      ),
      state: ahead.length > 0 ? "ahead" : "here",
    });
  }
  if (supports.includes("PHYSICAL")) {
    const note = t("checkout.result.next.handed.text");
    ahead.push({
      id: "handed",
      name: t("checkout.result.next.handed"),
      note,
      state: ahead.length > 0 ? "ahead" : "here",
    });
  }
  if (ahead.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="next">
      <h2 id="next">{t("checkout.result.next")}</h2>
      <History
        label={t("checkout.result.next")}
        passed={t("checkout.step.passed")}
        stops={[{ id: "paid", name: t("checkout.result.next.paid"), state: "passed" }, ...ahead]}
      />
    </section>
  );
}
