import { dayIn } from "@guichet/rules/dates/days.ts";
import { Notice } from "@guichet/ui/notice.tsx";
import { BackLink } from "@guichet/ui/page/back-link.tsx";
import { Page, PageHead, Split } from "@guichet/ui/page/page.tsx";
import { data, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { Title } from "../page/title.tsx";
import { href } from "../paths.ts";
import { requestContextOf } from "../request-context/request-context.ts";
import { refusalText } from "../texts/refusal-texts.ts";
import { useT } from "../texts/texts.tsx";
import { AdviceForm } from "./advice-form.tsx";
import { callOf, isAsked, readQuestion } from "./advice-question.ts";
import { AdviceResult } from "./advice-result.tsx";

/** Loads the fare adviser; 404 where the network has it disabled. */
export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = requestContextOf(context);
  const { switches, specific, timeZone } = ctx.network;
  if (!switches.fareAdviser) throw data(null, { status: 404 });
  const today = dayIn(ctx.now(), timeZone);
  const { searchParams } = ctx.url;
  const asked = readQuestion(searchParams, today);
  const [statuses, answer] = await Promise.all([
    switches.profiling ? ctx.call("getProfileStatus", {}) : null,
    isAsked(searchParams) ? ctx.call("adviseFares", callOf(asked)) : null,
  ]);
  return {
    asked,
    today,
    statuses: statuses?.ok ? statuses.value.statuses : [],
    asksAges: !specific.hideBirthDate,
    advice: answer?.ok ? answer.value : null,
    code: answer === null || answer.ok ? null : answer.code,
  };
}

/** The fare adviser: a short form, and the cheapest set of articles with its breakdown (decision 051). */
export default function Advice() {
  const t = useT();
  const { asked, today, statuses, asksAges, advice, code } = useLoaderData<typeof loader>();
  return (
    <Page>
      <Title>{t("travel.advice.title")}</Title>
      <BackLink href={href("home")} label={t("travel.advice.back")} />
      <PageHead title={t("travel.advice.title")}>{t("travel.advice.intro")}</PageHead>
      <Split
        even
        aside={
          <div id="answer" aria-live="polite">
            {code !== null && (
              <Notice tone="wait" title={t("travel.advice.none")}>
                {code === "FIELD_INVALID" ? t("travel.advice.invalid") : refusalText(t, code)}
              </Notice>
            )}
            {advice !== null && <AdviceResult advice={advice} people={asked.travellers.length} />}
          </div>
        }
      >
        <AdviceForm asked={asked} today={today} statuses={statuses} asksAges={asksAges} />
      </Split>
    </Page>
  );
}
