/** Styles of the offline wallet: nothing can be fetched, so it uses system colours and fonts. */
export const offlineStyle = [
  ":root{color-scheme:light dark;--ground:#f6f5f2;--sheet:#fff;--ink:#16191d;--line:#c9c7c0}",
  "@media(prefers-color-scheme:dark){:root{--ground:#14171a;--sheet:#1d2125;--ink:#f1f0ec;--line:#3d4248}}",
  "*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}",
  "[dir=rtl] body{line-height:1.7}main{max-width:32rem;margin:0 auto;padding:1rem}h1{font-size:1.5rem}h2{font-size:1.25rem;margin:0}",
  "[role=status],article{background:var(--sheet);border:1px solid var(--line);border-radius:8px;padding:1rem;margin-block:1rem}",
  "article p{margin-block:.25rem}svg{display:block;inline-size:100%;max-inline-size:18rem;margin:1rem auto;background:#fff;border-radius:8px}",
  ".serial{text-align:center;font-size:1.25rem;font-variant-numeric:tabular-nums}a{color:inherit;display:inline-block;padding-block:.75rem}",
].join("");
