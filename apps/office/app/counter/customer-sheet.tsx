import { newCard } from "@guichet/contract/limits/transport-card-limits.ts";
import type { FoundTraveller } from "@guichet/contract/office/travellers.ts";
import { Button } from "@guichet/ui/button.tsx";
import { Field } from "@guichet/ui/forms/field.tsx";
import { Select } from "@guichet/ui/forms/select.tsx";
import { SearchIcon } from "@guichet/ui/icons.tsx";
import { Joined } from "@guichet/ui/joined.tsx";
import { TextLink } from "@guichet/ui/link.tsx";
import { Notice } from "@guichet/ui/notice.tsx";
import { Stack } from "@guichet/ui/page/page.tsx";
import { Sheet } from "@guichet/ui/sheet.tsx";
import { Form, useActionData, useLoaderData } from "react-router";
import { href } from "../paths.ts";
import { Key } from "../shell/keys.tsx";
import { useFormats, useNetwork } from "../shell/page-context.tsx";
import { useT } from "../shell/texts.tsx";
import type { action } from "./counter-action.ts";
import type { loader } from "./counter-loader.ts";
import { DraftInputs } from "./draft-inputs.tsx";
import { queryOf, type SaleDraft, withCustomer } from "./sale-address.ts";

/** The customer of a sale, found by the office's search, and the transport card that is loaded. */
export function CustomerSheet() {
  const t = useT();
  const { draft, quote } = useLoaderData<typeof loader>();
  const isForCard = draft.lines.some(({ support }) => support === "MEDIA");
  const traveller = quote?.ok ? quote.value.traveller : null;
  return (
    <Sheet id="who" title={t("counter.customer")}>
      <Stack>
        {draft.travellerId === null ? (
          <CustomerSearch />
        ) : (
          <>
            <p>
              <strong>
                <bdi>{traveller?.name ?? t("counter.customer.unknown")}</bdi>
              </strong>
              {traveller !== null && (
                <span className="fine act-note">
                  <bdi dir="ltr">{traveller.email}</bdi>
                </span>
              )}
            </p>
            <DraftLink draft={withCustomer(draft, null)}>{t("counter.customer.remove")}</DraftLink>
          </>
        )}
        {isForCard && <CardForm />}
      </Stack>
    </Sheet>
  );
}

function DraftLink({ draft, children }: { draft: SaleDraft; children: string }) {
  const network = useNetwork();
  return (
    <TextLink className="counter-remove" href={`${href("counter", { network: network.id })}?${queryOf(draft)}`}>
      {children}
    </TextLink>
  );
}

function CustomerSearch() {
  const t = useT();
  const { counter, customers, customerWords } = useLoaderData<typeof loader>();
  return (
    <>
      <p className="soft">{t(counter.sellsToGuests ? "counter.customer.optional" : "counter.customer.needed")}</p>
      <Form role="search" className="search" preventScrollReset>
        <DraftInputs />
        <Field
          key={customerWords}
          label={t("counter.customer.search")}
          name="customer"
          type="search"
          defaultValue={customerWords}
          maxLength={100}
          autoComplete="off"
          side={<Key>c</Key>}
          action={<Button icon={<SearchIcon size="s" />}>{t("counter.search.do")}</Button>}
        />
      </Form>
      {customers !== null && customers.travellers.length === 0 && <Notice>{t("counter.customer.none")}</Notice>}
      {customers !== null && customers.travellers.length > 0 && (
        <ul className="counter-lines">
          {customers.travellers.map((customer) => (
            <li key={customer.travellerId}>
              <CustomerLink customer={customer} />
            </li>
          ))}
        </ul>
      )}
      {customers?.hasMore && <Notice tone="wait">{t("counter.customer.more")}</Notice>}
    </>
  );
}

function CustomerLink({ customer }: { customer: FoundTraveller }) {
  const t = useT();
  const formats = useFormats();
  const { draft } = useLoaderData<typeof loader>();
  const { travellerId, firstName, lastName, birthDate, holder } = customer;
  const name = `${firstName} ${lastName}`.trim() || holder.email || t("counter.customer.unknown");
  return (
    <>
      <DraftLink draft={withCustomer(draft, travellerId)}>{name}</DraftLink>
      <span className="fine act-note">
        <Joined parts={[birthDate === null ? null : formats.shortDay(birthDate), holder.email]} />
      </span>
    </>
  );
}

/** The transport card: one of the customer's, the one that the sale makes, or a number that is read or typed. */
function CardForm() {
  const t = useT();
  const { draft, quote, chosen } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const typed = answer?.details?.card;
  const cards = quote?.ok ? (quote.value.traveller?.cards ?? []) : [];
  const makesCard = chosen.some((article) => article.makesCard);
  const current = cards.find(({ cardId }) => cardId === draft.cardId);
  const label = t("counter.card");
  const isKnown = draft.travellerId !== null;
  const choices = [
    { value: "", label: t("counter.card.none") },
    ...cards.map(({ number }) => ({ value: number, label: number })),
    ...(makesCard ? [{ value: newCard, label: t("counter.card.new") }] : []),
  ];
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="card" />
      <Stack gap="m">
        {isKnown ? (
          <Select
            key={draft.cardId}
            name="card"
            label={label}
            options={choices}
            defaultValue={draft.cardId === newCard ? newCard : (current?.number ?? "")}
          />
        ) : (
          <Field
            name="card"
            label={label}
            hint={t("counter.card.hint")}
            defaultValue={typeof typed === "string" ? typed : ""}
            inputMode="numeric"
            maxLength={40}
            autoComplete="off"
            required
          />
        )}
        {isKnown && cards.length === 0 && !makesCard && <Notice tone="wait">{t("counter.card.unlinked")}</Notice>}
        {!isKnown && draft.cardId !== null && <Notice tone="ok">{t("counter.card.read")}</Notice>}
        <Button>{t("counter.card.use")}</Button>
      </Stack>
    </Form>
  );
}
