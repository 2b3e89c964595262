import { Ink, PaymentMethod, Period, PivotType, Section, Support } from "@guichet/contract/catalogue.ts";
import { PackNetwork } from "@guichet/contract/network-pack.ts";
import { useT } from "../../shell/texts.tsx";
import type { FieldKey } from "./item-fields.ts";
import { type DurationUnit, durationParts } from "./typed-rows.ts";

/** Names of fields and of the values to choose from. */
export function useOptionWords() {
  const t = useT();
  const support = (value: string) => {
    const known = Support.safeParse(value).data;
    return known === undefined ? value : t(`catalogue.support.${known}`);
  };
  const method = (value: string) => {
    const known = PaymentMethod.safeParse(value).data;
    return known === undefined ? value : t(`catalogue.method.${known}`);
  };
  const period = (value: string) => {
    const known = Period.safeParse(value).data;
    return known === undefined ? value : t(`catalogue.period.${known}`);
  };
  const section = (value: string) => {
    const known = Section.safeParse(value).data;
    return known === undefined ? value : t(`catalogue.section.${known}`);
  };
  const ink = (value: string) => {
    const known = Ink.safeParse(value).data;
    return known === undefined ? value : t(`catalogue.ink.${known}`);
  };
  const pivotType = (value: string) => {
    const known = PivotType.safeParse(value).data;
    return known === undefined ? value : t(`catalogue.pivot.${known}`);
  };
  const type = (value: string) => (value === "1" ? t("catalogue.type.1") : t("catalogue.type.2"));
  const remaining = (value: string) =>
    value === "by-month" ? t("catalogue.remaining.by-month") : t("catalogue.remaining.full");
  const state = (value: string) => {
    const known = PackNetwork.shape.accessibility.shape.state.safeParse(value).data;
    return known === undefined ? value : t(`catalogue.accessibility.${known}`);
  };
  const byKey: Partial<Record<FieldKey, (value: string) => string>> = {
    ...{ supports: support, section, ink, type, remainingPrice: remaining, renewalInterval: period, state },
  };
  const unit = (name: DurationUnit) => t(`catalogue.unit.${name}`);
  /** A duration in words: `31 jours`. */
  const duration = (iso: string) => {
    const { count, unit: known } = durationParts(iso);
    return known === "iso" ? iso : t(`catalogue.duration.${known}`, { count: Number(count) });
  };
  /** A value of a field with fixed choices. */
  const option = (key: FieldKey, value: string): string => byKey[key]?.(value) ?? value;
  return { option, method, period, pivotType, unit, duration };
}
