import type { ReceivedOf } from "@guichet/client/ticket-api.ts";
import type { getCounterSale } from "@guichet/contract/office/counter.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form, useNavigation } from "react-router";
import { refused } from "../shell/refusals.ts";
import type { RequestContext } from "../shell/request-context.ts";
import { useT } from "../shell/texts.tsx";
import { BlankCardFields, type CardsRefused, typedCardsIn } from "../transport-cards/blank-card-fields.tsx";

/** Makes the cards of a sale and hands them over; returns why not, with what was typed. */
export async function handOver(ctx: RequestContext, networkId: string, orderId: string, form: FormData) {
  const typed = typedCardsIn(form);
  const target = { orderId, support: "PHYSICAL" as const };
  const cardNumbers = Object.entries(typed).map(([lineId, number]) => ({ lineId, number }));
  const made = await ctx.call("beginPreparation", { ...target, cardNumbers }, networkId);
  const handed = made.ok ? await ctx.call("finishPreparation", target, networkId) : made;
  if (handed.ok) return;
  const { code, details = {} } = handed;
  return refused(code, { cards: { typed, code, details } satisfies CardsRefused, details });
}

interface HandOverFormProps {
  sold: Pick<ReceivedOf<typeof getCounterSale>, "cardsToHandOver" | "takesBlankCards">;
  cards: CardsRefused | undefined;
}

/** The cards that a sale makes: with a stock, the number of each blank card is typed or read. */
export function HandOverForm({ sold: { cardsToHandOver, takesBlankCards }, cards }: HandOverFormProps) {
  const t = useT();
  const busy = useNavigation().formMethod === "POST" && t("counter.busy");
  const toMake = cardsToHandOver.map(({ lineId, traveller }) => ({ key: lineId, traveller }));
  return (
    <Sheet id="hand-over" title={t("counter.hand-over")}>
      <Form method="post">
        <input type="hidden" name="intent" value="hand-over" />
        <Stack gap="m">
          <p>{t("counter.hand-over.text")}</p>
          {takesBlankCards && <BlankCardFields id="blank-card" cards={toMake} refused={cards} />}
          <Button variant="main" busy={busy}>
            {t("counter.hand-over.do", { count: toMake.length })}
          </Button>
        </Stack>
      </Form>
    </Sheet>
  );
}
