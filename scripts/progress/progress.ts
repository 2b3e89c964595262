/** Where progress is shown: standard error, so that the output of a command stays what other programs read. */
export interface ProgressOutput {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/** How far some work is, in items. */
export interface ProgressState {
  what: string;
  done: number;
  total: number;
  elapsedMs: number;
}

/** Milliseconds between two bars of a terminal, and between two lines where there is none. */
const barEveryMs = 100;
const lineEveryMs = 5_000;
const barCells = 24;
const clearLine = "\r\u001b[2K";

/**
 * Shows the progress of long work: in a terminal a bar that replaces itself, elsewhere a line every five seconds; both with the rate and the
 * time left. `finish` removes the bar. `now`: milliseconds.
 */
export function showProgress(
  what: string,
  output: ProgressOutput = process.stderr,
  now: () => number = performance.now.bind(performance),
) {
  const began = now();
  const isTerminal = output.isTTY === true;
  let shownAt = began;
  return {
    update(done: number, total: number): void {
      const at = now();
      if (at - shownAt < (isTerminal ? barEveryMs : lineEveryMs)) return;
      shownAt = at;
      const state = { what, done, total, elapsedMs: at - began };
      if (isTerminal) output.write(`${clearLine}${progressBar(state).slice(0, (output.columns ?? 80) - 1)}`);
      else output.write(`${progressLine(state)}\n`);
    },
    finish(): void {
      if (isTerminal) output.write(clearLine);
    },
  };
}

/** `rows of the feed [####----] 50 %, 12,000/s, 8 s left` */
export function progressBar(state: ProgressState): string {
  const cells = Math.round(shareOf(state) * barCells);
  return `${state.what} [${"#".repeat(cells)}${"-".repeat(barCells - cells)}] ${paceOf(state)}`;
}

/** `rows of the feed: 5,000 of 10,000, 50 %, 12,000/s, 8 s left` */
export const progressLine = (state: ProgressState): string =>
  `${state.what}: ${inWords(state.done)} of ${inWords(state.total)}, ${paceOf(state)}`;

function paceOf(state: ProgressState): string {
  const { done, total, elapsedMs } = state;
  const perSecond = elapsedMs > 0 ? (done * 1_000) / elapsedMs : 0;
  const left = perSecond > 0 ? `, ${durationInWords((total - done) / perSecond)} left` : "";
  return `${Math.floor(shareOf(state) * 100)} %, ${inWords(Math.round(perSecond))}/s${left}`;
}

const shareOf = ({ done, total }: ProgressState): number => (total === 0 ? 1 : Math.min(1, done / total));
const inWords = (count: number): string => count.toLocaleString("en");

function durationInWords(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
