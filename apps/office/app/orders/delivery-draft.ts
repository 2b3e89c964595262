import type { Delivery } from "@guichet/contract/orders.ts";
import { useState } from "react";
import { useNavigation } from "react-router";
import type { DeliveryRefused, TypedDelivery } from "./correct-delivery.ts";

/** What the form of a correction shows, and the address that it corrects. */
export interface DeliveryDraft {
  /** The address that its author saw: a correction of any other one is refused. */
  seen: Delivery;
  /** What its fields begin with. */
  values: TypedDelivery;
  /** A colleague has corrected the address meanwhile: `seen` is theirs, and is shown next to what was typed. */
  isOther: boolean;
}

/** A form in which nothing is typed. */
export const untouchedDraft = (delivery: Delivery): DeliveryDraft => ({
  seen: delivery,
  values: { ...delivery, reason: "" },
  isOther: false,
});

/** A form that was refused: it keeps what was typed and seen, unless its author has to look at another address first. */
export const refusedDraft = (delivery: Delivery, { refusal, typed, seen }: DeliveryRefused): DeliveryDraft => ({
  seen: refusal === "changed" ? delivery : { ...delivery, ...seen },
  values: typed,
  isOther: refusal === "changed",
});

/**
 * The draft of the form. It follows the order until something is typed; from then on an address that is read anew does not
 * reach it, so that a form which was begun before a colleague's correction cannot undo it.
 */
export function useDeliveryDraft(
  delivery: Delivery,
  refused: DeliveryRefused | undefined,
): { draft: DeliveryDraft; round: number; isBusy: boolean; keep: () => void } {
  const { state, formData } = useNavigation();
  const isBusy = state !== "idle" && formData?.get("what") === "delivery";
  const [kept, setKept] = useState(refused && refusedDraft(delivery, refused));
  const [sent, setSent] = useState({ isBusy: false, round: 0 });
  if (isBusy && !sent.isBusy) setSent({ ...sent, isBusy: true });
  if (state === "idle" && sent.isBusy) {
    setSent({ isBusy: false, round: sent.round + 1 });
    setKept(refused && refusedDraft(delivery, refused));
  }
  const draft = kept ?? untouchedDraft(delivery);
  return { draft, round: sent.round, isBusy, keep: () => setKept(draft) };
}
