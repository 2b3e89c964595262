import { ErrorSummary } from "@guichet/ui/forms/error-summary.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead, Stack } from "@guichet/ui/page/page.tsx";
import type { ReactNode } from "react";
import { useNetwork } from "./page-context.tsx";
import { useT } from "./texts.tsx";

interface OfficePageProps {
  /** The heading and, with the network, the title of the window. */
  title: string;
  /** A line of help under the heading. */
  text?: ReactNode;
  /** The state of the thing that the screen shows, beside the heading. */
  stamp?: ReactNode;
  /** The list that the thing stands in. */
  back?: { href: string; label: string };
  /** What has just been done stands above everything. */
  flash?: ReactNode;
  /** Why what was asked was not done, in words; it stands where what was done would. */
  refused?: string | undefined;
  children: ReactNode;
}

/** A screen of the office in one network: every list and every detail has this head. */
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
