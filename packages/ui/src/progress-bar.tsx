type ProgressBarProps = {
  /** Label for screen readers. */
  label?: string;
  /** From 0 to `max`; without it the progress is indeterminate. */
  value?: number;
  max?: number;
  tone?: "ok" | "wait" | "bad";
  /** Whether adjacent text already states it. */
  decorative?: boolean;
};

/** Progress or remaining time as a native progress element, filled in text direction. */
export function ProgressBar({ label, value, max = 1, tone, decorative }: ProgressBarProps) {
  return (
    <progress
      className="progress"
      max={max}
      value={value}
      data-tone={tone}
      aria-label={label}
      aria-hidden={decorative ? true : undefined}
    />
  );
}
