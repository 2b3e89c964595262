import type { Submission } from "@guichet/contract/documents.ts";
import { documentDecisionWorkingDays } from "@guichet/contract/limits/document-limits.ts";
import { ChipLink, Chips } from "@guichet/ui/chip.tsx";
import { EmptyState } from "@guichet/ui/empty-state.tsx";
import { DocumentIcon } from "@guichet/ui/icons.tsx";
import { Item } from "@guichet/ui/item.tsx";
import { LinkButton } from "@guichet/ui/link-button.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { useFormats } from "../formats/formats.ts";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { useT } from "../texts/texts.tsx";
import { SubmissionStamp } from "./submission-stamp.tsx";

interface AllSubmissionsProps {
  items: readonly Submission[];
  nextCursor: string | null;
  names: Readonly<Record<string, string>>;
  scope: "current" | "past";
}

/** List of open or decided submissions. */
export function AllSubmissions({ items, nextCursor, names, scope }: AllSubmissionsProps) {
  const t = useT();
  const formats = useFormats();
  return (
    <Page narrow>
      <Title>{t("documents.requests")}</Title>
      <BackLink href={href("documents")} label={t("documents.title")} />
      <PageHead title={t("documents.requests")}>
        {t("documents.requests.text", { days: documentDecisionWorkingDays })}
      </PageHead>
      <Chips label={t("documents.requests.which")}>
        {(["current", "past"] as const).map((each) => (
          <ChipLink key={each} href={href("submissions", undefined, { show: each })} current={each === scope}>
            {t(`documents.requests.${each}`)}
          </ChipLink>
        ))}
      </Chips>
      {items.length === 0 ? (
        <EmptyState title={t(`documents.requests.none.${scope}`)}>{t("documents.requests.none.text")}</EmptyState>
      ) : (
        <Sheet list>
          {items.map(({ submissionId, itemName, userId, number, created_at, status }) => (
            <Item
              key={submissionId}
              icon={<DocumentIcon />}
              href={href("submissions", undefined, { request: submissionId })}
              name={
                <>
                  {itemName} <SubmissionStamp status={status} />
                </>
              }
              note={
                <>
                  <bdi>{names[userId]}</bdi> · <bdi>{number}</bdi> · {formats.dayOf(created_at)}
                </>
              }
            />
          ))}
        </Sheet>
      )}
      {nextCursor !== null && (
        <LinkButton variant="quiet" big href={href("submissions", undefined, { show: scope, after: nextCursor })}>
          {t("documents.requests.more")}
        </LinkButton>
      )}
    </Page>
  );
}
