import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { nextPage } from "./next-page.ts";
import { OfficePage } from "./office-page.tsx";

interface QueuePageProps {
  /** Texts of the queue: heading, help, the empty state, and the link to the next page. */
  words: { title: string; text: string; none: string; more: string };
  /** Confirmation of the last action, at the top of the page. */
  flash?: ReactNode;
  /** The reason for a refusal, shown in place of the confirmation. */
  refused?: string | undefined;
  filter: ReactNode;
  /** The address of the queue; the next page keeps its filter. */
  href: string;
  nextCursor: string | undefined;
  /** The table; null: the queue is empty. */
  children: ReactNode;
}

/** A work queue: filtered, most urgent first, paginated. */
export function QueuePage({ words, flash, refused, filter, href, nextCursor, children }: QueuePageProps) {
  const [query] = useSearchParams();
  const after = nextPage(query, "after", nextCursor);
  return (
    <OfficePage title={words.title} text={words.text} flash={flash} refused={refused}>
      {filter}
      {children ?? <Notice tone="ok">{words.none}</Notice>}
      {nextCursor !== undefined && <LinkButton href={`${href}?${after}`}>{words.more}</LinkButton>}
    </OfficePage>
  );
}
