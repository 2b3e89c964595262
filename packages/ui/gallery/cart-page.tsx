import { Button } from "../src/button.tsx";
import { Figures } from "../src/figures.tsx";
import { Field } from "../src/forms/field.tsx";
import { Quantity } from "../src/forms/quantity.tsx";
import { PassIcon, PlusIcon, TrashIcon } from "../src/icons.tsx";
import { Lines } from "../src/lines.tsx";
import { LinkButton } from "../src/link-button.tsx";
import { Notice } from "../src/notice.tsx";
import { Page, PageHead, Split } from "../src/page/page.tsx";
import { Receipt } from "../src/receipt.tsx";
import { Sheet } from "../src/sheet.tsx";
import { LineTicket } from "../src/tickets/line-ticket.tsx";
import { Tickets } from "../src/tickets/tickets.tsx";
import { ToolButton } from "../src/tool.tsx";
import { Total } from "../src/total.tsx";
import { Frame } from "./frame.tsx";
import type { Words } from "./words.ts";

/** The cart with its total. */
export function CartPage({ words }: { words: Words }) {
  return (
    <Frame words={words} here="cart">
      <Page>
        <PageHead title={words.cart}>{words.cartKept}</PageHead>
        <Split aside={<Recap words={words} />}>
          <Tickets>
            <Article words={words} name={words.youngPass} kind={words.young} use={words.onCard} amount="26,00 €" />
            <Article words={words} name={words.product} kind={words.adult} use={words.onCardKarim} amount="31,00 €" />
          </Tickets>
          <p>
            <LinkButton href="#shop" variant="quiet" icon={<PlusIcon size="s" />}>
              {words.add}
            </LinkButton>
          </p>
          <Sheet id="voucher" title={words.code}>
            <Field
              name="code"
              label={words.code}
              dir="ltr"
              autoComplete="off"
              action={<Button>{words.apply}</Button>}
            />
            <Notice tone="ok" role="status">
              {words.codeApplied}
            </Notice>
          </Sheet>
        </Split>
      </Page>
    </Frame>
  );
}

type ArticleProps = { words: Words; name: string; kind: string; use: string; amount: string };

function Article({ words, name, kind, use, amount }: ArticleProps) {
  return (
    <LineTicket
      ink="pass"
      icon={<PassIcon />}
      category={words.pass}
      kind={kind}
      name={name}
      use={use}
      figure={{ value: "31", unit: words.days }}
      price={{ amount }}
      actions={
        <>
          <Quantity
            name="quantity"
            value={1}
            max={9}
            labels={{ quantity: words.quantity, less: words.less, more: words.more }}
          />
          <ToolButton aria-label={`${words.remove} : ${name}`} icon={<TrashIcon />} />
        </>
      }
    />
  );
}

function Recap({ words }: { words: Words }) {
  return (
    <Receipt id="recap" title={words.recap}>
      <Lines
        lines={[
          { id: "1", name: words.subtotal, value: <Figures>57,00 €</Figures> },
          { id: "2", name: words.discount, value: <Figures>−5,00 €</Figures> },
          { id: "3", name: words.agency, note: words.pickupDay, value: words.free },
        ]}
      />
      <Total label={words.total} amount="52,00 €" />
      <LinkButton href="#next" variant="main" big end={<Figures>52,00 €</Figures>}>
        {words.continue}
      </LinkButton>
      <p className="small soft">{words.emptyNote}</p>
    </Receipt>
  );
}
