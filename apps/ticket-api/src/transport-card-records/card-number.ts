import { createHash } from "node:crypto";
import { isLuhnNumber } from "@guichet/rules/transport-cards.ts";

/** Of every card that we number ourselves (ISO/IEC 7812: 9, national use; 250, France). */
const issuer = "9250";

/** Sixteen digits that hold by Luhn, others in each network: the issuer, the network, what makes the card one, the check digit. */
export function newCardNumber(networkId: string, serial: string): string {
  const digest = createHash("sha256").update(networkId).digest().readUInt32BE(0);
  const stem = `${issuer}${String(digest % 10_000).padStart(4, "0")}${serial.padStart(7, "0")}`;
  const last = [..."0123456789"].find((digit) => isLuhnNumber(stem + digit));
  return `${stem}${last}`;
}
