import { ErrorSummary } from "@guichet/ui/forms/error-summary.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead, Stack } from "@guichet/ui/page/page.tsx";
import type { ReactNode } from "react";
import { useNetwork } from "./page-context.tsx";
import { useT } from "./texts.tsx";

interface OfficePageProps {
  /** The heading; together with the network also the window title. */
  title: string;
  /** A line of help below the heading. */
  text?: ReactNode;
  /** The state of the record, next to the heading. */
  stamp?: ReactNode;
  /** Link to the list that contains the record. */
  back?: { href: string; label: string };
  /** Confirmation of the last action, at the top of the page. */
  flash?: ReactNode;
  /** The reason for a refusal, shown in place of the confirmation. */
  refused?: string | undefined;
  children: ReactNode;
}

/** Page of the office in one network: the common header of every list and detail screen. */
export function OfficePage({ title, text, stamp, back, flash, refused, children }: OfficePageProps) {
  const t = useT();
  const network = useNetwork();
  return (
    <Page>
      <title>{`${title} · ${network.name}`}</title>
      <Stack>
        <ErrorSummary title={t("shell.problem")} errors={refused === undefined ? [] : [{ message: refused }]} />
        {refused === undefined && flash}
        {back && <BackLink {...back} />}
        <PageHead title={<bdi>{title}</bdi>} stamp={stamp}>
          {text}
        </PageHead>
        {children}
      </Stack>
    </Page>
  );
}
