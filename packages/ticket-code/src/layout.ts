import { isWritable, packIdentifiers, unpackIdentifiers } from "./identifiers.ts";
import { type RunningTime, type TicketFields, TicketFieldsRefused } from "./ticket-fields.ts";

const formatVersion = 1;
const flag = { firstUse: 1, carnet: 2, uuid: 4, birthYear: 8 } as const;
const units: readonly RunningTime["unit"][] = ["minute", "day", "month", "year"];
const yearZero = 1900;
const initialsPattern = /^\p{L}{1,4}$/u;
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Writes the signed part of a ticket code byte by byte, as in FORMAT.md. `keyId`: 3 bytes. */
export function writeLayout(fields: TicketFields, keyId: Uint8Array): Uint8Array {
  const { network, product, ticketId, traveller, firstUse, carnet } = fields;
  for (const [field, value] of Object.entries({ network, product, ticketId })) {
    if (!isWritable(value)) throw new TicketFieldsRefused(field, "1 to 48 letters, digits or -._:/~+@#*=!,();");
  }
  const initials = traveller?.initials.normalize("NFC") ?? "";
  if (traveller && !initialsPattern.test(initials)) throw new TicketFieldsRefused("initials", "1 to 4 letters");
  const isUuid = uuidPattern.test(ticketId);
  const flags =
    (firstUse ? flag.firstUse : 0) |
    (carnet ? flag.carnet : 0) |
    (isUuid ? flag.uuid : 0) |
    (traveller?.birthYear === undefined ? 0 : flag.birthYear);
  const from = seconds("validFrom", fields.validFrom);
  const until = seconds("validUntil", fields.validUntil);
  if (until <= from) throw new TicketFieldsRefused("validUntil", "must come after validFrom");

  const bytes: number[] = [(formatVersion << 4) | flags, ...keyId];
  bytes.push(...packIdentifiers(isUuid ? [network, product] : [network, product, ticketId]));
  if (isUuid) bytes.push(...bytesOfUuid(ticketId));
  bytes.push(...bigEndian(from, 4), ...bigEndian(until, 4));
  if (firstUse) {
    bytes.push(...bigEndian(seconds("firstUse.before", firstUse.before), 4));
    const count = whole("firstUse.runs", firstUse.runs.count, 1, 0x3fff);
    bytes.push(...bigEndian((units.indexOf(firstUse.runs.unit) << 14) | count, 2));
  }
  if (carnet) {
    bytes.push(whole("carnet.trips", carnet.trips, 1, 255));
    bytes.push(...bigEndian(whole("carnet.transferMinutes", carnet.transferMinutes, 0, 65535), 2));
  }
  if (traveller?.birthYear !== undefined) {
    bytes.push(whole("birthYear", traveller.birthYear, yearZero, yearZero + 255) - yearZero);
  }
  bytes.push(...new TextEncoder().encode(initials));
  return Uint8Array.from(bytes);
}

/** Parses the signed part of a ticket code; null unless it has the layout of FORMAT.md. */
export function readLayout(bytes: Uint8Array): { fields: TicketFields; keyId: Uint8Array } | null {
  const flags = (bytes[0] ?? 0) & 15;
  if ((bytes[0] ?? 0) >> 4 !== formatVersion) return null;
  const isUuid = (flags & flag.uuid) !== 0;
  const unpacked = unpackIdentifiers(bytes, 4, isUuid ? 2 : 3);
  if (!unpacked) return null;
  let at = unpacked.next;
  const take = (length: number): number => {
    let value = 0;
    for (let i = 0; i < length; i++) value = value * 256 + (bytes[at++] ?? 0);
    return value;
  };
  const [network = "", product = "", writtenId = ""] = unpacked.identifiers;
  if (isUuid) at += 16;
  const ticketId = isUuid ? uuid(bytes.subarray(at - 16, at)) : writtenId;
  if (!isUuid && uuidPattern.test(ticketId)) return null;
  const fields: TicketFields = {
    network,
    product,
    ticketId,
    validFrom: instant(take(4)),
    validUntil: instant(take(4)),
  };
  if (fields.validUntil <= fields.validFrom) return null;
  if (flags & flag.firstUse) {
    const before = instant(take(4));
    const runs = take(2);
    const unit = units[runs >> 14];
    if (!unit || (runs & 0x3fff) === 0) return null;
    fields.firstUse = { before, runs: { count: runs & 0x3fff, unit } };
  }
  if (flags & flag.carnet) fields.carnet = { trips: take(1), transferMinutes: take(2) };
  if (fields.carnet?.trips === 0) return null;
  const birthYear = flags & flag.birthYear ? yearZero + take(1) : undefined;
  if (at > bytes.length) return null;
  const initials = text(bytes.subarray(at));
  if (initials === null) return null;
  if (initials !== "" && !initialsPattern.test(initials)) return null;
  if (initials === "" && birthYear !== undefined) return null;
  if (initials !== "") fields.traveller = birthYear === undefined ? { initials } : { initials, birthYear };
  return { fields, keyId: bytes.subarray(1, 4) };
}

function seconds(field: string, value: string): number {
  const at = Math.floor(Date.parse(value) / 1000);
  if (!(at >= 0 && at <= 0xffffffff)) throw new TicketFieldsRefused(field, "an instant from 1970 to 2106");
  return at;
}

function whole(field: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new TicketFieldsRefused(field, `a whole number from ${least} to ${most}`);
}

function bigEndian(value: number, length: number): number[] {
  return Array.from({ length }, (_, i) => Math.floor(value / 256 ** (length - 1 - i)) % 256);
}

function instant(value: number): string {
  return new Date(value * 1000).toISOString().replace(".000", "");
}

const bytesOfUuid = (text: string): number[] =>
  (text.replaceAll("-", "").match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));

function uuid(bytes: Uint8Array): string {
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

function text(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
