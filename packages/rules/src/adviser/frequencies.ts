/** Frequencies of the fare adviser's first question: days of the week (Monday is 1) and trips on each of them. */
export const frequencies = {
  few: { days: [3], trips: 1 },
  weekly: { days: [3], trips: 2 },
  twice: { days: [2, 4], trips: 2 },
  workdays: { days: [1, 2, 3, 4, 5], trips: 2 },
  daily: { days: [1, 2, 3, 4, 5, 6, 7], trips: 2 },
} as const satisfies Record<string, { days: readonly number[]; trips: number }>;

export type Frequency = keyof typeof frequencies;
export const frequencyIds = Object.keys(frequencies) as Frequency[];

/** Trips in an average month, rounded. */
export function tripsPerMonth(frequency: Frequency): number {
  const { days, trips } = frequencies[frequency];
  return Math.round((days.length * trips * 52) / 12);
}
