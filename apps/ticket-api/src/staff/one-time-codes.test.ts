import { describe, expect, it, test } from "vitest";
import { randomIds } from "../ids.ts";
import { codeOfApp } from "../testing/authenticator-app.ts";
import { newRecoveryCodes, newSecret, normaliseCode, otpAuthUri, stepOfCode } from "./one-time-codes.ts";

/** RFC 6238, Appendix B: the ASCII secret "12345678901234567890", the last six of its eight digits. */
const known = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const vectors = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
] as const;
const ids = randomIds(() => 0);

describe("a code of an app", () => {
  // covers §6: the staff's second factor: set-up, codes used once, recovery codes, required in production, no lock-out by strangers
  it.each(vectors)("at second %i is the standard's: %s", (seconds, code) => {
    const at = new Date(seconds * 1000);
    expect([codeOfApp(known, at), stepOfCode(known, code, at)]).toEqual([code, Math.floor(seconds / 30)]);
  });

  it("is valid one step before and after its own, and no longer", () => {
    const at = new Date(1_234_567_890_000);
    const code = codeOfApp(known, at);
    const steps = [-2, -1, 0, 1, 2].map((off) => stepOfCode(known, code, new Date(at.getTime() + off * 30_000)));
    const own = Math.floor(1_234_567_890 / 30);
    expect(steps).toEqual([undefined, own, own, own, undefined]);
  });

  it.each(["", "12345", "1234567", "12345a", "１２３４５６"])("%j is not a code", (code) => {
    expect(stepOfCode(known, code, new Date())).toBeUndefined();
  });
});

test("a secret has 160 random bits, and an app reads it with its name", () => {
  const secret = newSecret(ids);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(newSecret(ids)).not.toBe(secret);
  const uri = new URL(otpAuthUri(secret, "Guichet", "ana@operator.example"));
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
    "otpauth:",
    "totp",
    "/Guichet:ana@operator.example",
  ]);
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret, issuer: "Guichet", digits: "6", period: "30" });
});

test("there are ten different recovery codes, which are read however they are typed", () => {
  const codes = newRecoveryCodes(ids);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([2-9A-HJKMNP-TV-Z]{4}-){3}[2-9A-HJKMNP-TV-Z]{4}$/);
  expect(normaliseCode(" abcd-efgh 2345-6789 ")).toBe("ABCDEFGH23456789");
});
