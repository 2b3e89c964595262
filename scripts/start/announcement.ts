import path from "node:path";
import type { Addresses } from "./parts.ts";

/** A network as announced: its name and the host under which the shop serves it. */
export interface ServedNetwork {
  id: string;
  name: string;
  host: string;
}

const people = [
  ["holder@demo.example", "complete account with travellers"],
  ["new@demo.example", "verified, nothing yet"],
  ["unverified@demo.example", "e-mail not confirmed"],
] as const;

const staff = [
  ["admin@demo.example", "in the office: everything"],
  ["agent@demo.example", "in the office: serves customers"],
  ["validator@demo.example", "in the office: examines documents"],
  ["manager@demo.example", "in the office: serves, examines, approves"],
  ["accountant@demo.example", "in the office: sees money"],
  ["inspector@demo.example", "in the office: looks up cards and travellers"],
  ["reader@demo.example", "in the office: looks, changes nothing"],
] as const;

const paymentCards = [
  ["4970 1000 0000 0014", "accepted"],
  ["4970 1000 0000 0022", "refused"],
  ["4970 1000 0000 0030", "asks for strong authentication"],
  ["4970 1000 0000 0048", "accepted, webhook late and twice"],
  ["4970 1000 0000 0055", "accepted, expires next month"],
] as const;

const vouchers = "BIENVENUE10  MOINS5  CADEAU  EPUISE (used up)  EXPIRE (expired)";

/** The block of text that a start prints. */
export function announcement(
  addresses: Addresses,
  networks: readonly ServedNetwork[],
  logsFolder: string | undefined,
  seconds: number,
): string {
  const { shop, api, office, sandbox } = addresses;
  const lines: [string, string][] = networks.map(({ id, name, host }, index) => [
    index === 0 ? "Shop" : "",
    `${withHost(shop, host).padEnd(31)} ${name} (${id})`,
  ]);
  if (networks.length === 0) lines.push(["Shop", `${shop}  no network yet: npm run network -- import <folder>`]);
  lines.push(["Office", `${office.padEnd(31)} for the staff`]);
  // In production, API_DOCS decides whether the description is public.
  lines.push(["Ticket API", `${api.padEnd(31)}${sandbox === undefined ? "" : " /docs  /openapi.json"}`]);
  if (sandbox !== undefined) {
    lines.push(["Sandbox", `${sandbox.padEnd(31)} payment provider, identity providers, mailbox`], ["", ""]);
    lines.push(...named("Sign in", people), ["", ""], ...named("Staff", staff));
    lines.push(["", "password of all  Guichet-demo-2026"], ["", ""]);
    lines.push(...named("Pay with", paymentCards), ["", "any future date, any 3 digits"], ["Vouchers", vouchers]);
  }
  if (logsFolder !== undefined) lines.push(["", ""], ["Logs", nearest(logsFolder)]);
  const block = lines.map(([label, text]) => `  ${label.padEnd(11)} ${text}`.trimEnd());
  const mode = sandbox === undefined ? "" : " as a demo";
  return ["", `Guichet is ready${mode}, after ${seconds.toFixed(1)} s. Ctrl-C stops it.`, "", ...block, ""].join("\n");
}

function named(label: string, rows: readonly (readonly [string, string])[]): [string, string][] {
  return rows.map(([name, what], index) => [index === 0 ? label : "", `${name.padEnd(25)} ${what}`]);
}

/** The shop's URL with the host name of one network, on the shop's current port. */
function withHost(shop: string, host: string): string {
  const url = new URL(shop);
  url.hostname = host;
  return url.origin;
}

function nearest(folder: string): string {
  const relative = path.relative("", folder);
  return relative.startsWith("..") ? folder : relative;
}
