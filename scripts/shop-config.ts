import { WrongUse } from "./command.ts";

/** The address of the installation's shop, as the Ticket API has it: what a command prints leads there. */
export function shopUrlConfig(): string {
  const typed = process.env.SHOP_PUBLIC_URL || "http://localhost:3000";
  if (!/^https?:\/\//.test(typed) || !URL.canParse(typed))
    throw new WrongUse(`SHOP_PUBLIC_URL: ${typed} is no address.`);
  return typed;
}
