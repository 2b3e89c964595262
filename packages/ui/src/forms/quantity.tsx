import { MinusIcon, PlusIcon } from "../icons.tsx";
import { ToolButton } from "../tool.tsx";

type QuantityProps = {
  /** The submit buttons send `name=value` with the new quantity. */
  name: string;
  value: number;
  min?: number;
  max: number;
  labels: { quantity: string; less: string; more: string };
  /** With script: receives the new quantity, and the form is not submitted. */
  onChange?: (value: number) => void;
};

/** Quantity with minus and plus as submit buttons of the surrounding form. */
export function Quantity({ name, value, min = 1, max, labels, onChange }: QuantityProps) {
  const step = (wanted: number) => ({
    name,
    value: wanted,
    ...(onChange ? { type: "button" as const, onClick: () => onChange(wanted) } : {}),
  });
  return (
    <div className="quantity">
      <ToolButton {...step(value - 1)} aria-label={labels.less} disabled={value <= min} icon={<MinusIcon size="s" />} />
      <output aria-label={labels.quantity}>{value}</output>
      <ToolButton {...step(value + 1)} aria-label={labels.more} disabled={value >= max} icon={<PlusIcon size="s" />} />
    </div>
  );
}
