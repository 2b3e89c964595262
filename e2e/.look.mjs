import { chromium } from "playwright-core";
const base = "http://localhost:4500";
const names = process.argv[2]?.split(",");
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"] });
const axe = process.env.AXE ? (await import("@axe-core/playwright")).AxeBuilder : undefined;
const widths = (process.env.W ?? "360,1280").split(",").map(Number);
const langs = (process.env.L ?? "fr").split(",");
const themes = (process.env.T ?? "light").split(",");
const add = (id, more) => async (page, l) => { await page.goto(`${base}/${l}/products/${id}`, { waitUntil: "networkidle" }); if (more) await more(page); await page.locator("form .receipt button[data-look=main]").click(); await page.waitForTimeout(200); };
const toCart = async (page, l) => { await page.goto(`${base}/${l}/cart`, { waitUntil: "networkidle" }); await page.waitForTimeout(400); };
const voucher = (code) => async (page, l) => { await toCart(page, l); const box = page.locator(".sheet details"); if (!(await box.evaluate((d) => d.open))) await box.locator("summary").click(); await page.locator("#voucher-cart").fill(code); await page.locator("#voucher-cart").press("Enter"); await page.waitForTimeout(500); };
const go = (path) => async (page, l) => { await page.goto(`${base}/${l}${path}`, { waitUntil: "networkidle" }); };
const seq = (...steps) => async (page, l) => { for (const s of steps) await s(page, l); };
export const shots = {
  home: go(""), "home-filter": go("?category=passes&tariff=youth"), "home-empty": go("?q=zeppelin"),
  "home-cart": seq(add("ticket-1h"), go("")),
  simple: go("/products/ticket-1h"), day: go("/products/day-pass"), week: go("/products/week-pass"), month: go("/products/month-pass"), fields: go("/products/park-ride-day"), promo: go("/products/tribe-ticket"), documents: go("/products/transition"), gone: go("/products/option-bike"),
  "fields-errors": add("park-ride-day"),
  added: add("carnet-10"),
  "cart-empty": toCart,
  cart: seq(add("carnet-10"), add("day-pass"), add("tribe-ticket"), toCart),
  "cart-ok": seq(add("carnet-10"), add("tribe-ticket"), voucher("moins5")),
  "cart-refused": seq(add("carnet-10"), voucher("EXPIRE"), voucher("zzzz")),
  "cart-errors": seq(add("month-renewing"), toCart, async (p) => { await p.locator(".receipt button[data-look=main]").click(); await p.waitForTimeout(200); }),
  "cart-down": seq(add("carnet-10"), async (p) => { await p.route("**/cart/verify", (r) => r.abort()); }, toCart),
};
for (const [name, run] of Object.entries(shots)) {
  if (names && !names.includes(name)) continue;
  for (const l of langs) for (const theme of themes) for (const w of widths) {
    const context = await browser.newContext({ viewport: { width: w, height: w < 700 ? 780 : 800 }, colorScheme: theme });
    if (process.env.TOKEN) await context.addCookies([{ name: "userTicketToken", value: process.env.TOKEN, url: base }]);
    const page = await context.newPage();
    const faults = [];
    page.on("pageerror", (e) => faults.push(String(e)));
    page.on("console", (m) => m.type() === "error" && faults.push(m.text()));
    try {
      await run(page, l);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) faults.push(`overflows by ${wide}`);
      if (axe) { const { violations } = await new axe({ page }).analyze(); for (const v of violations) faults.push(`axe ${v.id}: ${v.nodes.map((n) => n.html.slice(0, 120)).join(" | ")}`); }
      await page.screenshot({ path: `/tmp/shots/${name}-${l}-${theme}-${w}${process.env.TOKEN ? "-in" : ""}.png`, fullPage: w < 700 });
    } catch (e) { faults.push(String(e).slice(0, 300)); }
    if (faults.length) console.log(name, l, theme, w, faults);
    await context.close();
  }
}
await browser.close();
