import { expect, it } from "vitest";
import { openingWords } from "./opening-hours.ts";

const open = (weekday: number, opens: string, closes: string) => ({ weekday, opens, closes });
/** Removes the word joiners that keep a range on one line. */
const plain = (words: string) => words.replaceAll("\u2060", "");
const week = [1, 2, 3, 4, 5].map((day) => open(day, "09:00", "18:30"));

it("combines days with the same hours, and lists the others separately", () => {
  const words = openingWords([...week, open(6, "09:00", "12:00")], "fr");
  expect(plain(words)).toBe("lun. – ven. 09:00–18:30, sam. 09:00–12:00");
  expect(words).toContain("09:00–\u206012:00");
});

it("shows a lunch break and a day off separately", () => {
  const hours = [open(1, "09:00", "12:00"), open(1, "14:00", "18:00"), open(3, "09:00", "12:00")];
  expect(plain(openingWords(hours, "en"))).toBe("Mon 09:00–12:00 / 14:00–18:00, Wed 09:00–12:00");
});
