import { LinkButton } from "@guichet/ui/link-button.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { OfficePage } from "./office-page.tsx";

interface QueuePageProps {
  /** What is waiting, in words: the heading, a line of help, that there is nothing, and the link to the next page. */
  words: { title: string; text: string; none: string; more: string };
  /** What has just been done stands above. */
  flash?: ReactNode;
  filter: ReactNode;
  /** The place of the queue itself; the next page keeps its filter. */
  href: string;
  nextCursor: string | undefined;
  /** The table; null: nothing waits. */
  children: ReactNode;
}

/** A list of work: filtered, the most urgent first, page by page. */
export function QueuePage({ words, flash, filter, href, nextCursor, children }: QueuePageProps) {
  const [query] = useSearchParams();
  const after = new URLSearchParams(query);
  if (nextCursor !== undefined) after.set("after", nextCursor);
  return (
    <OfficePage title={words.title} text={words.text} flash={flash}>
      {filter}
      {children ?? <Notice tone="ok">{words.none}</Notice>}
      {nextCursor !== undefined && <LinkButton href={`${href}?${after}`}>{words.more}</LinkButton>}
    </OfficePage>
  );
}
