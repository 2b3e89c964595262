import { ChevronBackIcon } from "./icons.tsx";
import { ToolLink } from "./tool.tsx";

/** One step up, above the title of a page. */
export function BackLink({ href, label }: { href: string; label: string }) {
  return (
    <p className="back">
      <ToolLink href={href} icon={<ChevronBackIcon size="s" />}>
        {label}
      </ToolLink>
    </p>
  );
}
