import { Button } from "@guichet/ui/button.tsx";
import { ChipChoice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { useFormats } from "../formats/formats.ts";
import { useT } from "../texts/texts.tsx";
import type { Choice } from "./article-selection.ts";
import type { OfferedStart } from "./offered-start.ts";
import { useSlots } from "./use-slots.ts";

interface StartChoiceProps {
  productId: string;
  start: OfferedStart;
  choice: Choice;
  error: string | undefined;
  change: (part: Partial<Choice>) => void;
}

/** Selection of the start: a day and a time, a week or a month, depending on the article. */
export function StartChoice(props: StartChoiceProps) {
  return props.start.pivotType === "DAY_PIVOT" ? <DayAndTime {...props} /> : <WeekOrMonth {...props} />;
}

function DayAndTime({ productId, start, choice, error, change }: StartChoiceProps) {
  const t = useT();
  const formats = useFormats();
  const { state, slots, retry } = useSlots(productId, start, choice.day);
  const chosen = slots.some(({ startingAt }) => startingAt === choice.startingAt) ? choice.startingAt : null;
  const toChoose = { value: "", label: t("catalogue.start.choose") };
  return (
    <fieldset id="start" tabIndex={-1}>
      <legend>{t("catalogue.start")}</legend>
      <div className="stack" data-two="">
        <Select
          id="start-day"
          name="day"
          label={t("catalogue.start.day")}
          value={choice.day ?? ""}
          onChange={({ currentTarget: { value } }) => change({ day: value || null, startingAt: null })}
          options={[
            ...(choice.day === null ? [toChoose] : []),
            ...start.proposals.map(({ day }) => ({ value: day, label: formats.day(day) })),
          ]}
        />
        <Select
          id="start-time"
          name="time"
          label={t("catalogue.start.time")}
          error={error}
          value={chosen ?? ""}
          disabled={state !== "ready"}
          onChange={({ currentTarget: { value } }) => change({ startingAt: value || null })}
          options={[
            ...(chosen === null
              ? [state === "loading" ? { value: "", label: t("catalogue.start.loading") } : toChoose]
              : []),
            ...slots.map(({ startingAt, time, offset }) => ({
              value: startingAt,
              label: offset === null ? time : `${time} (UTC${offset})`,
            })),
          ]}
        />
      </div>
      {state === "failed" && (
        <Notice tone="bad" role="status" title={t("catalogue.start.failed")}>
          <Button type="button" onClick={retry}>
            {t("catalogue.again")}
          </Button>
        </Notice>
      )}
    </fieldset>
  );
}

const weekGrid = "grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-2";
const monthGrid = "grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-2";

function WeekOrMonth({ start, choice, error, change }: StartChoiceProps) {
  const t = useT();
  const formats = useFormats();
  const begun = start.proposals.some((proposal) => proposal.begun);
  const words = ({ day, startMonth }: OfferedStart["proposals"][number]) =>
    startMonth === null ? t("shell.start.week", { day: formats.shortDay(day) }) : formats.month(startMonth);
  return (
    <ChoiceGroup
      id="start"
      label={t("catalogue.start")}
      hint={
        begun
          ? t(start.pivotType === "WEEK_PIVOT" ? "catalogue.start.begun-week" : "catalogue.start.begun-month")
          : undefined
      }
      error={error}
    >
      <div className={start.pivotType === "WEEK_PIVOT" ? weekGrid : monthGrid}>
        {start.proposals.map((proposal) => (
          <ChipChoice
            key={proposal.day}
            name="day"
            value={proposal.day}
            checked={choice.day === proposal.day}
            onChange={() => change({ day: proposal.day })}
          >
            {words(proposal)}
          </ChipChoice>
        ))}
      </div>
    </ChoiceGroup>
  );
}
