import { useEffect, useState } from "react";
import { useLanguagePrefix } from "../../page/frame.tsx";
import { CheaperPasses } from "../../subscriptions/cheaper-passes.tsx";
import { orderPath } from "../send-order.ts";
import type { ExpressOffer } from "./express-offer.server.ts";

interface ExpressCheaperPassesProps {
  offer: ExpressOffer;
  quantity: number;
  travellerId: string;
}

/** The pass that costs the traveller less than past tickets and those of the sheet together (decision 133). */
export function ExpressCheaperPasses({ offer, quantity, travellerId }: ExpressCheaperPassesProps) {
  const prefixed = useLanguagePrefix();
  const { id } = offer.item;
  const [compared, setCompared] = useState({ quantity: offer.quantity, passes: offer.cheaperPasses });
  useEffect(() => {
    if (compared.quantity === quantity) return;
    const asked = new AbortController();
    passesOf(prefixed(`${orderPath}?${new URLSearchParams({ item: id, quantity: `${quantity}` })}`), asked.signal).then(
      (passes) => setCompared({ quantity, passes }),
      // Only advice: without an answer there is none.
      () => asked.signal.aborted || setCompared({ quantity, passes: [] }),
    );
    return () => asked.abort();
  }, [compared, id, quantity, prefixed]);
  const passes = compared.quantity === quantity ? compared.passes : [];
  return <CheaperPasses passes={passes.filter((one) => one.travellerId === travellerId)} buying />;
}

async function passesOf(url: string, signal: AbortSignal): Promise<ExpressOffer["cheaperPasses"]> {
  const response = await fetch(url, { signal, headers: { accept: "application/json" } });
  const { cheaperPasses = [] }: Partial<ExpressOffer> = await response.json();
  return cheaperPasses;
}
