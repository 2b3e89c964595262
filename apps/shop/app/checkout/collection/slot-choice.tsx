import type { CollectSite, CollectSlot } from "@guichet/contract/networks.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { EmptyState } from "@guichet/ui/empty-state.tsx";
import { ChipChoice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { ErrorSummary } from "@guichet/ui/forms/error-summary.tsx";
import { useHydrated } from "@guichet/ui/hydrated.ts";
import { AgencyIcon } from "@guichet/ui/icons.tsx";
import { Item } from "@guichet/ui/item.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { LiveRegion } from "@guichet/ui/page/live-region.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { openingWords } from "@guichet/web/opening-hours.ts";
import { type FormEvent, useEffect, useState } from "react";
import { Form, useNavigate, useSearchParams } from "react-router";
import { AddressLine } from "../../addresses/address-line.tsx";
import { cart, useCart } from "../../cart/cart-state.ts";
import { useFormats } from "../../formats/formats.ts";
import { useFrame } from "../../page/frame.tsx";
import { usePageContext } from "../../page/page-context.tsx";
import { href } from "../../paths.ts";
import { useT } from "../../texts/texts.tsx";
import { choiceOf, daysOf, momentOf, type SlotDay } from "./collect-choice.ts";

interface SlotChoiceProps {
  site: CollectSite;
  slots: readonly CollectSlot[];
}

/**
 * Form to choose one of an agency's slots, by day. If it is submitted before the script has loaded, the page reloads with the
 * slot in its address; the script then adds the slot to the cart.
 */
export function SlotChoice({ site, slots }: SlotChoiceProps) {
  const t = useT();
  const { timeZone } = usePageContext().network;
  const formats = useFormats();
  const { collect } = useCart();
  const [query] = useSearchParams();
  const [picked, setPicked] = useState<string | null>(null);
  const [faulty, setFaulty] = useState(false);
  const take = useTaking(site);
  const isFree = (slotId: string | null) => slots.find((slot) => slot.slotId === slotId && slot.placesLeft > 0);
  const before = collect?.siteId === site.siteId ? collect.slotId : null;
  const chosen = isFree(picked) ?? isFree(query.get("slot")) ?? isFree(before);
  const sent = useSentSlot(query.get("slot"), slots, take);
  const days = daysOf(slots, timeZone);
  const open = days.find(({ slots: its }) => its.some(({ slotId }) => slotId === chosen?.slotId)) ?? days.find(hasFree);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (chosen) take(chosen);
    else setFaulty(true);
  };
  const missing = (faulty && !chosen) || sent === "lost" ? t("checkout.collect.missing") : undefined;
  return (
    <Form method="get" onSubmit={save} className="stack" noValidate>
      <ErrorSummary
        title={t("checkout.problem")}
        errors={missing ? [{ field: open ? `day-${open.day}` : undefined, message: missing }] : []}
      />
      <Agency site={site} />
      {!days.some(hasFree) && (
        <EmptyState
          title={t("checkout.collect.no-slots")}
          action={<LinkButton href={href("collect")}>{t("checkout.collect.other")}</LinkButton>}
        >
          {t("checkout.collect.no-slots.text")}
        </EmptyState>
      )}
      <input type="hidden" name="site" value={site.siteId} />
      <div>
        {days.map((day) => (
          <Day key={day.day} day={day} open={day === open} chosen={chosen?.slotId ?? null} pick={setPicked} />
        ))}
      </div>
      <LiveRegion visible>
        {chosen && (
          <p className="font-semibold">{t("checkout.collect.ready", momentOf(chosen.startsAt, formats, timeZone))}</p>
        )}
      </LiveRegion>
      {days.some(hasFree) && (
        <Button variant="main" big>
          {t("checkout.collect.save")}
        </Button>
      )}
    </Form>
  );
}

const hasFree = ({ free }: SlotDay): boolean => free > 0;

function Agency({ site }: { site: CollectSite }) {
  const { language } = useFrame();
  return (
    <Sheet list>
      <Item
        icon={<AgencyIcon />}
        name={<bdi>{site.label}</bdi>}
        note={
          <>
            <AddressLine address={site} />
            <br />
            {openingWords(site.openingHours, language)}
          </>
        }
      />
    </Sheet>
  );
}

interface DayProps {
  day: SlotDay;
  open: boolean;
  chosen: string | null;
  pick: (slotId: string) => void;
}

/** Slots of one day; full slots are shown but disabled. */
function Day({ day: { day, slots, free }, open, chosen, pick }: DayProps) {
  const t = useT();
  const formats = useFormats();
  const name = formats.nearDay(day);
  return (
    <Disclosure
      name="day"
      open={open}
      summary={
        <>
          <span className="font-semibold">{name}</span>{" "}
          <span className="small soft">
            {free === 0 ? t("checkout.collect.full") : t("checkout.collect.free", { count: free })}
          </span>
        </>
      }
    >
      <ChoiceGroup id={`day-${day}`} label={name} layout="slots" quietLabel>
        {slots.map(({ slotId, startsAt, placesLeft }) => (
          <ChipChoice
            key={slotId}
            name="slot"
            value={slotId}
            checked={slotId === chosen}
            disabled={placesLeft === 0}
            onChange={() => pick(slotId)}
          >
            <bdi>{formats.time(startsAt)}</bdi>
            {placesLeft === 0 && <span className="small"> {t("checkout.collect.full")}</span>}
          </ChipChoice>
        ))}
      </ChoiceGroup>
    </Disclosure>
  );
}

/** Saves a slot in the cart and continues to the next page. */
function useTaking(site: CollectSite): (slot: CollectSlot) => void {
  const navigate = useNavigate();
  return (slot) => {
    cart.deliver({ collect: choiceOf(site, slot) });
    navigate(href("checkout", undefined, { step: "delivery" }));
  };
}

/** Handles a slot submitted before the script loaded: saves it now, or returns `lost` if it is no longer free. */
function useSentSlot(
  slotId: string | null,
  slots: readonly CollectSlot[],
  take: (slot: CollectSlot) => void,
): "lost" | undefined {
  const hydrated = useHydrated();
  const sent = slots.find((slot) => slot.slotId === slotId && slot.placesLeft > 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the script has come
  useEffect(() => {
    if (hydrated && sent) take(sent);
  }, [hydrated]);
  return slotId !== null && !sent ? "lost" : undefined;
}
