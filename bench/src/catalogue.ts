import { sign } from "@guichet/contract/signature.ts";
import type { Baseline } from "./baseline.ts";
import type { Installation } from "./installation.ts";
import { type Load, load, median } from "./load.ts";
import { type Figure, reached } from "./table.ts";

const rounds = 3;

/** Measures the catalogue as JSON and the anonymous catalogue page, cached and rendered, with 10 connections. */
export async function catalogueFigures(installation: Installation, baseline: Baseline): Promise<Figure[]> {
  const network = "sixty";
  const signature = sign({ networkId: network, lang: "fr" }, "guichet-demo-key");
  const json = `${installation.apiUrl}/shop/catalog?networkId=${network}&lang=fr&signature=${signature}`;
  const jsonLoad = await measured(baseline, () => load(json, { headers: { "x-client": "shop" } }));
  const page = await measured(baseline, () => load(`${installation.shopUrl}/fr`));
  // A request with a session cookie, even an invalid one, is not anonymous: its page is never cached.
  const rendered = await measured(baseline, () =>
    load(`${installation.shopUrl}/fr?q=bus`, { headers: { cookie: "theme=dark; userTicketToken=nobody" } }),
  );
  const share = (figure: Measured) => `${(figure.share * 100).toFixed(1)} %`;
  const rate = (figure: Measured) => `${Math.round(figure.perSecond)}/s, p99 ${figure.p99Ms.toFixed(0)} ms`;
  return [
    {
      what: "catalogue of 60 products, JSON",
      value: rate(jsonLoad),
      comparison: share(jsonLoad),
      bar: reached("15 %, p99 under 10 ms", jsonLoad.share >= 0.15 && jsonLoad.p99Ms < 10),
    },
    {
      what: "catalogue page, from cache",
      value: rate(page),
      comparison: share(page),
      bar: reached("8 %", page.share >= 0.08),
    },
    { what: "catalogue page, rendered anew", value: rate(rendered), comparison: share(rendered), bar: "none yet" },
  ];
}

interface Measured {
  perSecond: number;
  p99Ms: number;
  share: number;
}

async function measured(baseline: Baseline, measure: () => Promise<Load>): Promise<Measured> {
  const found: Measured[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const hello = await baseline.measure();
    const result = await measure();
    if (result.failed > 0) throw new Error(`${result.failed} requests failed`);
    found.push({ perSecond: result.perSecond, p99Ms: result.p99Ms, share: result.perSecond / hello });
  }
  const of = (pick: (m: Measured) => number) => median(found.map(pick));
  return { perSecond: of((m) => m.perSecond), p99Ms: of((m) => m.p99Ms), share: of((m) => m.share) };
}
