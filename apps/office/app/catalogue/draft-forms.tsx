import { draftNameMaxLength, publicationAheadDaysMax } from "@guichet/contract/limits/catalogue-draft-limits.ts";
import { auditReasonMaxLength } from "@guichet/contract/limits/staff-limits.ts";
import type { CatalogueDraft } from "@guichet/contract/office/catalogue/catalogue-drafts.ts";
import { addDays, dayIn } from "@guichet/rules/dates/days.ts";
import { localTimeIn } from "@guichet/rules/dates/local-times.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { useFormats, useMay, useNetwork } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import type { DraftAnswer, DraftChangeForm } from "./change-draft.ts";

interface DraftFormsProps {
  draft: CatalogueDraft;
  /** Why it cannot be published now; null: it can. */
  obstacle: "empty" | "conflicts" | "faults" | null;
  needsApproval: boolean;
  mayDecide: boolean;
  now: string;
  answer: DraftAnswer | undefined;
}

/** What can be done with a draft in its state. */
export function DraftForms(props: DraftFormsProps) {
  const t = useT();
  const may = useMay();
  const { draft, mayDecide, answer } = props;
  const { state } = draft;
  const [mayEdit, mayPublish] = [may("catalogue.edit"), may("catalogue.publish")];
  if (!mayEdit && !mayPublish) return <Notice>{t("shell.read-only")}</Notice>;
  return (
    <>
      {state === "open" && mayPublish && <Publish {...props} />}
      {state === "awaiting" &&
        (mayPublish && mayDecide ? (
          <Decide draft={draft} answer={answer} />
        ) : (
          <Notice tone="wait">{t("catalogue.awaits", { name: draft.requestedBy ?? "–" })}</Notice>
        ))}
      {(state === "awaiting" || state === "scheduled") && mayEdit && (
        <Sheet id="reopen" title={t("catalogue.reopen")}>
          <OneForm what="reopen" draft={draft}>
            <p className="small soft">{t("catalogue.reopen.text")}</p>
            <Submit what="reopen">{t("catalogue.reopen.do")}</Submit>
          </OneForm>
        </Sheet>
      )}
      {state === "open" && mayEdit && (
        <Sheet>
          <Disclosure summary={t("catalogue.rename")} open={answer?.what === "rename"}>
            <OneForm what="rename" draft={draft}>
              <Field
                name="name"
                label={t("catalogue.name")}
                defaultValue={answer?.what === "rename" ? answer.typed.name : draft.name}
                maxLength={draftNameMaxLength}
                autoComplete="off"
                required
              />
              <Submit what="rename">{t("catalogue.rename.do")}</Submit>
            </OneForm>
          </Disclosure>
          <Disclosure summary={t("catalogue.discard")}>
            <OneForm what="discard" draft={draft}>
              <p className="small soft">{t("catalogue.discard.text")}</p>
              <Submit what="discard" variant="danger">
                {t("catalogue.discard.do")}
              </Submit>
            </OneForm>
          </Disclosure>
        </Sheet>
      )}
    </>
  );
}

/** Publishes it now or at a time, or asks somebody else to approve that. */
function Publish({ draft, obstacle, needsApproval, now, answer }: DraftFormsProps) {
  const t = useT();
  const formats = useFormats();
  const { timeZone } = useNetwork();
  if (obstacle !== null)
    return (
      <Sheet id="publish" title={t("catalogue.publish")}>
        <p className="small soft">{t(`catalogue.obstacle.${obstacle}`)}</p>
      </Sheet>
    );
  const was = answer?.what === "publish" ? answer : undefined;
  const wrong = (["at", "past", "far"] as const).find((one) => one === was?.field);
  const error = wrong === undefined ? undefined : t(`catalogue.publish.wrong.${wrong}`);
  const when = was?.typed.when === "later" ? "later" : "now";
  return (
    <Sheet id="publish" title={t("catalogue.publish")}>
      <OneForm what="publish" draft={draft}>
        <ChoiceGroup id="when" label={t("catalogue.publish.when")}>
          {(["now", "later"] as const).map((value) => (
            <Choice
              key={value}
              name="when"
              value={value}
              defaultChecked={value === when}
              title={t(`catalogue.publish.${value}`)}
            />
          ))}
        </ChoiceGroup>
        <div data-for="later">
          <Field
            name="at"
            type="datetime-local"
            label={t("catalogue.publish.at")}
            hint={t("catalogue.publish.at.hint", { zone: timeZone, days: formats.number(publicationAheadDaysMax) })}
            error={error}
            defaultValue={was?.typed.at ?? ""}
            min={localTimeIn(now, timeZone).slice(0, 16)}
            max={`${addDays(dayIn(now, timeZone), publicationAheadDaysMax)}T23:59`}
          />
        </div>
        <TextArea
          id="publish-reason"
          name="reason"
          label={t("catalogue.reason")}
          error={was?.field === "reason" ? t("catalogue.wrong.required") : undefined}
          defaultValue={was?.typed.reason ?? ""}
          rows={2}
          maxLength={auditReasonMaxLength}
          required
        />
        {needsApproval && <p className="small soft">{t("catalogue.publish.approval")}</p>}
        <Submit what="publish" variant="main">
          {needsApproval ? t("catalogue.publish.ask") : t("catalogue.publish.do")}
        </Submit>
      </OneForm>
    </Sheet>
  );
}

/** The decision of the second member of the staff. */
function Decide({ draft, answer }: Pick<DraftFormsProps, "draft" | "answer">) {
  const t = useT();
  const formats = useFormats();
  const { publishAt, requestedBy } = draft;
  const was = answer?.what === "approve" || answer?.what === "refuse" ? answer.typed.reason : "";
  return (
    <Sheet id="decide" title={t("catalogue.decide")}>
      <Form method="post">
        <input type="hidden" name="version" value={draft.version} />
        <Stack>
          <p className="small">
            {publishAt === null
              ? t("catalogue.decide.now", { name: requestedBy ?? "–" })
              : t("catalogue.decide.at", { name: requestedBy ?? "–", at: formats.shortInstant(publishAt) })}
          </p>
          <TextArea
            id="decide-reason"
            name="reason"
            label={t("catalogue.reason.optional")}
            defaultValue={was}
            rows={2}
            maxLength={auditReasonMaxLength}
          />
          <Button variant="main" name="what" value="approve">
            {t("catalogue.approve")}
          </Button>
          <Button name="what" value="refuse">
            {t("catalogue.refuse")}
          </Button>
        </Stack>
      </Form>
    </Sheet>
  );
}

interface OneFormProps {
  what: DraftChangeForm;
  draft: CatalogueDraft;
  children: ReactNode;
}

/** A form about the draft as the page shows it: of another version it is refused. */
function OneForm({ what, draft, children }: OneFormProps) {
  return (
    <Form method="post" className="catalogue-draft-form">
      <input type="hidden" name="what" value={what} />
      <input type="hidden" name="version" value={draft.version} />
      <Stack>{children}</Stack>
    </Form>
  );
}

function Submit({
  what,
  variant,
  children,
}: {
  what: DraftChangeForm;
  variant?: "main" | "danger";
  children: ReactNode;
}) {
  const t = useT();
  const busy = useNavigation().formData?.get("what") === what && t("catalogue.busy");
  return (
    <Button {...(variant && { variant })} busy={busy}>
      {children}
    </Button>
  );
}
