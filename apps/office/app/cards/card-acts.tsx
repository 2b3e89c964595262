import type { StaffCard } from "@guichet/contract/office/cards.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Choice } from "@guichet/ui/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/choice-group.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { TextArea } from "@guichet/ui/text-area.tsx";
import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { Key } from "../shell/keys.tsx";
import { useT } from "../shell/texts.tsx";

/** What may be done with a card now: block it, or lift and replace once it is blocked. */
export function CardActs({ card }: { card: StaffCard }) {
  const t = useT();
  const open = card.incidents.find(({ liftedAt, replacedAt }) => liftedAt === null && replacedAt === null);
  if (card.state === "active") return <Block />;
  if (card.state !== "blocked" || open === undefined) return <Notice>{t("cards.nothing")}</Notice>;
  if (open.replacedByOrder) return <Notice tone="wait">{t("cards.by-order")}</Notice>;
  return (
    <Stack>
      <Lift />
      <Replace />
    </Stack>
  );
}

const incidents = ["lost", "stolen", "defective"] as const;

function Block() {
  const t = useT();
  const busy = useBusy("block");
  return (
    <ActForm what="block" title={t("cards.block")} letter="B" text={t("cards.block.text")}>
      <ChoiceGroup id="incident" label={t("cards.block.why")}>
        {incidents.map((incident, index) => (
          <Choice
            key={incident}
            id={index === 0 ? "act-block" : `act-block-${incident}`}
            name="incident"
            value={incident}
            required
            title={t(`cards.incident.${incident}`)}
          />
        ))}
      </ChoiceGroup>
      <TextArea label={t("cards.note")} mark={t("cards.note.optional")} name="note" rows={2} maxLength={500} />
      <Button look="main" busy={busy && t("cards.blocking")}>
        {t("cards.block")}
      </Button>
    </ActForm>
  );
}

function Lift() {
  const t = useT();
  const busy = useBusy("lift");
  return (
    <ActForm what="lift" title={t("cards.lift")} letter="L" text={t("cards.lift.text")}>
      <TextArea id="act-lift" label={t("cards.lift.why")} name="note" rows={2} maxLength={500} required />
      <Button busy={busy && t("cards.lifting")}>{t("cards.lift")}</Button>
    </ActForm>
  );
}

function Replace() {
  const t = useT();
  const busy = useBusy("replace");
  return (
    <ActForm what="replace" title={t("cards.replace")} letter="R" text={t("cards.replace.text")}>
      <TextArea
        id="act-replace"
        label={t("cards.note")}
        mark={t("cards.note.optional")}
        name="note"
        rows={2}
        maxLength={500}
      />
      <Button look="main" busy={busy && t("cards.replacing")}>
        {t("cards.replace")}
      </Button>
    </ActForm>
  );
}

type What = "block" | "lift" | "replace";

function ActForm(act: { what: What; title: string; letter: string; text: string; children: ReactNode }) {
  const { what, title, letter, text, children } = act;
  return (
    <Sheet>
      <Form method="post" preventScrollReset={false}>
        <input type="hidden" name="what" value={what} />
        <Stack>
          <h2 className="act-title">
            {title} <Key>{letter}</Key>
          </h2>
          <p className="small soft">{text}</p>
          {children}
        </Stack>
      </Form>
    </Sheet>
  );
}

function useBusy(what: What): boolean {
  const { state, formData } = useNavigation();
  return state !== "idle" && formData?.get("what") === what;
}
