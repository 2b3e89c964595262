import { ChevronBackIcon } from "../icons.tsx";
import { ToolLink } from "../tool.tsx";

/** Link to the parent page, above the title. */
export function BackLink({ href, label }: { href: string; label: string }) {
  return (
    <p className="back">
      <ToolLink href={href} icon={<ChevronBackIcon size="s" />}>
        {label}
      </ToolLink>
    </p>
  );
}
