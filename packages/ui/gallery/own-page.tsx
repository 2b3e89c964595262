import { CheckIcon, ReceiptIcon } from "../src/icons.tsx";
import { Item } from "../src/item.tsx";
import { DownloadIcon, SunIcon, WifiOffIcon } from "../src/more-icons.tsx";
import { Notice } from "../src/notice.tsx";
import { BackLink } from "../src/page/back-link.tsx";
import { Page, Split } from "../src/page/page.tsx";
import { Sheet } from "../src/sheet.tsx";
import { CodePlate } from "../src/tickets/code-plate.tsx";
import { PresentedTicket } from "../src/tickets/presented-ticket.tsx";
import { Stamp } from "../src/tickets/stamp.tsx";
import { Frame } from "./frame.tsx";
import type { Words } from "./words.ts";

/** A ticket to present. */
export function OwnPage({ words }: { words: Words }) {
  return (
    <Frame words={words} here="mine">
      <Page>
        <BackLink href="#mine" label={words.mine} />
        <Split
          even
          aside={
            <>
              <Notice icon={<SunIcon />}>{words.bright}</Notice>
              <Notice tone="ok" icon={<WifiOffIcon />}>
                {words.readable}
              </Notice>
              <Sheet list>
                <Item href="#pdf" icon={<DownloadIcon />} name={words.download} note={words.downloadNote} />
                <Item href="#attest" icon={<ReceiptIcon />} name={words.attest} note={words.attestNote} />
              </Sheet>
            </>
          }
        >
          <PresentedTicket
            ink="pass"
            punched
            stamp={
              <Stamp tone="ok" icon={<CheckIcon />}>
                {words.valid}
              </Stamp>
            }
            name={words.youngPass}
            left={{ value: "11", unit: words.days, label: words.left, part: 11 / 31, barLabel: words.leftBar }}
            validity={
              <>
                {words.validUntil} <b>{words.validUntilDay}</b>
              </>
            }
            code={
              <CodePlate
                code={{ drawing: <Drawing label={words.codeAlt} /> }}
                serial="RV 7K4 902 318"
                hint={words.aloud}
              />
            }
            facts={[
              { term: words.traveller, value: "Inès Morel" },
              { term: words.validated, value: words.validatedAt },
              { term: words.lines, value: words.linesAll },
              { term: words.support, value: words.tel },
            ]}
          />
        </Split>
      </Page>
    </Frame>
  );
}

/** A placeholder for a code, which does not decode. */
function Drawing({ label }: { label: string }) {
  const side = 31;
  const cells = Array.from({ length: side * side }, (_, cell) => [cell % side, Math.floor(cell / side)] as const);
  const dark = cells.filter(([x, y]) => isDark(x, y, Math.floor(side / 2)));
  return (
    <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={dark.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join("")} />
    </svg>
  );
}

function isDark(x: number, y: number, middle: number): boolean {
  const ring = Math.max(Math.abs(x - middle), Math.abs(y - middle));
  if (ring <= 6) return ring % 2 === 0;
  return ((x * 73 + y * 151 + x * y * 7) ^ (x * y)) % 5 < 2;
}
