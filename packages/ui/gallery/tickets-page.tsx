import { ChipButton, ChipLink, Chips } from "../src/chip.tsx";
import { Figures } from "../src/figures.tsx";
import { Select } from "../src/forms/select.tsx";
import { CardIcon, HeartIcon, PassIcon, RefreshIcon } from "../src/icons.tsx";
import { Lines } from "../src/lines.tsx";
import { LinkButton } from "../src/link-button.tsx";
import { FilterIcon } from "../src/more-icons.tsx";
import { Page, Split, Stack } from "../src/page/page.tsx";
import { Receipt } from "../src/receipt.tsx";
import { OwnTicket } from "../src/tickets/own-ticket.tsx";
import { Plate } from "../src/tickets/plate.tsx";
import { ShopTicket } from "../src/tickets/shop-ticket.tsx";
import { Tickets } from "../src/tickets/tickets.tsx";
import { Total } from "../src/total.tsx";
import { Frame } from "./frame.tsx";
import type { Words } from "./words.ts";

/** The shop: articles for sale next to the cart. */
export function TicketsPage({ words }: { words: Words }) {
  const month = { value: "31", unit: words.days };
  const year = { value: "12", unit: words.months };
  const choose = (hint: string) => ({ href: "#product", label: words.choose, hint });
  return (
    <Frame words={words} here="shop" alert>
      <Page>
        <Split aside={<CartReceipt words={words} />}>
          <OwnTicket
            ink="pass"
            href="#own"
            state={words.left}
            name={words.youngPass}
            use={`${words.validUntil} ${words.validUntilDay}`}
            action={words.present}
          />
          <Stack gap="m">
            <h1>{words.chooseTitle}</h1>
            <Chips label={words.categories}>
              <ChipButton aria-label={words.filters} icon={<FilterIcon size="s" />} />
              <ChipLink href="#all" current>
                {words.all}
              </ChipLink>
              <ChipLink href="#pass" icon={<Plate ink="pass">{<PassIcon />}</Plate>}>
                {words.pass}
              </ChipLink>
              <ChipLink href="#year" icon={<Plate ink="year">{<RefreshIcon />}</Plate>}>
                {words.years}
              </ChipLink>
              <ChipLink href="#social" icon={<Plate ink="social">{<HeartIcon />}</Plate>}>
                {words.social}
              </ChipLink>
              <ChipLink href="#card" icon={<Plate ink="card">{<CardIcon />}</Plate>}>
                {words.cards}
              </ChipLink>
            </Chips>
          </Stack>
          <div className="from-tablet">
            <Stack two>
              <Select name="age" label={words.traveller} options={[{ value: "", label: words.young }]} />
              <Select name="support" label={words.support} options={[{ value: "", label: words.supportAll }]} />
            </Stack>
          </div>
          <Tickets two>
            <ShopTicket
              ink="pass"
              icon={<PassIcon />}
              category={words.pass}
              kind={words.adult}
              name={words.product}
              use={words.productUse}
              figure={month}
              price={{ amount: "31,00 €" }}
              action={choose(words.product)}
            />
            <ShopTicket
              ink="pass"
              icon={<PassIcon />}
              category={words.pass}
              kind={words.young}
              name={words.youngPass}
              use={words.productUse}
              figure={month}
              price={{ amount: "26,00 €" }}
              action={choose(words.youngPass)}
            />
            <ShopTicket
              ink="year"
              icon={<RefreshIcon />}
              category={words.years}
              kind={words.adult}
              name={words.productYear}
              use={words.productYearUse}
              figure={year}
              price={{ amount: "282,00 €", per: `23,50 € ${words.perMonth}` }}
              action={choose(words.productYear)}
            />
            <ShopTicket
              ink="social"
              icon={<HeartIcon />}
              category={words.social}
              kind={words.productSocialKind}
              name={words.productSocial}
              use={words.productSocialUse}
              figure={month}
              price={{ amount: "8,70 €" }}
              action={choose(words.productSocial)}
            />
            <ShopTicket
              ink="card"
              icon={<CardIcon />}
              category={words.cards}
              kind={words.lost}
              name={words.productCard}
              use={words.productCardUse}
              figure={{ icon: <CardIcon /> }}
              price={{ amount: "20,00 €" }}
              action={choose(words.productCard)}
            />
          </Tickets>
        </Split>
      </Page>
    </Frame>
  );
}

function CartReceipt({ words }: { words: Words }) {
  return (
    <div className="from-desk">
      <Receipt id="cart" title={words.cart} count={{ value: 2, label: words.count }}>
        <Lines
          lines={[
            { id: "1", name: words.youngPass, note: "Inès Morel", value: <Figures>26,00 €</Figures>, strong: true },
            { id: "2", name: words.product, note: "Karim Morel", value: <Figures>31,00 €</Figures>, strong: true },
          ]}
        />
        <Total label={words.total} amount="57,00 €" />
        <LinkButton href="#cart" variant="main" big>
          {words.cart}
        </LinkButton>
        <p className="small soft">{words.pickupDay}</p>
      </Receipt>
    </div>
  );
}
