import { TextLink } from "@guichet/ui/link.tsx";
import { href } from "../paths.ts";
import { T } from "../texts/texts.tsx";

/** Subscriptions that block an action, with links to them. */
export function RunningSubscriptions({ running }: { running: readonly { id: string; name: string }[] }) {
  if (running.length === 0) return null;
  return (
    <ul className="list-disc ps-5">
      {running.map(({ id, name }) => (
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
