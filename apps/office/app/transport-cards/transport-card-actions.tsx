import type { StaffCard } from "@guichet/contract/office/transport-cards.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Choice } from "@guichet/ui/forms/choice.tsx";
import { ChoiceGroup } from "@guichet/ui/forms/choice-group.tsx";
import { TextArea } from "@guichet/ui/forms/text-area.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { Key } from "../shell/keys.tsx";
import { useMay } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import { BlankCardFields, type CardsRefused } from "./blank-card-fields.tsx";

/** Actions currently available on a card: block it, or unblock or replace a blocked one. */
export function TransportCardActions({ card, refused }: { card: StaffCard; refused: CardsRefused | undefined }) {
  const t = useT();
  const mayManage = useMay()("cards.manage");
  const open = card.incidents.find(({ liftedAt, replacedAt }) => liftedAt === null && replacedAt === null);
  if (!mayManage) return <Notice>{t("shell.read-only")}</Notice>;
  if (card.state === "active") return <Block />;
  if (card.state !== "blocked" || open === undefined) return <Notice>{t("transport-cards.nothing")}</Notice>;
  if (open.replacedByOrder) return <Notice tone="wait">{t("transport-cards.by-order")}</Notice>;
  return (
    <Stack>
      <Lift />
      <Replace card={card} refused={refused} />
    </Stack>
  );
}

const incidents = ["lost", "stolen", "defective"] as const;

function Block() {
  const t = useT();
  const busy = useBusy("block");
  return (
    <ActionForm what="block" title={t("transport-cards.block")} shortcut="B" text={t("transport-cards.block.text")}>
      <ChoiceGroup id="incident" label={t("transport-cards.block.why")}>
        {incidents.map((incident, index) => (
          <Choice
            key={incident}
            id={index === 0 ? "act-block" : `act-block-${incident}`}
            name="incident"
            value={incident}
            required
            title={t(`transport-cards.incident.${incident}`)}
          />
        ))}
      </ChoiceGroup>
      <TextArea
        label={t("transport-cards.note")}
        mark={t("transport-cards.note.optional")}
        name="note"
        rows={2}
        maxLength={500}
      />
      <Button variant="main" busy={busy && t("transport-cards.blocking")}>
        {t("transport-cards.block")}
      </Button>
    </ActionForm>
  );
}

function Lift() {
  const t = useT();
  const busy = useBusy("lift");
  return (
    <ActionForm what="lift" title={t("transport-cards.lift")} shortcut="L" text={t("transport-cards.lift.text")}>
      <TextArea id="act-lift" label={t("transport-cards.lift.why")} name="note" rows={2} maxLength={500} required />
      <Button busy={busy && t("transport-cards.lifting")}>{t("transport-cards.lift")}</Button>
    </ActionForm>
  );
}

function Replace({ card, refused }: { card: StaffCard; refused: CardsRefused | undefined }) {
  const t = useT();
  const busy = useBusy("replace");
  return (
    <ActionForm
      what="replace"
      title={t("transport-cards.replace")}
      shortcut="R"
      text={t("transport-cards.replace.text")}
    >
      {card.takesBlankCards && (
        <BlankCardFields id="act-replace" cards={[{ key: card.cardId, traveller: null }]} refused={refused} />
      )}
      <TextArea
        id={card.takesBlankCards ? "note" : "act-replace"}
        label={t("transport-cards.note")}
        mark={t("transport-cards.note.optional")}
        name="note"
        rows={2}
        maxLength={500}
      />
      <Button variant="main" busy={busy && t("transport-cards.replacing")}>
        {t("transport-cards.replace")}
      </Button>
    </ActionForm>
  );
}

type What = "block" | "lift" | "replace";

function ActionForm(act: { what: What; title: string; shortcut: string; text: string; children: ReactNode }) {
  const { what, title, shortcut, text, children } = act;
  return (
    <Sheet>
      <Form method="post" preventScrollReset={false}>
        <input type="hidden" name="what" value={what} />
        <Stack>
          <h2 className="act-title">
            {title} <Key>{shortcut}</Key>
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
