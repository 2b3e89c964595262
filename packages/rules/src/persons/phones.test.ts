import { expect, test } from "vitest";
import { formatPhone, readPhone } from "./phones.ts";

// covers §5: phone
test.each([
  ["06 12 34 56 78", "+33612345678"],
  ["0033 6 12 34 56 78", "+33612345678"],
  ["+33 (0)6-12-34-56-78", "+33612345678"],
  ["+44 20 7946 0958", "+442079460958"],
  ["٠٦١٢٣٤٥٦٧٨", "+33612345678"],
])("%s is stored as %s", (text, expected) => {
  expect(readPhone(text, "FR")).toEqual({ ok: true, value: expected });
});

test.each(["", "12", "call me", "06 12 34 56", "my number is 0612345678", "+999 123456789", "6".repeat(41)])(
  "%j is not a phone number",
  (text) => {
    expect(readPhone(text, "FR")).toEqual({ ok: false, code: "PHONE_INVALID" });
  },
);

test("a number without prefix belongs to the given country", () => {
  expect(readPhone("020 7946 0958", "GB")).toEqual({ ok: true, value: "+442079460958" });
});

test("a number is shown nationally at home and internationally elsewhere", () => {
  expect(formatPhone("+33612345678", "FR")).toBe("06 12 34 56 78");
  expect(formatPhone("+442079460958", "FR")).toBe("+44 20 7946 0958");
  expect(formatPhone("unknown", "FR")).toBe("unknown");
});
