import { newCard } from "@guichet/contract/limits/transport-card-limits.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Disclosure } from "@guichet/ui/disclosure.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Form, useLoaderData } from "react-router";
import { useFormats } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import type { loader } from "./counter-loader.ts";
import { firstPerson, peopleOf, type SaleLine } from "./sale-address.ts";

/** Whom a line is for: another traveller of the customer's account with their card, or one more person without an account. */
export function LineTraveller({ line, index }: { line: SaleLine; index: number }) {
  const t = useT();
  const { choices, cards } = useChoices(line);
  if (choices.length < 2) return null;
  const current = choices.find(({ value }) => value === (line.traveller ?? "")) ?? choices[0];
  return (
    <Disclosure summary={t("counter.for", { name: current?.label ?? "" })} name="for">
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="for" />
        <input type="hidden" name="line" value={index} />
        <Stack gap="m">
          <Select
            key={line.traveller}
            id={`for-${index}`}
            name="traveller"
            label={t("counter.for.who")}
            options={choices}
            defaultValue={line.traveller ?? ""}
          />
          {line.support === "MEDIA" && line.traveller !== null && cards.length > 0 && (
            <Select
              key={`${line.traveller} ${line.cardId}`}
              id={`for-card-${index}`}
              name="card"
              label={t("counter.card")}
              options={cards}
              defaultValue={line.cardId ?? ""}
            />
          )}
          <Button>{t("counter.for.apply")}</Button>
        </Stack>
      </Form>
    </Disclosure>
  );
}

/** The travellers that a line can be for, the sale's own first; and the cards of the one that it is for. */
function useChoices(line: SaleLine) {
  const t = useT();
  const formats = useFormats();
  const { draft, quote, chosen, counter } = useLoaderData<typeof loader>();
  const makesCard = chosen.some((article) => article.makesCard);
  const ofSale = [
    { value: "", label: t("counter.card.none") },
    ...(makesCard ? [{ value: newCard, label: t("counter.card.new") }] : []),
  ];
  if (draft.travellerId === null) {
    const people = counter.sellsToGuests ? peopleOf(draft, "with-next") : [];
    const choices = people.map((person) => ({
      value: person === firstPerson ? "" : person,
      label: t("counter.person.number", { number: formats.number(Number(person)) }),
    }));
    return { choices, cards: makesCard ? ofSale : [] };
  }
  const traveller = quote?.ok ? quote.value.traveller : null;
  const others = traveller?.others ?? [];
  const own = { value: "", label: traveller?.name || t("counter.customer.unknown") };
  const cards = others.find(({ travellerId }) => travellerId === line.traveller)?.cards ?? [];
  return {
    choices: [own, ...others.map(({ travellerId, name }) => ({ value: travellerId, label: name }))],
    cards: [...ofSale, ...cards.map(({ cardId, number }) => ({ value: cardId, label: number }))],
  };
}
