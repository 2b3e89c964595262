import { WrongUse } from "./command.ts";

/** The URL of the installation's shop, as the Ticket API has it, for links that a command prints. */
export function shopUrlConfig(): string {
  const typed = process.env.SHOP_PUBLIC_URL || "http://localhost:3000";
  if (!/^https?:\/\//.test(typed) || !URL.canParse(typed))
    throw new WrongUse(`SHOP_PUBLIC_URL: ${typed} is no address.`);
  return typed;
}
