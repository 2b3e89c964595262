import { Notice } from "@guichet/ui/notice.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead, Split, Stack } from "@guichet/ui/page/page.tsx";
import type { ReactNode } from "react";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { refusalText } from "../texts/refusal-texts.ts";
import { useT } from "../texts/texts.tsx";
import type { loadAdvice } from "./advice.server.ts";
import { AdviceForm } from "./advice-form.tsx";
import { AdviceResult } from "./advice-result.tsx";

type AdvicePageProps = Awaited<ReturnType<typeof loadAdvice>> & {
  /** Ids of the proposed articles with any number of trips. */
  unlimited: readonly string[];
  /** Button that puts the whole proposal into the cart. */
  buy: ReactNode;
};

/** The fare adviser: a form, and the cheapest set of articles with one line for each traveller (decisions 051, 132). */
export function AdvicePage({ unlimited, buy, ...loaded }: AdvicePageProps) {
  const t = useT();
  const { asked, today, statuses, fareZones, asksAges, advice, code } = loaded;
  const missesAge = asksAges && asked.travellers.some(({ age }) => age === null);
  const reason = () => {
    if (code === "TRAVEL_NOT_COVERED" && missesAge) return t("travel.advice.ages-missing");
    return code === null || code === "FIELD_INVALID" ? t("travel.advice.invalid") : refusalText(t, code);
  };
  return (
    <Page>
      <Title>{t("travel.advice.title")}</Title>
      <BackLink href={href("home")} label={t("travel.advice.back")} />
      <PageHead title={t("travel.advice.title")}>{t("travel.advice.intro")}</PageHead>
      <Split
        even
        aside={
          <div id="answer" aria-live="polite">
            <Stack>
              {code !== null && (
                <Notice tone="wait" title={t("travel.advice.none")}>
                  {reason()}
                </Notice>
              )}
              {advice !== null && missesAge && (
                <Notice tone="wait">
                  {t("travel.advice.ages-better")} <a href="#question">{t("travel.advice.refine")}</a>
                </Notice>
              )}
              {advice !== null && <AdviceResult advice={advice} asked={asked} unlimited={unlimited} buy={buy} />}
            </Stack>
          </div>
        }
      >
        <AdviceForm {...{ asked, today, statuses, fareZones, asksAges }} />
      </Split>
    </Page>
  );
}
