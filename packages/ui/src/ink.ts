/** Print colours of a ticket: one per category, and one per state for other tickets. */
export const inks = ["pass", "year", "social", "card", "ok", "wait", "bad"] as const;
export type Ink = (typeof inks)[number];

/** Tone of a message; without one it is neutral. */
export type Tone = "ok" | "wait" | "bad";
