import { Button } from "../src/button.tsx";
import { Dialog } from "../src/dialog.tsx";
import { DialogButton } from "../src/dialog-button.tsx";
import { EmptyState } from "../src/empty-state.tsx";
import { Figures } from "../src/figures.tsx";
import * as icons from "../src/icons.tsx";
import { type Ink, inks } from "../src/ink.ts";
import { Lines } from "../src/lines.tsx";
import { LinkButton } from "../src/link-button.tsx";
import * as moreIcons from "../src/more-icons.tsx";
import { Notice } from "../src/notice.tsx";
import { Page, PageHead, Stack } from "../src/page/page.tsx";
import { Price } from "../src/price.tsx";
import { ProgressBar } from "../src/progress-bar.tsx";
import { History } from "../src/steps.tsx";
import { LoadingTickets } from "../src/tickets/loading-ticket.tsx";
import { Plate } from "../src/tickets/plate.tsx";
import { Stamp } from "../src/tickets/stamp.tsx";
import { StateTicket } from "../src/tickets/state-ticket.tsx";
import { Ticket, TicketBody, TicketName, TicketStub } from "../src/tickets/ticket.tsx";
import { Frame } from "./frame.tsx";
import type { Words } from "./words.ts";

/** Small components, states, and all icons. */
export function PartsPage({ words }: { words: Words }) {
  return (
    <Frame words={words} here="mine">
      <Page>
        <PageHead title={words.parts}>{words.partsNote}</PageHead>
        <Stack two>
          <States words={words} />
          <Stack>
            <Settled words={words} />
            <Small words={words} />
          </Stack>
        </Stack>
        <h2>{words.icons}</h2>
        <div className="row">
          {Object.entries({ ...icons, ...moreIcons }).map(([name, Icon]) => (
            <Icon key={name} />
          ))}
        </div>
      </Page>
    </Frame>
  );
}

function States({ words }: { words: Words }) {
  return (
    <Stack>
      <EmptyState
        title={words.empty}
        action={
          <LinkButton href="#shop" variant="main">
            {words.choose}
          </LinkButton>
        }
      >
        {words.emptyNote}
      </EmptyState>
      <LoadingTickets label={words.loading} />
      <StateTicket
        ink="bad"
        icon={<icons.AlertIcon size="s" />}
        kind={words.failedKind}
        title={words.failed}
        actions={
          <>
            <Button variant="main">{words.retry}</Button>
            <LinkButton href="#help" variant="quiet">
              {words.help}
            </LinkButton>
          </>
        }
      >
        {words.failedNote}
      </StateTicket>
      <StateTicket
        ink="wait"
        icon={<moreIcons.WifiOffIcon size="s" />}
        kind={words.offlineKind}
        title={words.offline}
        actions={<Button variant="main">{words.present}</Button>}
      >
        {words.offlineNote}
      </StateTicket>
    </Stack>
  );
}

function Settled({ words }: { words: Words }) {
  return (
    <Ticket ink="wait" band>
      <TicketBody>
        <div className="across stack" data-gap="m">
          <p>
            <Stamp tone="wait" icon={<icons.ClockIcon />}>
              {words.checking}
            </Stamp>
          </p>
          <TicketName level={2}>{words.checking}</TicketName>
          <p>{words.checkingNote}</p>
          <ProgressBar label={words.checking} tone="wait" />
        </div>
      </TicketBody>
      <TicketStub>
        <Lines
          lines={[
            { id: "1", name: words.paid, value: <Figures>2026-004512</Figures> },
            { id: "2", name: words.total, value: <Figures>52,00 €</Figures> },
          ]}
        />
      </TicketStub>
    </Ticket>
  );
}

function Small({ words }: { words: Words }) {
  return (
    <>
      <div className="row">
        <Button>{words.change}</Button>
        <Button variant="main">{words.continue}</Button>
        <Button variant="quiet">{words.cancel}</Button>
        <DialogButton opens="question">{words.remove}</DialogButton>
        <Button disabled>{words.apply}</Button>
      </div>
      <div className="row">
        <Stamp>{words.today}</Stamp>
        <Stamp tone="ok" icon={<icons.CheckIcon />}>
          {words.valid}
        </Stamp>
        <Stamp tone="wait" icon={<icons.ClockIcon />}>
          {words.preparing}
        </Stamp>
        <Stamp tone="bad" icon={<icons.AlertIcon />}>
          {words.failedKind}
        </Stamp>
      </div>
      <div className="row">
        {inks.map((ink: Ink) => (
          <Plate key={ink} ink={ink} size="l">
            <icons.TicketIcon />
          </Plate>
        ))}
        <Plate size="l">AB</Plate>
      </div>
      <Price amount="26,00 €" per={words.perMonth} old={{ amount: "31,00 €", label: words.total }} />
      <Notice>{words.bright}</Notice>
      <Notice tone="wait" title={words.checking}>
        {words.checkingNote}
      </Notice>
      <Notice tone="bad">{words.failedNote}</Notice>
      <p className="small">{words.uploading}</p>
      <ProgressBar label={words.uploading} value={0.4} />
      <History
        label={words.history}
        passed={words.done}
        stops={[
          { id: "1", name: words.paid, note: words.paidAt, state: "passed" },
          { id: "2", name: words.preparing, note: words.pickupNote, state: "here" },
          { id: "3", name: words.pickup, note: words.pickupNote, state: "ahead" },
        ]}
      />
      <Dialog
        id="question"
        title={words.remove}
        close={words.close}
        foot={
          <form method="dialog" className="row">
            <Button variant="quiet">{words.cancel}</Button>
            <Button variant="main">{words.remove}</Button>
          </form>
        }
      >
        <p>{words.dialogText}</p>
      </Dialog>
    </>
  );
}
