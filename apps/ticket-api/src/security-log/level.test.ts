import { Writable } from "node:stream";
import { pino } from "pino";
import { expect, test } from "vitest";
import { securityLog } from "./security-log.ts";

const keys = { derived: () => ({ kid: "secret-1", key: Buffer.alloc(32, 7) }) };

test("a silent log does not write security events either", () => {
  let lines = 0;
  const stream = new Writable({
    write: (_chunk, _encoding, done) => {
      lines += 1;
      done();
    },
  });
  const tell = (level: string) =>
    securityLog(pino({ level }, stream), keys)({ event: "sign-out", outcome: "ok", actor: "unknown" });
  tell("silent");
  expect(lines).toBe(0);
  tell("fatal");
  expect(lines).toBe(1);
});
