import type { ExaminedSubmission } from "@guichet/contract/office/documents.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form, useNavigation } from "react-router";
import { Key } from "../shell/keys.tsx";
import { useT } from "../shell/texts.tsx";

const reasons = [
  "unreadable",
  "incomplete",
  "wrong-document",
  "wrong-person",
  "out-of-date",
  "not-entitled",
  "other",
] as const;

/** The forms of an examiner: take the submission, then accept it, or report what is wrong with it. */
export function DecisionForms({ submission }: { submission: ExaminedSubmission }) {
  const t = useT();
  const { status, isMine } = submission;
  if (status !== "pending" && status !== "processing") {
    return <Notice>{t("documents.nothing", { status: t(`documents.status.${status}`) })}</Notice>;
  }
  if (!isMine) return <TakeForm submission={submission} />;
  return (
    <Stack>
      <AcceptForm submission={submission} />
      <RefuseForm submission={submission} />
    </Stack>
  );
}

function useDeciding(): string | false {
  const t = useT();
  return useNavigation().formMethod === "POST" && t("documents.deciding");
}

function TakeForm({ submission: { takenBy } }: { submission: ExaminedSubmission }) {
  const t = useT();
  const busy = useDeciding();
  return (
    <Sheet>
      <Form method="post">
        <Stack>
          <p className="small soft">{t("documents.take.text")}</p>
          <Button id="take" variant="main" name="what" value={takenBy === null ? "take" : "take-over"} busy={busy}>
            {takenBy === null ? t("documents.take") : t("documents.take-over", { name: takenBy })} <Key>T</Key>
          </Button>
        </Stack>
      </Form>
    </Sheet>
  );
}

/** Form to accept the documents for the person they were examined for; the call fails if the person has changed since. */
function AcceptForm({ submission }: { submission: ExaminedSubmission }) {
  const t = useT();
  const busy = useDeciding();
  return (
    <Sheet>
      <Form method="post">
        <input type="hidden" name="number" value={submission.number} />
        <input type="hidden" name="firstName" value={submission.firstName} />
        <input type="hidden" name="lastName" value={submission.lastName} />
        <input type="hidden" name="birthDate" value={submission.birthDate ?? ""} />
        <Stack>
          <p className="small soft">{t("documents.accept.text")}</p>
          <Button id="accept" variant="main" name="what" value="accept" busy={busy}>
            {t("documents.accept")} <Key>A</Key>
          </Button>
        </Stack>
      </Form>
    </Sheet>
  );
}

/** Form to refuse the submission, or to request missing documents. */
function RefuseForm({ submission: { number } }: { submission: ExaminedSubmission }) {
  const t = useT();
  return (
    <Sheet>
      <Form method="post">
        <input type="hidden" name="number" value={number} />
        <Stack>
          <h2 className="act-title">
            {t("documents.not-accept")} <Key>R</Key>
          </h2>
          <Select
            label={t("documents.reason")}
            name="reason"
            required
            defaultValue=""
            options={[
              { value: "", label: t("documents.reason.choose"), disabled: true },
              ...reasons.map((reason) => ({ value: reason, label: t(`documents.reason.${reason}`) })),
            ]}
          />
          <TextArea
            label={t("documents.remark")}
            mark={t("documents.remark.optional")}
            name="remark"
            rows={3}
            maxLength={500}
          />
          <Button name="what" value="ask">
            {t("documents.ask")}
          </Button>
          <Button name="what" value="refuse">
            {t("documents.refuse")}
          </Button>
        </Stack>
      </Form>
    </Sheet>
  );
}
