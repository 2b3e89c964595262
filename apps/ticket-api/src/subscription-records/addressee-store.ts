import type { Language } from "@guichet/contract/locales.ts";
import type { PackArticle } from "@guichet/contract/network-pack.ts";
import { sql } from "kysely";
import type { Tx } from "../database/database.ts";

/** The recipient of a subscription's e-mails, and its name. */
export interface SubscriptionAddressee {
  to: string;
  language: Language;
  traveller: string;
  name: string;
  article: PackArticle | null;
  /** The account holder's name. */
  holder: string;
  /** The number of the first order. */
  orderNumber: string;
}

export async function addresseeOf(tx: Tx, id: string): Promise<SubscriptionAddressee | undefined> {
  const found = await sql<SubscriptionAddressee>`select a.email as "to", coalesce(a.language, o.language) as language,
      trim(t.first_name || ' ' || t.last_name) as traveller, l.name, l.article, o.number as "orderNumber",
      coalesce((select trim(h.first_name || ' ' || h.last_name) from traveller h
        where h.account_id = a.id and h.is_holder), '') as holder
    from subscription s join account a on a.id = s.account_id join traveller t on t.id = s.traveller_id
      join subscription_period p on p.subscription_id = s.id and p.position = 1 join orders o on o.id = p.order_id
      join order_line l on l.order_id = o.id and l.kind = 'article' where s.id = ${id}`.execute(tx);
  return found.rows[0];
}
