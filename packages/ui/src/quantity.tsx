import { MinusIcon, PlusIcon } from "./icons.tsx";
import { ToolButton } from "./tool.tsx";

type QuantityProps = {
  /** The submit buttons carry `name=value`, the number wanted. */
  name: string;
  value: number;
  min?: number;
  max: number;
  labels: { quantity: string; less: string; more: string };
  /** With script: the number wanted; the form is then not sent. */
  onChange?: (value: number) => void;
};

/** How many: one less, one more, as the buttons of the form around it. */
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
