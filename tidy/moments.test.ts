import { languages } from "@guichet/contract/languages.ts";
import { formatsFor } from "@guichet/web/formats.ts";
import { describe, expect, it } from "vitest";
import { emailContext } from "../apps/ticket-api/src/email/email-context.ts";
import { momentInWords, timeInWords } from "../apps/ticket-api/src/pdf/words.ts";
import { testPack } from "../apps/ticket-api/src/testing/test-pack.ts";

const timeZone = "Europe/Paris";
/** The text without direction marks, and with plain spaces. */
const plain = (text: string) => text.replace(/\p{Cf}/gu, "").replace(/\s/g, " ");

// covers §1: five languages, Arabic from right to left
// covers: screen, e-mail and PDF state the same instant in the same way
describe.each(languages)("an instant in %s", (language) => {
  const screen = formatsFor(language, timeZone);
  const email = emailContext(language, { ...testPack().network, timeZone }, "http://localhost:3000");

  it.each([
    ["2026-12-01T07:05:00Z", "08:05"],
    ["2026-11-20T13:05:00Z", "14:05"],
    ["2026-11-30T23:00:00Z", "00:00"],
    ["2026-11-30T11:30:00Z", "12:30"],
  ])("%s is %s on screen, in e-mails and in PDF documents", (instant, time) => {
    expect([screen.time(instant), email.time(instant), timeInWords(instant, language, timeZone)].map(plain)).toEqual([
      time,
      time,
      time,
    ]);
    const pdf = plain(momentInWords(instant, language, timeZone));
    expect(plain(email.moment(instant))).toBe(pdf);
    // On screen the weekday comes first.
    const onScreen = plain(screen.instant(instant));
    expect(onScreen).not.toBe(pdf);
    expect(onScreen.endsWith(pdf), `${onScreen} / ${pdf}`).toBe(true);
    for (const shown of [pdf, onScreen, plain(screen.shortInstant(instant))]) {
      expect(shown).toContain(time);
      expect(shown).not.toMatch(/[صم]$|[٠-٩]|\b(am|pm)\b/i);
    }
    expect(plain(screen.clock(instant))).toBe(`${time}:00`);
  });
});
