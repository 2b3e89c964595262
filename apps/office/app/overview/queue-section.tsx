import type { Queue } from "@guichet/contract/office/overview.ts";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { Figures } from "@guichet/ui/figures.tsx";
import { AlertIcon } from "@guichet/ui/icons.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stamp } from "@guichet/ui/tickets/stamp.tsx";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import { ageAt } from "./age.ts";
import { queueHref } from "./queue-links.ts";

/** What waits for the user, each queue with its number, its age and what is late; null: it could not be loaded. */
export function QueueSection({ queues, now }: { queues: readonly Queue[] | null; now: string }) {
  const t = useT();
  return (
    <section>
      <h2>{t("overview.queues")}</h2>
      <Queues queues={queues} now={now} />
    </section>
  );
}

function Queues({ queues, now }: { queues: readonly Queue[] | null; now: string }) {
  const t = useT();
  if (queues === null) {
    return (
      <Notice tone="bad" title={t("overview.failed.queues")}>
        {t("overview.failed.text")}
      </Notice>
    );
  }
  if (queues.length === 0) return <p className="soft">{t("overview.queues.none")}</p>;
  const busy = queues.filter(({ count }) => count > 0);
  const idle = queues.filter(({ count }) => count === 0);
  return (
    <>
      {busy.length === 0 ? <Notice tone="ok">{t("overview.idle")}</Notice> : <QueueList queues={busy} now={now} />}
      {idle.length > 0 && (
        <Disclosure summary={t("overview.idle.count", { count: idle.length })}>
          <QueueList queues={idle} now={now} />
        </Disclosure>
      )}
    </>
  );
}

function QueueList({ queues, now }: { queues: readonly Queue[]; now: string }) {
  return (
    <ul className="queues">
      {queues.map((queue) => (
        <QueueRow key={queue.name} queue={queue} now={now} />
      ))}
    </ul>
  );
}

function QueueRow({ queue, now }: { queue: Queue; now: string }) {
  const t = useT();
  const network = useNetwork();
  const formats = useFormats();
  const { name, count, hasMore, oldestAt, missedCount } = queue;
  const href = queueHref(name, network.id);
  const label = t(`overview.queue.${name}`);
  const counted = formats.number(count);
  return (
    <li data-idle={count === 0 ? "" : undefined}>
      <span className="queue-name">
        <TextLink href={href}>{label}</TextLink>
      </span>
      <span className="queue-count">
        {count === 0 ? (
          <span className="soft">{t("overview.nothing")}</span>
        ) : (
          <Figures>{hasMore ? t("overview.more-than", { count: counted }) : counted}</Figures>
        )}
      </span>
      {count > 0 && (
        <span className="queue-age">
          {oldestAt !== null && <Oldest now={now} since={oldestAt} />}
          {missedCount !== null && missedCount > 0 && (
            <Stamp tone="bad" icon={<AlertIcon size="s" />}>
              {t("overview.missed", { count: missedCount })}
            </Stamp>
          )}
        </span>
      )}
    </li>
  );
}

function Oldest({ now, since }: { now: string; since: string }) {
  const t = useT();
  const formats = useFormats();
  const { unit, count } = ageAt(now, since);
  return (
    <time dateTime={since} title={formats.instant(since)}>
      {t(`overview.oldest.${unit}`, { count })}
    </time>
  );
}
