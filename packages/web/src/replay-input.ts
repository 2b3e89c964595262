import type { EarlyInput } from "./early-input.ts";

type EarlyField = EarlyInput extends Map<infer Field, unknown> ? Field : never;

/** How long a part of the page may take to load; what was entered in one that comes later is in its fields, but not in React's state. */
const takenOverWithinMs = 30_000;
const pauseMs = 20;

/**
 * Tells React what was entered before it took over the page (`early-input.ts`), as if it were entered now: a field whose value is in a
 * component's state keeps it, and whatever depends on it follows. Runs when it is imported, which is rare.
 */
try {
  const deadline = performance.now() + takenOverWithinMs;
  const replayed = new Set<EarlyField>();
  for (const [field] of window.entered ?? []) {
    // Its own replay recorded it once more.
    if (replayed.has(field)) continue;
    replayed.add(field);
    await takenOver(field, deadline);
    const [value, checked = false] = window.entered?.get(field) ?? [""];
    if (field instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(field.type)) replayChoice(field, checked);
    else if (field.type !== "file") replayValue(field, value);
  }
} finally {
  // Nothing is recorded any more.
  window.entered = new Map();
}

/** Waits until React knows this field: also for the rendering that follows from the previous one. */
async function takenOver(field: EarlyField, deadline: number): Promise<void> {
  await paused(0);
  while (field.isConnected && !isTakenOver(field) && performance.now() < deadline) await paused(pauseMs);
}

function paused(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** React marks what it has taken over with properties of its own. */
function isTakenOver(field: EarlyField): boolean {
  return Object.keys(field).some((key) => key.startsWith("__reactProps$"));
}

function replayChoice(field: HTMLInputElement, checked: boolean): void {
  if (field.checked !== checked) field.checked = checked;
  forgetValue(field, String(!checked));
  // Not a `MouseEvent`, which would toggle it.
  field.dispatchEvent(new Event("click", { bubbles: true }));
}

function replayValue(field: EarlyField, value: string): void {
  if (field.value !== value) field.value = value;
  forgetValue(field, `${value} `);
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** React skips an event whose value it has already seen, and it read the value when it took over the page. */
function forgetValue(field: EarlyField, other: string): void {
  if (isTracked(field)) field._valueTracker.setValue(other);
}

/** Whether React compares the values of this field. */
function isTracked(field: EarlyField): field is EarlyField & { _valueTracker: { setValue(value: string): void } } {
  return "_valueTracker" in field && Boolean(field._valueTracker);
}
