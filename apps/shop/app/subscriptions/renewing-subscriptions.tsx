import { TextLink } from "@guichet/ui/link.tsx";
import { href } from "../paths.ts";
import { T } from "../texts/texts.tsx";

/** Subscriptions that block an action, with links to them. */
export function RenewingSubscriptions({ renewing }: { renewing: readonly { id: string; name: string }[] }) {
  if (renewing.length === 0) return null;
  return (
    <ul className="list-disc ps-5">
      {renewing.map(({ id, name }) => (
        <li key={id}>
          <T
            id="subscriptions.running"
            values={{ name }}
            components={{ link: <TextLink href={href("tacitOne", { id })} /> }}
          />
        </li>
      ))}
    </ul>
  );
}
