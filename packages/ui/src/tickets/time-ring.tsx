type TimeRingProps = {
  /** Fraction of the remaining time, from 0 to 1. */
  part: number;
  /** Figures inside the ring: `59:42`, `11`. */
  value: string;
  /** Unit below the figures; omitted for a countdown. */
  unit?: string | undefined;
  /** The remaining time in words, for screen readers. */
  label: string;
  /** End of a countdown in milliseconds, for pages whose only script counts down. */
  until?: number | undefined;
  from?: number | undefined;
};

/** Remaining time of a ticket as a ring that empties clockwise, in every reading direction. */
export function TimeRing({ part, value, unit, label, until, from }: TimeRingProps) {
  return (
    <div className="time-ring" data-until={until} data-from={from}>
      <svg viewBox="0 0 72 72" aria-hidden="true" focusable="false">
        <circle className="time-ring-track" cx="36" cy="36" r="32" />
        <circle className="time-ring-arc" cx="36" cy="36" r="32" pathLength="1" strokeDasharray={`${part} 2`} />
      </svg>
      <p aria-hidden="true">
        <bdi dir="ltr" data-countdown={until}>
          {value}
        </bdi>
        {unit && <span>{unit}</span>}
      </p>
      <span className="visually-hidden">{label}</span>
    </div>
  );
}
