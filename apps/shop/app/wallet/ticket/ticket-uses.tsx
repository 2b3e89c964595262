import type { Ticket } from "@guichet/contract/wallet.ts";
import { CheckIcon } from "@guichet/ui/icons.tsx";
import { Item } from "@guichet/ui/item.tsx";
import { Joined } from "@guichet/ui/joined.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { useFormats } from "../../formats/formats.ts";
import { useT } from "../../texts/texts.tsx";

const useIds = {
  opened: "wallet.uses.opened",
  trip: "wallet.uses.trip",
  change: "wallet.uses.change",
  checked: "wallet.uses.checked",
} as const;

/** The times and locations of the ticket's uses. */
export function TicketUses({ ticket: { uses = [] } }: { ticket: Ticket }) {
  const t = useT();
  const formats = useFormats();
  if (uses.length === 0) return null;
  return (
    <section className="stack">
      <h2>{t("wallet.uses")}</h2>
      <Sheet list>
        {uses.map(({ useId, kind, usedAt, place }) => (
          <Item
            key={useId}
            icon={<CheckIcon />}
            name={t(useIds[kind])}
            note={
              <Joined
                parts={[
                  formats.shortInstant(usedAt),
                  place?.name,
                  place?.line && t("wallet.uses.line", { line: place.line }),
                ]}
              />
            }
            end={<span />}
          />
        ))}
      </Sheet>
    </section>
  );
}
