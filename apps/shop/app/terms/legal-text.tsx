import { Page, PageHead } from "@guichet/ui/page/page.tsx";
import { useLoaderData } from "react-router";
import { useFormats } from "../formats/formats.ts";
import { useFrame } from "../page/frame.tsx";
import { Title } from "../page/title.tsx";
import { Formatted } from "../texts/formatted.tsx";
import { useT } from "../texts/texts.tsx";
import type { loadLegalText } from "./legal-text.server.ts";

export function LegalText() {
  const t = useT();
  const formats = useFormats();
  const frame = useFrame();
  const { title, html, language, updatedOn } = useLoaderData<typeof loadLegalText>();
  const foreign = language === frame.language ? undefined : language;
  return (
    <Page narrow>
      <Title>{title}</Title>
      <PageHead title={title}>{t("terms.updated", { day: formats.day(updatedOn) })}</PageHead>
      <Formatted html={html} lang={foreign} />
    </Page>
  );
}
