import { createHash } from "node:crypto";
import { isLuhnNumber } from "@guichet/rules/transport-cards.ts";

/** The issuer prefix of cards that we number ourselves (ISO/IEC 7812: 9, national use; 250, France). */
const issuer = "9250";

/** A sixteen-digit number that is valid by Luhn and differs by network: issuer, network, serial, check digit. */
export function newCardNumber(networkId: string, serial: string): string {
  const digest = createHash("sha256").update(networkId).digest().readUInt32BE(0);
  const stem = `${issuer}${String(digest % 10_000).padStart(4, "0")}${serial.padStart(7, "0")}`;
  const last = [..."0123456789"].find((digit) => isLuhnNumber(stem + digit));
  return `${stem}${last}`;
}
