/** The inks a title is printed in: one per category, and one per state for what is not a title. */
export const inks = ["pass", "year", "social", "card", "ok", "wait", "bad"] as const;
export type Ink = (typeof inks)[number];

/** What a message is about; none is plain. */
export type Tone = "ok" | "wait" | "bad";
