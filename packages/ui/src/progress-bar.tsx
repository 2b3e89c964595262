type ProgressBarProps = {
  /** What is being done or what is left, for screen readers. */
  label?: string;
  /** From 0 to `max`; without it the end is unknown and a bar sweeps. */
  value?: number;
  max?: number;
  tone?: "ok" | "wait" | "bad";
  /** Beside words that already say it. */
  decorative?: boolean;
};

/** Long work or time left, as a native progress element: it fills along the line of reading. */
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
